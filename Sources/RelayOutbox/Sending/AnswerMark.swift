import Foundation
import RelayRuntime

/// What a store that outlives the process says about the answers that it has: to which entries, as long as these are not removed. It is a record
/// like any other, so whatever keeps the store keeps it together with the answers.
struct AnswerMark {
  private static let field = "answered"

  /// The identity of the record.
  private let dataID: String

  /// - Parameter owner: whose entries they are.
  init(owner: String) { dataID = "client:__outbox:" + RelayEnvironment.digest(of: owner) }

  /// Writes the record, together with an answer. It replaces what was there before.
  ///
  /// - Parameter entries: all entries whose answers are in the store.
  func updater(_ entries: Set<UUID>) -> RelayEnvironment.SelectorStoreUpdater {
    let text = entries.map(\.uuidString).sorted().joined(separator: " ")
    return { [dataID] store in store.create(dataID: dataID, typeName: "__Outbox")[Self.field] = .string(text) }
  }

  /// The entries whose answers an earlier process has written to the store, and the store has kept. Waits for the disk.
  ///
  /// - Throws: ``OutboxError/unavailable(_:)`` if the disk cannot be read; ``RelayError/writeBlocked(_:by:)``.
  func entries(in environment: RelayEnvironment) throws -> Set<UUID> {
    guard environment.store.load(dataID) else { throw OutboxError.unavailable("the store cannot be read") }
    let text = Lock<String?>(nil)
    try environment.commitLocalUpdate { [dataID] store in
      let known = store[dataID]?[Self.field]?.stringValue
      text.withLock { $0 = known }
    }
    return Set((text.withLock { $0 } ?? "").split(separator: " ").compactMap { UUID(uuidString: String($0)) })
  }
}
