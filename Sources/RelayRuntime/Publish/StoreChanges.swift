/// The result of a finished transaction.
struct StoreChanges: Sendable {
  /// The change of one record, and the fields that it sets.
  struct Change: Sendable {
    let id: RecordID
    let change: StoreTransaction.Change
    let record: Record
  }
  let records: [Change]
  let invalidatedRecords: [RecordID]
  let invalidatesStore: Bool
}
