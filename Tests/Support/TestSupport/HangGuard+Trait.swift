import Foundation
package import Testing

/// Cancels a test that hangs. If the test goes on, the process ends, and on Linux says where its threads are: nothing else ends a test that
/// waits for a task of its own, or for a lock.
package struct HangGuardTrait: TestTrait, SuiteTrait, TestScoping {
  private let limit: Duration
  private let patience: Duration
  private let record: @Sendable (String) -> Void

  /// - Parameters:
  ///   - limit: the time after which a test is cancelled.
  ///   - patience: the time that it then has to end.
  ///   - record: gets what is wrong with a test that is cancelled.
  package init(
    limit: Duration, patience: Duration = .seconds(60), record: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }
  ) {
    self.limit = limit
    self.patience = patience
    self.record = record
  }

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await perform(test.displayName ?? test.name, function)
  }

  package func perform(_ name: String, _ function: @Sendable () async throws -> Void) async throws {
    let end = DispatchWorkItem {
      FileHandle.standardError.write(Data("error: \"\(name)\" hangs, although it was cancelled\n".utf8))
      abort()
    }
    defer { end.cancel() }
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await function()
          return true
        }
        group.addTask {
          try await Task.sleep(for: limit)
          return false
        }
        defer { group.cancelAll() }
        guard try await group.next() == false else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(patience / .milliseconds(1))), execute: end)
        record("\"\(name)\" hangs: it has not ended within \(limit)")
      }
    }
  }
}

extension Trait where Self == HangGuardTrait {
  /// For tests that wait for another task, thread or process, which might never do what they wait for.
  package static var hangGuard: Self { HangGuardTrait(limit: HangGuard.time) }

  /// For tests that also work for as long as the environment tells them to.
  /// - Parameter seconds: how long that is.
  package static func hangGuard(after seconds: Double) -> Self { HangGuardTrait(limit: HangGuard.time + .seconds(seconds)) }
}
