import Foundation

/// The lock for changes of a store, held from the first access to the records until after the publication. It is recursive, so that app
/// code that runs under it can use the store.
final class WriterLock: Sendable {
  private let lockedByThread = NSRecursiveLock()
  private let holder = Lock(Holder())

  private struct Holder {
    /// The thread that holds the lock, or 0. A thread finds its own number here only if it holds the lock.
    var thread: UInt = 0
    /// How often the holder has taken the lock.
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

  /// Whether the calling thread holds the lock.
  var isHeldHere: Bool { holder.withLock { $0.thread } == WriterLock.thisThread }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
