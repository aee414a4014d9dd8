import Foundation

@testable import RelayOutbox

/// Everything that has been stored of the entries of an outbox, in all of its processes.
final class Ledger: Sendable {
  struct Record: Sendable {
    let number: Int64
    /// The place in the order of enqueueing, over all processes.
    let order: Int
    let lane: String
    let delivery: OutboxPolicy.Delivery
    /// The keys under which it may have been sent.
    var sentKeys: Set<String> = []
    var keys: Set<String> = []
    var phase: StoredEntry.Phase
    var isRemoved = false
  }

  private let records = Lock<[UUID: Record]>([:])

  var all: [UUID: Record] { records.withLock { $0 } }

  func note(_ changes: [StoredChange]) {
    records.withLock { records in
      for change in changes {
        switch change {
        case .put(let row):
          guard let entry = EntryCoding.entry(row) else { continue }
          var record =
            records[entry.id]
            ?? Record(number: entry.number, order: records.count, lane: entry.lane, delivery: entry.policy.delivery, phase: entry.phase)
          record.phase = entry.phase
          record.keys.insert(entry.key)
          if entry.phase == .sending { record.sentKeys.insert(entry.key) }
          records[entry.id] = record
        case .delete(let number):
          for (id, record) in records where record.number == number { records[id]?.isRemoved = true }
        }
      }
    }
  }
}
