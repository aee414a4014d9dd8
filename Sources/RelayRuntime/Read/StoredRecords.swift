/// The records of a store during one reading. They do not change in that time.
///
/// It contains only pointers and numbers, so that looking up a record needs no reference counting.
///
/// `@safe`: only `RecordTable` makes one, for the time of a reading, in which it neither adds nor removes records. The ids of records come
/// from its names, from links, and from earlier readings, which are adapted when records move. Each of them has an entry; debug builds check
/// that.
@safe struct StoredRecords: BitwiseCopyable {
  private let entries: UnsafeMutableBufferPointer<StoreEntry>
  private let typeRecords: UnsafePointer<[KeyID: RecordID]>
  /// Identifies this reading.
  let stamp: UInt32

  /// - Parameters:
  ///   - entries: the records, valid during the reading.
  ///   - typeRecords: for each type, the record that says to which abstract types it belongs; valid during the reading.
  ///   - stamp: identifies this reading.
  init(_ entries: UnsafeMutableBufferPointer<StoreEntry>, typeRecords: UnsafePointer<[KeyID: RecordID]>, stamp: UInt32) {
    unsafe self.entries = entries
    unsafe self.typeRecords = typeRecords
    self.stamp = stamp
  }

  /// The entry of a record. The id must have been given out by the store.
  @inline(__always)
  subscript(id: RecordID) -> StoreEntry {
    unsafeAddress { unsafe UnsafePointer(address(of: id)) }
    nonmutating unsafeMutableAddress { unsafe address(of: id) }
  }

  @inline(__always)
  private func address(of id: RecordID) -> UnsafeMutablePointer<StoreEntry> {
    assert(unsafe entries.indices.contains(Int(id)), "a record that the store does not have")
    return unsafe entries.baseAddress.unsafelyUnwrapped + Int(id)
  }

  /// Whether a record's type satisfies a condition; `nil` if the store does not know.
  @inline(__always)
  func holds(_ condition: TypeCondition, for record: RecordID) -> Bool? {
    condition.holds(for: self[record].record.type) { implements(record, abstractKey: $0) }
  }

  /// Whether a record's type belongs to the abstract type with a key; `nil` if the store does not know.
  func implements(_ record: RecordID, abstractKey: KeyID) -> Bool? {
    guard let type = unsafe typeRecords.pointee[self[record].record.type], case .exists = self[type].status,
      case .bool(let value) = self[type].record[abstractKey]
    else { return nil }
    return value
  }
}
