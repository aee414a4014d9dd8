package import Foundation

/// Where an outbox keeps its entries, one row each.
///
/// The outbox calls it from one thread at a time.
package protocol OutboxStorage: Sendable {
  /// All rows, in the order of their numbers.
  func rows() throws -> [StoredRow]
  /// Makes changes durable, all of them or none, before it returns.
  ///
  /// - Throws: an error if nothing has changed; ``StorageEnded`` if nothing can be stored any more.
  func commit(_ changes: [StoredChange]) throws
  /// Closes it. Nothing else is called afterwards.
  func close()
}

/// The row of an entry.
package struct StoredRow: Sendable, Hashable {
  /// The place of the entry in the order of enqueueing.
  package let number: Int64
  /// The entry's lane, which is known even if the body is damaged.
  package let lane: String
  /// The entry, as `EntryCoding` writes it.
  package let body: Data

  package init(number: Int64, lane: String, body: Data) {
    self.number = number
    self.lane = lane
    self.body = body
  }
}

/// A change of the rows.
package enum StoredChange: Sendable, Hashable {
  case put(StoredRow)
  case delete(Int64)
}

/// Nothing can be stored any more: the storage is closed, or belongs to another process.
package struct StorageEnded: Error {
  package init() {}
}

/// Keeps rows in memory.
package final class MemoryOutboxStorage: OutboxStorage {
  private let stored: Lock<[Int64: StoredRow]>

  package init(_ rows: [StoredRow] = []) { stored = Lock(Dictionary(rows.map { ($0.number, $0) }) { $1 }) }

  package func rows() throws -> [StoredRow] { stored.withLock { $0.values.sorted { $0.number < $1.number } } }

  package func commit(_ changes: [StoredChange]) throws {
    stored.withLock { stored in
      for change in changes {
        switch change {
        case .put(let row): stored[row.number] = row
        case .delete(let number): stored[number] = nil
        }
      }
    }
  }

  package func close() {}
}
