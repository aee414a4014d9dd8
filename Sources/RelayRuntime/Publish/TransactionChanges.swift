extension StoreTransaction {
  /// The change of a record.
  enum Change: Sendable {
    /// Fields are set; all others stay.
    case merge
    /// The record is replaced.
    case replace
    case delete
  }

  /// The change of one record in a transaction.
  struct Delta: Sendable {
    var record: Record
    let id: RecordID
    /// The attempt that made this delta, or that has noted the one before it.
    fileprivate(set) var attempt: UInt32
    var change: Change
  }
}

/// The changes of records in a transaction, which an attempt can undo. A value, so that each use is checked for exclusive access once, and
/// not for each of its parts.
struct TransactionChanges: Sendable {
  typealias Change = StoreTransaction.Change
  typealias Delta = StoreTransaction.Delta

  /// The changes, in the order of the first change of each record.
  private(set) var deltas: ContiguousArray<Delta> = []
  /// The number of changes up to which looking through them costs less than a table of their places.
  private static let smallCount = 4
  /// The places of the changes; empty while there are few.
  private var places = DeltaPlaces()
  /// What the attempt in progress has overwritten.
  private var journal: AttemptJournal?
  /// The number of attempts so far.
  private var attempts: UInt32 = 0

  // MARK: Reading
  //
  // Nil is what the layer below decides.

  func contains(_ id: RecordID) -> Bool { place(of: id) != nil }

  @inline(__always)
  private func place(of id: RecordID) -> Int? { places.isEmpty ? deltas.firstIndex { $0.id == id } : places[id] }

  /// The record as far as it is known here, and how it changes.
  func record(of id: RecordID) -> (change: Change, record: Record)? {
    place(of: id).map { (deltas[$0].change, deltas[$0].record) }
  }

  func status(of id: RecordID) -> StoreEntry.Status? {
    guard let place = place(of: id) else { return nil }
    return deltas[place].change == .delete ? .deleted : .exists
  }

  func type(of id: RecordID) -> KeyID? {
    guard let place = place(of: id) else { return nil }
    let type = deltas[place].record.type
    switch deltas[place].change {
    case .delete: return Keys.none
    case .replace: return type
    case .merge: return type == Keys.none ? nil : type
    }
  }

  func value(of id: RecordID, _ key: KeyID) -> Value? {
    guard let place = place(of: id) else { return nil }
    switch deltas[place].change {
    case .delete: return .missing
    case .replace: return deltas[place].record[key]
    case .merge:
      let value = deltas[place].record[key]
      return value.isMissing ? nil : value
    }
  }

  // MARK: Writing

  /// Sets a field of a record. It has no errors then.
  mutating func set(_ key: KeyID, _ value: Value, of id: RecordID) {
    let place = place(of: id) ?? add(id)
    note(key, at: place)
    deltas[place].record.set(key, value)
    deltas[place].record.setErrors(key, nil)
  }

  /// Copies fields of another record, with their errors, but not the type's name and those under the `kept` keys.
  mutating func copyFields(of record: Record, to id: RecordID, except kept: [KeyID]) {
    let place = place(of: id) ?? add(id)
    for field in record.fields where field.key != Keys.typename && !kept.contains(field.key) {
      note(field.key, at: place)
      deltas[place].record.set(field.key, field.value)
      deltas[place].record.setErrors(field.key, record.errors?[field.key])
    }
  }

  /// Sets the errors of a field of a record that has changed.
  mutating func setErrors(_ key: KeyID, _ errors: [GraphQLError]?, of id: RecordID) {
    guard let place = place(of: id) else { return }
    note(key, at: place)
    deltas[place].record.setErrors(key, errors)
  }

  /// Replaces the change of a record.
  mutating func put(_ id: RecordID, _ change: Change, _ record: consuming Record) {
    guard let place = place(of: id) else {
      add(id, change, record)
      return
    }
    if journal != nil, deltas[place].attempt != attempts { journal?.note(deltas[place], at: place) }
    deltas[place] = Delta(record: record, id: id, attempt: attempts, change: change)
  }

  /// Takes the records out of a payload and merges them. An attempt cannot undo that.
  ///
  /// - Parameters:
  ///   - copies: how many more records may soon change.
  ///   - isNew: whether the record at an index exists nowhere below.
  mutating func merge(_ payload: inout PayloadRecords, ids: ContiguousArray<RecordID>, copies: Int, isNew: (Int) -> Bool) {
    reserve(ids.count, copies)
    for (index, id) in ids.enumerated() {
      var record = Record(type: Keys.none)
      swap(&record, &payload.records[index])
      guard let place = place(of: id) else {
        // Readings of the new record need not look below it.
        add(id, isNew(index) ? .replace : .merge, record)
        continue
      }
      if deltas[place].change == .delete {
        (deltas[place].change, deltas[place].record) = (.replace, record)
      } else if deltas[place].record.fields.isEmpty, deltas[place].change == .merge {
        if record.type == Keys.none { record.type = deltas[place].record.type }
        deltas[place].record = record
      } else {
        if record.type != Keys.none { deltas[place].record.type = record.type }
        deltas[place].record.merge(record)
      }
    }
  }

  /// Makes room for the deltas of a payload, and for those of its copies.
  private mutating func reserve(_ count: Int, _ copies: Int) {
    // A small payload of many must not make room for exactly its own records, because the tables would move each time.
    guard count > deltas.count else { return }
    deltas.reserveCapacity(deltas.count + count + copies)
    if deltas.count + count > Self.smallCount { makeTable(for: deltas.count + count) }
  }

  /// Makes a table of the places, or room in it for that of `count` changes.
  private mutating func makeTable(for count: Int) {
    let isNew = places.isEmpty
    places.reserve(count)
    guard isNew else { return }
    for (place, delta) in deltas.enumerated() { places.insert(delta.id, at: place) }
  }

  /// Adds the change of a record that has not changed before.
  ///
  /// - Returns: its place.
  @discardableResult
  private mutating func add(_ id: RecordID, _ change: Change = .merge, _ record: consuming Record = Record(type: Keys.none)) -> Int {
    if places.isEmpty, deltas.count >= Self.smallCount { makeTable(for: 2 * Self.smallCount) }
    if !places.isEmpty { places.insert(id, at: deltas.count) }
    deltas.append(Delta(record: record, id: id, attempt: attempts, change: change))
    return deltas.count - 1
  }

  /// Moves the changes out.
  mutating func take() -> ContiguousArray<Delta> {
    var taken: ContiguousArray<Delta> = []
    swap(&taken, &deltas)
    return taken
  }

  // MARK: Attempts

  mutating func beginAttempt() {
    attempts &+= 1
    journal = AttemptJournal(deltaCount: deltas.count)
  }

  mutating func endAttempt() { journal = nil }

  /// Ends the attempt, and restores what it has overwritten.
  mutating func undoAttempt() {
    guard let journal else { return }
    self.journal = nil
    for delta in deltas[journal.deltaCount...] { places.remove(delta.id) }
    deltas.removeLast(deltas.count - journal.deltaCount)
    // A field may have changed before its record was replaced, so the fields come last.
    for (place, delta) in journal.deltas { deltas[place] = delta }
    for (field, earlier) in journal.fields {
      guard let place = place(of: field.record) else { continue }
      deltas[place].record.set(field.key, earlier.value)
      deltas[place].record.setErrors(field.key, earlier.errors)
    }
  }

  /// Notes the value of a field that is about to change.
  private mutating func note(_ key: KeyID, at place: Int) {
    guard journal != nil, deltas[place].attempt != attempts else { return }
    journal?.note(key, of: deltas[place])
  }
}

extension StoreState {
  /// Applies the changes of a transaction, and takes over the memory of their records.
  ///
  /// - Parameter log: what optimistic updates that stay in force have overwritten. Changes of these records are left out.
  mutating func apply(_ deltas: inout ContiguousArray<StoreTransaction.Delta>, except log: UndoLog? = nil) {
    for index in deltas.indices {
      if let log, log.touches(deltas[index].id) { continue }
      var record = Record(type: Keys.none)
      swap(&record, &deltas[index].record)
      let id = deltas[index].id
      switch deltas[index].change {
      case .merge: records.merge(consume record, into: id)
      case .replace: records.replace(id, with: consume record)
      case .delete: delete(id)
      }
    }
  }
}
