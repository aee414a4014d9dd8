import TestSupport
import Testing

@testable import RelayRuntime

/// How a loop over a subscription or a poll ends when its task is cancelled.
@Suite("Cancelled sequences")
struct CancelledSequenceTests {
  /// Runs a loop over `sequence` in a task.
  private static func loop<Element>(
    _ sequence: AsyncThrowingStream<Element, any Error>, onElement: @escaping @Sendable () async -> Void = {}
  ) -> Task<String, Never> where Element: Sendable {
    Task {
      do {
        for try await _ in sequence { await onElement() }
        return "ended"
      } catch { return "\(error)" }
    }
  }

  @Test("an error that the cancellation itself causes is not thrown")
  func errorOfCancellation() async {
    for _ in 0..<100 {
      let source = AsyncThrowingStream<MeteredElement<Int>, any Error> { continuation in
        // The producer learns of the cancellation before the consumer does.
        continuation.onTermination = { _ in continuation.finish(throwing: CancellationError()) }
      }
      let task = Self.loop(.elements(of: source))
      await Task.yield()
      task.cancel()
      #expect(await task.value == "ended")
    }
  }

  /// When the task is cancelled.
  enum Moment: String, CaseIterable, CustomTestStringConvertible {
    case beforeTheFirstEvent, duringAnEvent, afterAnEvent, withEventsThatWait, whileTheNetworkFails

    var testDescription: String { rawValue }
  }

  @Test("a loop over a subscription ends without an error, whenever it is cancelled", arguments: Moment.allCases)
  func subscriptions(_ moment: Moment) async throws {
    for _ in 0..<20 {
      let mock = MockEnvironment()
      let taken = Recorder<Bool>()
      let sequence = mock.environment.subscribe(TodoChangedSubscription())
      let operation = try await mock.nextOperation(TodoChangedSubscription.self)
      let task = Self.loop(sequence) {
        taken.append(true)
        // Until it is cancelled.
        if moment == .duringAnEvent || moment == .withEventsThatWait { try? await Task.sleep(for: .seconds(3_600)) }
      }
      let count =
        switch moment {
        case .beforeTheFirstEvent: 0
        case .withEventsThatWait: 3
        default: 1
        }
      for _ in 0..<count {
        try await mock.nextValue(operation, data: ["change": ["kind": "ADDED", "todo": ["id": "t1", "text": "T"]]])
      }
      try await eventually { taken.values.count >= min(count, 1) }
      if moment == .whileTheNetworkFails {
        async let failure: Void = mock.reject(operation, RelayError.malformedResponse("lost"))
        task.cancel()
        _ = try? await failure
        #expect(["ended", "\(RelayError.malformedResponse("lost"))"].contains(await task.value))
      } else {
        task.cancel()
        #expect(await task.value == "ended")
      }
      #expect(taken.values.count == min(count, 1))
    }
  }

  @Test("a loop over a poll ends without an error")
  func polls() async throws {
    for _ in 0..<20 {
      let mock = MockEnvironment()
      let task = Self.loop(mock.environment.poll(HomeQuery(), every: .zero))
      let operation = try await mock.nextOperation(HomeQuery.self)
      try await mock.resolve(operation, data: ["viewer": nil, "news": nil])
      task.cancel()
      #expect(await task.value == "ended")
    }
  }
}
