import Foundation

@testable import RelayOutbox

/// The storage of a process that ends at a commit: before it, so that nothing is stored, or after it, so that nothing follows from it.
/// Other commits may fail.
final class KillableStorage: OutboxStorage {
  struct Kill: Sendable, Hashable {
    /// The number of the commit, from 1.
    let commit: Int
    let isBefore: Bool
  }

  private let base: MemoryOutboxStorage
  private let kill: Kill?
  private let ledger: Ledger?
  private let onKill: @Sendable () -> Void
  private let refuses: @Sendable (_ commit: Int) -> Bool
  private let count = Lock(0)
  private let isDead = Lock(false)

  /// - Parameter refuses: whether a commit fails, and nothing is stored, like on a full disk.
  init(
    _ base: MemoryOutboxStorage, kill: Kill? = nil, ledger: Ledger? = nil, onKill: @escaping @Sendable () -> Void = {},
    refuses: @escaping @Sendable (_ commit: Int) -> Bool = { _ in false }
  ) {
    (self.base, self.kill, self.ledger, self.onKill, self.refuses) = (base, kill, ledger, onKill, refuses)
  }

  /// The number of commits so far.
  var commits: Int { count.withLock { $0 } }
  private var hasEnded: Bool { isDead.withLock { $0 } }
  /// Whether the process was killed.
  var wasKilled: Bool { kill.map { commits >= $0.commit } ?? false }

  func rows() throws -> [StoredRow] { try base.rows() }

  func commit(_ changes: [StoredChange]) throws {
    if hasEnded { throw StorageEnded() }
    let number = count.withLock { count in
      count += 1
      return count
    }
    guard let kill, number == kill.commit else {
      if refuses(number) { throw Refusal() }
      return try store(changes)
    }
    isDead.withLock { $0 = true }
    onKill()
    if !kill.isBefore { try store(changes) }
    throw StorageEnded()
  }

  private struct Refusal: Error {}

  private func store(_ changes: [StoredChange]) throws {
    try base.commit(changes)
    ledger?.note(changes)
  }

  func close() { isDead.withLock { $0 = true } }
}
