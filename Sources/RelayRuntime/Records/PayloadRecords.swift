/// Records made of a response, with ids of their own, not yet in any store.
struct PayloadRecords: Sendable {
  /// The identities of the records; index = id.
  var names: InternTable
  var records: ContiguousArray<Record>
  /// Keep the storage keys of the records' fields, and the names of their types, until a store has them.
  var leases: [KeyLease] = []
  /// Types that were found under one id.
  var collisions = IdentityCollisions()
  /// Where the fields of finished records are.
  private var arena: FieldArena

  /// - Parameters:
  ///   - capacity: how many records there will probably be.
  ///   - fields: how many fields and records there are at most, where that is known.
  init(capacity: Int = 16, fields: Int = .max) {
    names = InternTable(capacity: capacity)
    arena = FieldArena(capacity: fields)
    records = []
    records.reserveCapacity(capacity)
  }

  /// The id of the record `dataID`; a new record has no type and no fields.
  mutating func record(_ dataID: String) -> RecordID {
    let id = names.intern(dataID)
    if Int(id) == records.count { records.append(Record(type: Keys.none)) }
    return id
  }
}

extension PayloadRecords {
  /// Takes a record out to work on it.
  mutating func take(_ id: RecordID) -> Record {
    var record = Record(type: records[Int(id)].type)
    swap(&record, &records[Int(id)])
    return record
  }

  /// Moves the fields of a new record to those of the records that were finished before it.
  func pack(_ record: inout Record, _ dataID: String) {
    record.pack(into: arena, dataID: dataID)
  }

  /// Makes every link point elsewhere.
  mutating func mapLinks(_ transform: (RecordID) -> RecordID) {
    // A payload that somebody else has too keeps its links.
    let isOnly = isKnownUniquelyReferenced(&arena)
    if isOnly { arena.mapLinks(transform) }
    for index in records.indices where !isOnly || !records[index].fields.isShared { records[index].mapLinks(transform) }
  }
}

extension PayloadRecords {
  /// The identities that a list of links in a record leads to; nil for an item that is null.
  func links(of dataID: String, _ key: KeyID) -> [String?] {
    guard let id = names.find(dataID), records.indices.contains(Int(id)), case .refs(let links) = records[Int(id)][key]
    else { return [] }
    return links.map { names.strings.indices.contains(Int($0)) ? names.strings[Int($0)] : nil }
  }
}
