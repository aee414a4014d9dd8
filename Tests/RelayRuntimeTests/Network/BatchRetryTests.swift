import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The attempts of operations whose batch has failed: the batch was the first one.
@Suite("Attempts after a batch", .hangGuard)
struct BatchRetryTests {
  private static func requests(of name: String, _ server: FakeServer) -> Int { server.requests.count { $0.contains(name) } }

  @Test("a query is sent as often as the policy says, the batch included", .cases)
  func attempts() async {
    await eachCase(of: [1, 2, 3, 5]) { try await attempts($0) }
  }

  private func attempts(_ maximum: Int) async throws {
    let server = FakeServer { _ in (503, [:], "busy") }
    let network = RequestBatcherTests.network(
      .init(window: RequestBatcherTests.long, maximumSize: 2),
      retryPolicy: RetryPolicy(maximumAttempts: maximum, initialDelay: .zero), server)
    let results = await RequestBatcherTests.all(["Q1", "Q2"].map { RequestBatcherTests.request($0) }, on: network)
    for result in results { #expect(throws: RelayError.http(status: 503, body: "busy")) { try result.get() } }
    #expect(Self.requests(of: "Q1", server) == maximum && Self.requests(of: "Q2", server) == maximum)
    #expect(server.requests[0].count == 2)
  }

  @Test("the last allowed attempt may succeed")
  func lastAttempt() async throws {
    let alone = Recorder<String>()
    let server = FakeServer { request in
      guard request.operations.count == 1, let name = request.operations.first?.operationName else { return (503, [:], "busy") }
      alone.append(name)
      return alone.values.count { $0 == name } == 1 ? (503, [:], "busy") : nil
    }
    let network = RequestBatcherTests.network(
      .init(window: RequestBatcherTests.long, maximumSize: 2), retryPolicy: RetryPolicy(maximumAttempts: 3, initialDelay: .zero), server)
    let results = await RequestBatcherTests.all(["Q1", "Q2"].map { RequestBatcherTests.request($0) }, on: network)
    for (name, result) in zip(["Q1", "Q2"], results) { #expect(try result.get() == [FakeServer.answer(name)]) }
    #expect(server.requests.count == 5)
  }
}
