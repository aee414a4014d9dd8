import Testing

@testable import RelayRuntime

/// Gaps are counted for the whole response, whatever the number of its streamed lists.
@Suite("Gaps of several streamed lists")
struct StreamedGapTests {
  private static let names = ["actors", "guests"]

  private static let definition = Plans.operation(
    "StreamedListsQuery",
    normalization: [
      .linked(
        "feed", of: "Feed",
        [.scalar("id", "D!")] + names.map { name in .stream(name, [.linked(name, "[O]", of: "User", [.scalar("id", "D!")])]) })
    ])

  private static func item(_ list: String, _ index: Int) -> String {
    #"{"label":"\#(list)","path":["feed","\#(list)",\#(index)],"data":{"id":"\#(list)\#(index)"}}"#
  }

  @Test("600 in one and 400 in the other are allowed, one more is an error")
  func sum() throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    for excess in [0, 1] {
      var response = IncrementalResponse(OperationDescriptor(Self.definition), in: environment, updater: nil)
      func take(_ text: String) throws { _ = try response.take(NetworkPayload(json: text)) { nil } }
      try take(#"{"data":{"feed":{"id":"f","actors":[],"guests":[]}},"hasNext":true}"#)
      try take(#"{"incremental":[\#(Self.item("actors", 600))],"hasNext":true}"#)
      let last = #"{"incremental":[\#(Self.item("guests", 400 + excess))],"hasNext":true}"#
      if excess == 0 {
        try take(last)
      } else {
        let error = #expect(throws: RelayError.self) { try take(last) }
        #expect(error?.code == "MALFORMED_RESPONSE")
      }
    }
  }
}
