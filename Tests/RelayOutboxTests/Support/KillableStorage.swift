import Foundation

@testable import RelayOutbox

/// The storage of a process that ends at a commit: before it, so that nothing is stored, or after it, so that nothing follows from it.
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
  private let count = Lock(0)
  private let isDead = Lock(false)

  init(_ base: MemoryOutboxStorage, kill: Kill?, ledger: Ledger? = nil, onKill: @escaping @Sendable () -> Void = {}) {
    (self.base, self.kill, self.ledger, self.onKill) = (base, kill, ledger, onKill)
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
    guard let kill, number == kill.commit else { return try store(changes) }
    isDead.withLock { $0 = true }
    onKill()
    if !kill.isBefore { try store(changes) }
    throw StorageEnded()
  }

  private func store(_ changes: [StoredChange]) throws {
    try base.commit(changes)
    ledger?.note(changes)
  }

  func close() { isDead.withLock { $0 = true } }
}
