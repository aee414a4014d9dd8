/// What an attempt to change a transaction has overwritten: the first change of each record and field counts. Deltas that the attempt has
/// added need no note, because they are the last ones.
struct AttemptJournal: Sendable {
  struct Field: Hashable, Sendable {
    let record: RecordID
    let key: KeyID
  }

  /// The number of deltas before the attempt.
  let deltaCount: Int
  /// Deltas that were replaced, each with its place. Their fields may have changed before; see `fields`.
  private(set) var deltas: [(place: Int, delta: StoreTransaction.Delta)] = []
  /// Fields that were changed in deltas from before the attempt.
  private(set) var fields = [Field: (value: Value, errors: [GraphQLError]?)]()

  init(deltaCount: Int) { self.deltaCount = deltaCount }

  /// Notes a delta that is about to be replaced, for the first time in this attempt.
  mutating func note(_ delta: StoreTransaction.Delta, at place: Int) { deltas.append((place, delta)) }

  /// Notes a field that is about to change.
  mutating func note(_ key: KeyID, of delta: borrowing StoreTransaction.Delta) {
    let field = Field(record: delta.id, key: key)
    if fields[field] == nil { fields[field] = (delta.record[key], delta.record.errors?[key]) }
  }
}
