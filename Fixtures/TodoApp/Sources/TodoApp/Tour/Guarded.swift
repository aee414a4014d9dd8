import Foundation

/// A value that only one thread uses at a time. The standard library's `Mutex` requires macOS 15 or iOS 18.
// Sendable: the value is only used while the lock is held.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
