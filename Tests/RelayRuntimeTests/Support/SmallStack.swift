import Foundation

@testable import RelayRuntime

/// Runs code on a thread with the smallest stack that a system may provide.
enum SmallStack {
  static let size = 256 << 10

  /// Runs `body` on a thread with a stack of this size, in bytes, and waits for it.
  static func run<Result: Sendable>(size: Int = size, _ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Lock<Swift.Result<Result, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let box = Box(outcome)
    let thread = Thread {
      let result = Swift.Result { try body() }
      box.value.withLock { $0 = result }
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    guard let result = box.value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  private final class Box<Value: ~Copyable & Sendable>: Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
  }
}
