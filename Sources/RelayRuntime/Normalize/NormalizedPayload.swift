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

extension HandleFieldPayload {
  public static func == (left: HandleFieldPayload, right: HandleFieldPayload) -> Bool {
    left.dataID.hasSameBytes(as: right.dataID) && left.fieldKey.hasSameBytes(as: right.fieldKey)
      && left.handleKey.hasSameBytes(as: right.handleKey) && left.handle == right.handle && left.arguments == right.arguments
      && left.handleArguments == right.handleArguments
  }
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
  let leases: [KeyLease]
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
}

/// Why a response cannot become records.
public enum NormalizationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The response has something else than the schema says, where no field above it may be null.
  ///
  /// - Parameters:
  ///   - path: the response keys and list indices down from the root, joined by dots.
  ///   - expected: the type that the schema says, or in words what should be there.
  ///   - found: what the response has.
  case unexpectedValue(path: String, expected: String, found: String)
  /// An object of an interface or union without `__typename`.
  case missingTypename(path: String)
  /// The server has reported errors for fields that must not be null, and no field above them may be null either.
  case nullInPlaceOfData(path: String)

  /// The `code` in the extensions of a ``GraphQLError`` that stands for a place where a response breaks the schema.
  public static let code = "RESPONSE_BREAKS_SCHEMA"

  /// The same as errors of a response.
  var graphQLErrors: [GraphQLError] {
    [GraphQLError(message: description, extensions: ["code": .string(NormalizationError.code)])]
  }

  public var description: String {
    switch self {
    case .unexpectedValue(let path, let expected, let found):
      "The response breaks the schema at \(path.isEmpty ? "its root" : path): expected \(expected), found \(found)."
    case .missingTypename(let path): "The object at \(path.isEmpty ? "the response's root" : path) has no __typename."
    case .nullInPlaceOfData(let path): "Errors of the server leave nothing of \(path.isEmpty ? "the response" : path)."
    }
  }
}
