import Dispatch
import Foundation
import Testing

@testable import RelayRuntime

@Suite("Shared executions")
struct SharedExecutionTests {
  private func payload(_ number: Int) -> ExecutedPayload {
    ExecutedPayload(
      operation: ByteKeyTests.operation("1"), errors: number % 100 == 0 ? [GraphQLError(message: "error \(number)")] : [], retention: nil)
  }

  @Test("an endless execution keeps few payloads; each consumer gets each payload once, and a late consumer gets all errors")
  func endless() throws {
    let execution = SharedExecution(generation: 0) { _ in }
    let (first, late) = (Recorder<String>(), Recorder<String>())
    let count = Lock(0)
    let source = Lock<(@Sendable (ExecutedPayload) -> Void)?>(nil)
    let membership = execution.join(
      onPayload: { payload in
        count.withLock { $0 += 1 }
        for error in payload.errors { first.append(error.message) }
      }, onEnd: { _ in },
      start: { receive, _ in
        source.withLock { $0 = receive }
        return Task {}
      })
    let receive = try #require(source.withLock { $0 })
    for number in 0..<10_000 {
      receive(payload(number))
      #expect(execution.payloadCount <= SharedExecution.maximumPayloads)
    }
    #expect(count.withLock { $0 } == 10_000)
    let expected = stride(from: 0, to: 10_000, by: 100).map { "error \($0)" }
    #expect(first.values == expected)
    let second = execution.join(
      onPayload: { for error in $0.errors { late.append(error.message) } }, onEnd: { _ in }, start: { _, _ in Task {} })
    #expect(late.values == expected)
    receive(payload(10_000))
    #expect(late.values == expected + ["error 10000"])
    #expect(first.values == expected + ["error 10000"])
    withExtendedLifetime((membership, second)) {}
  }

  private typealias Source = (receive: SharedExecution.OnPayload, end: SharedExecution.OnEnd)

  @Test("a consumer that joins when the execution is about to end gets each payload, and then the end", arguments: [nil, "refused"])
  func joiningBeforeTheEnd(_ message: String?) throws {
    let execution = SharedExecution(generation: 0) { _ in }
    let source = Lock<Source?>(nil)
    let first = execution.join(
      onPayload: { _ in }, onEnd: { _ in },
      start: { receive, end in
        source.withLock { $0 = (receive, end) }
        return Task {}
      })
    let (receive, end) = try #require(source.withLock { $0 })
    receive(payload(0))
    let (begun, heard) = (Recorder<String>(), Recorder<String>())
    let second = execution.join(
      onPayload: { payload in
        let text = payload.errors.map(\.message).joined()
        if begun.append(text) == 1 {
          // Another thread receives the rest and ends while this one gets what it has missed.
          let hasEnded = DispatchSemaphore(value: 0)
          let last = self.payload(100)
          Thread.detachNewThread {
            receive(last)
            end(message.map { RelayError.malformedResponse($0) })
            hasEnded.signal()
          }
          hasEnded.wait()
        }
        heard.append(text)
      }, onEnd: { heard.append($0.map { "\($0)" } ?? "end") }, start: { _, _ in Task {} })
    #expect(heard.values == ["error 0", "error 100", message.map { "\(RelayError.malformedResponse($0))" } ?? "end"])
    withExtendedLifetime((first, second)) {}
  }
}
