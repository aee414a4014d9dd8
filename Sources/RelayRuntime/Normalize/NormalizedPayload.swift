/// Records made of a response, with ids of their own, not yet in any store.
struct PayloadRecords: Sendable {
  /// The identities of the records; index = id.
  var names: InternTable
  var records: ContiguousArray<Record>
  /// Keeps the storage keys of the records' fields until a store has them.
  var lease: KeyLease?
  /// Where the fields of finished records are.
  private var arena = FieldArena()

  init(capacity: Int = 16) {
    names = InternTable(capacity: capacity)
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

/// What a handler has to do once the records of a payload are in place.
public struct HandleFieldPayload: Sendable, Hashable {
  /// The record that has the field.
  public let dataID: String
  /// The storage key of the server's field.
  public let fieldKey: String
  /// The storage key of the handler's own version of it.
  public let handleKey: String
  /// Which handler: `connection`, `appendEdge`, …
  public let handle: String
  /// The field's arguments.
  public let arguments: [String: JSON]
  /// The arguments of the handler.
  public let handleArguments: [String: JSON]
}

/// A part of a response that the server may send later (`@defer`, `@stream`).
struct IncrementalPlaceholder: Sendable {
  enum Kind: Sendable { case `defer`, stream }
  let kind: Kind
  let label: String
  /// The response keys and list indices down to the object (`@defer`) or the list (`@stream`).
  let path: [JSON]
  /// The record that the deferred selections, or the streamed field, belong to.
  let dataID: String
  let type: KeyID
  /// The steps of the normalization plan that the part is normalized with.
  let steps: Range<Int>
  /// For `@stream`: the key of the field in the record.
  let fieldKey: KeyID
  let lease: KeyLease
  /// Where the object is in the document that was normalized, for servers that sent everything at once.
  let position: Int
}

/// A response, normalized.
struct NormalizedPayload: Sendable {
  var records: PayloadRecords
  var handles: [HandleFieldPayload]
  var placeholders: [IncrementalPlaceholder]
  /// The errors of the response.
  var errors: [GraphQLError]
  /// The record that the root fields are in.
  var rootID: String
  /// Fields that the response should have had and has not.
  var missingFields: Int
}

/// Why a response cannot become records.
public enum NormalizationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value of another form than the selections imply: an object where a list should be, a scalar where an object should be, …
  case unexpectedValue(path: String, expected: String)
  /// An object of an interface or union without `__typename`.
  case missingTypename(path: String)

  public var description: String {
    switch self {
    case .unexpectedValue(let path, let expected): return "the response has no \(expected) at \(path.isEmpty ? "its root" : path)"
    case .missingTypename(let path): return "the object at \(path.isEmpty ? "the root" : path) has no __typename"
    }
  }
}
