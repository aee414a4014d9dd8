/// The result of a finished transaction.
struct StoreChanges: Sendable {
  struct Change: Sendable {
    let id: RecordID
    let change: StoreTransaction.Change
    let record: Record
  }
  let records: [Change]
  let invalidatedRecords: [RecordID]
  let invalidatesStore: Bool
}
