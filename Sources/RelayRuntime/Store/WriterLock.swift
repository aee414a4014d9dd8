import Foundation

/// The lock of a store's changes, held from the first look at the records until after the publication. A thread that has it may take it again, so that an
/// app's code, which runs under it, can use the store.
final class WriterLock: Sendable {
  private let lockedByThread = NSRecursiveLock()
  private let holder = Lock(Holder())

  private struct Holder {
    /// The thread that has the lock, or 0. A thread finds its own number here only if it has the lock.
    var thread: UInt = 0
    /// How often it has taken the lock.
    var depth = 0
  }

  private static var thisThread: UInt { withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) } }

  func lock() {
    lockedByThread.lock()
    holder.withLock { holder in
      holder.depth += 1
      if holder.depth == 1 { holder.thread = WriterLock.thisThread }
    }
  }

  func unlock() {
    holder.withLock { holder in
      holder.depth -= 1
      if holder.depth == 0 { holder.thread = 0 }
    }
    lockedByThread.unlock()
  }

  /// Whether the calling thread has the lock.
  var isHeldHere: Bool { holder.withLock { $0.thread } == WriterLock.thisThread }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
