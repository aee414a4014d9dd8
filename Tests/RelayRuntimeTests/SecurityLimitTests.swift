import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The table of limits in SECURITY.md, and the constants of the runtime.
@Suite("The limits in SECURITY.md")
struct SecurityLimitTests {
  private typealias Limits = SecurityLimits

  /// Rows by their first cell, with the numbers that the code has.
  private static var everywhere: [(what: String, numbers: [String])] {
    let (http, webSocket, events) = (HTTPNetwork.Configuration(), WebSocketNetwork.Configuration(), EventStreamNetwork.Configuration())
    let policy = http.retryPolicy
    let longest = max(policy.maximumDelay, GraphQLTransportWSClient.maximumDelay) * Backoff.variation
    let silence = webSocket.pingInterval.map { $0 * GraphQLTransportWSClient.silentIntervals }
    return [
      ("data received for one response, after decompression, that has not been consumed", [Limits.bytes(http.maximumResponseSize)]),
      (
        "a WebSocket message or an event of `EventStreamNetwork`, and those waiting for one operation",
        [Limits.bytes(max(webSocket.maximumMessageSize, events.maximumEventSize))]
      ),
      (
        "the errors with which a server rejects an operation over them",
        [Limits.bytes(max(GraphQLTransportWSClient.maximumError, EventStreamRequests.maximumRefusal))]
      ),
      ("the heads of one HTTP response, not counting redirects", [Limits.bytes(HTTPHeadParser.maximumSize)]),
      ("redirects", [Limits.number(HTTPRedirection.maximum)]),
      ("attempts of a query or mutation, a shared batch included", [Limits.number(policy.maximumAttempts)]),
      ("the same over a WebSocket or `EventStreamNetwork`", [Limits.number(1 + GraphQLTransportWSClient.maximumQueryRetries)]),
      ("attempts of a subscription", [Limits.time(longest)]),
      ("the payload of a `ping` message that is sent back", [Limits.bytes(GraphQLTransportWSClient.maximumPing)]),
      ("nesting of JSON, in responses and archives", ["\(JSONTape.maximumDepth) levels"]),
      ("a JSON text", [Limits.bytes(JSONTape.maximumLength + 1)]),
      ("combining marks in a row in the name of a JSON member", [Limits.number(JSONNames.maximumMarks)]),
      (
        "gaps in the streamed lists of one response, that is, places that later items have skipped",
        [Limits.number(ResponsePlaces.maximumGaps)]
      ),
      (
        "the value of an enum, if it is not ASCII, and the name of a type",
        ["\(max(ValueCheck.maximumName, KeyTable.maximumLength)) bytes"]
      ),
      ("names of types in one store that no operation mentions", [Limits.number(KeyTable().room)]),
      ("time without data from a response", [Limits.time(http.timeout)]),
      (
        "time without data from an event stream, including its head; then it is opened again",
        [Limits.time(max(http.streamTimeout ?? .zero, events.streamTimeout ?? .zero))]
      ),
      ("wait before another attempt", [Limits.time(policy.initialDelay)]),
      (
        "time until a WebSocket connection is acknowledged, or the stream of `EventStreamNetwork` is open",
        [Limits.time(max(webSocket.acknowledgementTimeout ?? .zero, events.openingTimeout ?? .zero))]
      ),
      (
        "time without data from a WebSocket; then it is opened again",
        [
          silence.map { "\($0.components.seconds)" } ?? "none", Limits.time(silence.map { $0 + (webSocket.pingInterval ?? .zero) }),
          Limits.number(GraphQLTransportWSClient.silentIntervals),
        ]
      ),
      (
        "schema violations kept for one response, in addition to the server's errors", [Limits.number(ResponseValidator.maximumErrors)]
      ),
      (
        "objects in one reading whose record the same reading has met before",
        [Limits.number(RelayStore.Configuration().maximumRepeatedObjects)]
      ),
      (
        "wait of a change of the store for an app's code in another change, such as an updater",
        [Limits.time(RelayStore.Configuration().maximumWriteDelay)]
      ),
      (
        "values in the JSON of data (`data.json`) in addition to those of each object's first place",
        [Limits.number(RowJSON().maximumRepetitions)]
      ),
      (
        "errors in one reading from which on a repeated object adds only the first of each kind", [Limits.number(SharedRows.maximumErrors)]
      ),
    ]
  }

  /// Rows about Linux, likewise.
  private static var onLinux: [(what: String, numbers: [String])] {
    let limits = TransferLimits()
    var rows = [
      (
        what: "requests in progress over one transport, without event streams (Linux)",
        numbers: [Limits.number(limits.maximumTransfers), Limits.number(limits.maximumTransfers / 2)]
      ),
      (
        "event streams in progress over one transport (Linux)",
        [Limits.number(limits.maximumStreams), Limits.number(limits.maximumStreams / 2)]
      ),
      ("wait for a place among them", [Limits.time(limits.maximumWait)]),
    ]
    #if !canImport(Darwin)
      rows += [
        ("the head of a WebSocket handshake", [Limits.bytes(SocketWebSocketThread.maximumHead)]),
        (
          "threads of all WebSockets, and of their searches for hosts (Linux)",
          [Limits.number(SocketWebSocketConnection.threads.limit), Limits.number(AddressLookup.threads.limit)]
        ),
      ]
    #endif
    return rows
  }

  /// Rows whose limit is a property of the code that no constant has. The named test shows it.
  private static let withoutConstant: [(what: String, test: String, numbers: [String])] = [
    ("pongs waiting to be sent", "only the newest of several pings is answered", ["1"]),
    (
      "threads of one HTTP transport (Linux)", "no more requests than allowed are in progress, on one thread, and all are answered", ["1"]
    ),
  ]

  @Test("its numbers are those of the runtime")
  func numbers() throws {
    let table = try SecurityLimits()
    for row in Self.everywhere + Self.onLinux { #expect(table.numbers(row.what) == row.numbers, "\(row.what)") }
    for row in Self.withoutConstant { #expect(table.numbers(row.what) == row.numbers, "\(row.what)") }
    #if !canImport(Darwin)
      // Half of the promised time, so that the thread's work has a margin.
      #expect(table.numbers("closing or cancelling a WebSocket") == [Limits.time(WebSocketExchange.closingTime * 2)])
    #endif
  }

  @Test("limits of two networks that share a row are the same")
  func sharedRows() {
    let (http, webSocket, events) = (HTTPNetwork.Configuration(), WebSocketNetwork.Configuration(), EventStreamNetwork.Configuration())
    #expect(webSocket.maximumMessageSize == events.maximumEventSize)
    #expect(GraphQLTransportWSClient.maximumError == EventStreamRequests.maximumRefusal)
    #expect(http.streamTimeout == events.streamTimeout)
    #expect(webSocket.acknowledgementTimeout == events.openingTimeout)
    #expect(http.retryPolicy.initialDelay == webSocket.initialDelay && webSocket.initialDelay == events.initialDelay)
    #expect(http.retryPolicy.maximumDelay == GraphQLTransportWSClient.maximumDelay)
    #expect(http.retryPolicy.maximumSubscriptionRetries == nil && webSocket.maximumRetries == nil && events.maximumRetries == nil)
    #expect(ValueCheck.maximumName == KeyTable.maximumLength)
  }

  @Test("each row is named by the test of one target")
  func everyRow() throws {
    let tests = try SecurityLimits.tests.map { try String(contentsOf: Repository.url($0), encoding: .utf8) }
    let rows = try SecurityLimits().rows
    #expect(rows.count > 40)
    for row in rows {
      #expect(tests.count { $0.contains("\"\(row.what)\"") } == 1, "\(row.what)")
      #expect(!row.limit.isEmpty && !row.place.isEmpty, "\(row.what)")
    }
    #expect(Set(rows.map(\.what)).count == rows.count)
  }

  @Test("what sets a limit is public")
  func places() throws {
    let sources = try Repository.swiftFiles(in: "Sources/RelayRuntime").map { try String(contentsOf: $0, encoding: .utf8) }
    for row in try SecurityLimits().rows where row.place != "fixed" {
      let names = row.place.split(separator: "`").filter { $0.contains(".") }.compactMap { $0.split(separator: ".").last }
      #expect(!names.isEmpty, "\(row.what)")
      for name in names {
        let found = sources.contains { $0.contains("public var \(name):") || $0.contains("public var \(name) =") }
        #expect(found, "\(row.what): \(name)")
      }
    }
  }

  @Test("a row without a constant has a test")
  func namedTests() throws {
    let sources = try Repository.swiftFiles(in: "Tests/RelayRuntimeTests").map { try String(contentsOf: $0, encoding: .utf8) }
    for row in Self.withoutConstant {
      #expect(sources.contains { $0.contains("@Test(\"\(row.test)\"") }, "\(row.test)")
    }
  }
}
