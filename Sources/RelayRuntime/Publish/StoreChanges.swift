/// The result of a finished transaction.
struct StoreChanges: Sendable {
  /// The changes of records, in the order of the first change of each.
  let records: ContiguousArray<StoreTransaction.Delta>
  let invalidatedRecords: [RecordID]
  let invalidatesStore: Bool
}
