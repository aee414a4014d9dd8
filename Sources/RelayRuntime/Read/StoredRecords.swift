/// The records of a store while they are read: nothing changes them meanwhile.
struct StoredRecords {
  let entries: UnsafeMutableBufferPointer<StoreEntry>
  private let typeRecords: [KeyID: RecordID]
  /// Tells this reading from all others.
  let stamp: UInt32

  /// - Parameters:
  ///   - entries: the records, valid while they are read.
  ///   - typeRecords: for each type the record that says which abstract types it belongs to.
  ///   - stamp: tells this reading from all others.
  init(_ entries: UnsafeMutableBufferPointer<StoreEntry>, typeRecords: [KeyID: RecordID], stamp: UInt32) {
    self.entries = entries
    self.typeRecords = typeRecords
    self.stamp = stamp
  }

  /// The place of a record. The id of a record is one that the store has given.
  @inline(__always)
  subscript(id: RecordID) -> StoreEntry {
    _read {
      assert(entries.indices.contains(Int(id)), "a record that the store does not have")
      yield entries[Int(id)]
    }
    nonmutating _modify {
      assert(entries.indices.contains(Int(id)), "a record that the store does not have")
      yield &entries[Int(id)]
    }
  }

  /// Whether a record's type fulfils a condition; `nil` when the store does not know.
  @inline(__always)
  func holds(_ condition: TypeCondition, for record: RecordID) -> Bool? {
    condition.holds(for: self[record].record.type) { implements(record, $0) }
  }

  /// Whether a record's type belongs to the abstract type with a key; `nil` when the store does not know.
  func implements(_ record: RecordID, _ abstractKey: KeyID) -> Bool? {
    guard let type = typeRecords[self[record].record.type], case .exists = self[type].status,
      case .bool(let value) = self[type].record[abstractKey]
    else { return nil }
    return value
  }
}
