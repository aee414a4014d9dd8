/// The records of a response, with their own ids, before they are in a store.
struct PayloadRecords: Sendable {
  /// The identities of the records, indexed by id.
  var names: InternTable
  var records: ContiguousArray<Record>
  /// Keeps the storage keys and type names of the records until a store has them.
  var leases: [KeyLease] = []
  /// Types that were found with the same id.
  var collisions = IdentityCollisions()
  /// When the records were received; `nil` for what no server has sent.
  var reception: Reception?
  /// The fields of one user only, by record.
  var privateFields = [RecordID: Set<KeyID>]()
  /// Whether the store must know when the fields of its records were received.
  var needsTimes = false
  /// The blocks with the fields of finished records.
  private var arena: FieldArena

  /// - Parameters:
  ///   - capacity: an estimate of the number of records.
  ///   - fields: an upper bound of the number of fields and records, if known.
  init(capacity: Int = 16, fields: Int = .max) {
    names = InternTable(capacity: capacity)
    arena = FieldArena(capacity: fields)
    records = []
    records.reserveCapacity(capacity)
  }

  /// The id of the record `dataID`, which is created without type and fields if it is new.
  mutating func record(_ dataID: String) -> RecordID {
    let id = names.intern(dataID)
    if Int(id) == records.count { records.append(Record(type: Keys.none)) }
    return id
  }
}

extension PayloadRecords {
  /// Takes a record out of the table, to be changed in place.
  mutating func take(_ id: RecordID) -> Record {
    var record = Record(type: records[Int(id)].type)
    swap(&record, &records[Int(id)])
    return record
  }

  /// Finishes a new record: moves its fields to the shared blocks.
  func pack(_ record: inout Record, _ dataID: String) {
    record.pack(into: arena, dataID: dataID)
  }

  /// Replaces the ids of all links.
  mutating func mapLinks(_ transform: (RecordID) -> RecordID) {
    // Another owner of the payload must not see its links change.
    let isOnly = isKnownUniquelyReferenced(&arena)
    if isOnly { arena.mapLinks(transform) }
    for index in records.indices where !isOnly || !records[index].fields.isShared { records[index].mapLinks(transform) }
  }
}

extension PayloadRecords {
  /// The identities in a list of links of a record; nil for a null item.
  func links(of dataID: String, _ key: KeyID) -> [String?] {
    guard let id = names.find(dataID), records.indices.contains(Int(id)), case .refs(let links) = records[Int(id)][key]
    else { return [] }
    return links.map { names.strings.indices.contains(Int($0)) ? names.strings[Int($0)] : nil }
  }
}
