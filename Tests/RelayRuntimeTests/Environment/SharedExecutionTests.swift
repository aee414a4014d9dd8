import Testing

@testable import RelayRuntime

@Suite("Executions that are shared")
struct SharedExecutionTests {
  private func payload(_ number: Int) -> ExecutedPayload {
    ExecutedPayload(
      operation: ByteKeyTests.operation("1"), errors: number % 100 == 0 ? [GraphQLError(message: "error \(number)")] : [], retention: nil)
  }

  @Test("one that goes on for ever keeps a few payloads; everybody gets each once, and who comes late all errors")
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
}
