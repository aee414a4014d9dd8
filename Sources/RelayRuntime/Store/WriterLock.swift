import Foundation
import Synchronization

/// The lock for changes of a store, held from the first access to the records until after the publication. It is recursive, so that app
/// code that runs under it can use the store.
final class WriterLock: Sendable {
  private let lockedByThread = NSRecursiveLock()
  /// The thread that holds the lock, or 0. A thread finds its own number here only if it holds the lock.
  private let holder = Atomic<UInt>(0)
  /// How often the holder has taken the lock. Only the holder accesses it.
  private let depth = Atomic<Int>(0)

  private static var thisThread: UInt { withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) } }

  func lock() {
    lockedByThread.lock()
    if depth.add(1, ordering: .relaxed).newValue == 1 { holder.store(WriterLock.thisThread, ordering: .relaxed) }
  }

  func unlock() {
    if depth.subtract(1, ordering: .relaxed).newValue == 0 { holder.store(0, ordering: .relaxed) }
    lockedByThread.unlock()
  }

  /// Whether the calling thread holds the lock.
  var isHeldHere: Bool { holder.load(ordering: .relaxed) == WriterLock.thisThread }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
