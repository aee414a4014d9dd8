import Foundation
import Synchronization

/// The lock of a store's changes, held from the first look at the records until after the publication. A thread that has it may take it again, so that an
/// app's code, which runs under it, can use the store.
final class WriterLock: Sendable {
  private let lockedByThread = NSRecursiveLock()
  /// The thread that has the lock, or 0. A thread finds its own number here only if it has the lock.
  private let holder = Atomic<UInt>(0)
  /// How often the holder has taken the lock. Nobody else looks.
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

  /// Whether the calling thread has the lock.
  var isHeldHere: Bool { holder.load(ordering: .relaxed) == WriterLock.thisThread }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
