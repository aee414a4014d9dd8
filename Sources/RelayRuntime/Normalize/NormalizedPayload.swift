/// The work of a handler after a payload's records have been written to the store.
///
/// ```swift
/// /// Keeps how many to-dos the last answer was asked for.
/// struct PageSize: FieldHandler {
///   func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
///     store[payload.dataID]?[payload.handleKey] = payload.arguments["first"]
///   }
/// }
/// ```
///
/// See <doc:FeatureByFeature>.
public struct HandleFieldPayload: Sendable, Hashable {
  /// The record that has the field.
  public let dataID: String
  /// The storage key of the server's field.
  public let fieldKey: String
  /// The storage key of the field that the handler maintains.
  public let handleKey: String
  /// The handler's name: `connection`, `appendEdge`, …
  public let handle: String
  /// The field's arguments.
  public let arguments: [String: JSON]
  /// The handler's arguments.
  public let handleArguments: [String: JSON]
  /// What the handler has done with the field so far, if it can continue when parts of the field arrive.
  var progress: (any HandleProgress)?
}

/// What a handler has done with a field, so that it need not start again for each part that arrives.
protocol HandleProgress: AnyObject, Sendable {}

extension HandleFieldPayload {
  /// The same field of another record.
  init(_ field: HandleFieldPayload, of dataID: String) {
    self.init(
      dataID: dataID, fieldKey: field.fieldKey, handleKey: field.handleKey, handle: field.handle, arguments: field.arguments,
      handleArguments: field.handleArguments)
  }

  public static func == (left: HandleFieldPayload, right: HandleFieldPayload) -> Bool {
    left.dataID.hasSameBytes(as: right.dataID) && left.fieldKey.hasSameBytes(as: right.fieldKey)
      && left.handleKey.hasSameBytes(as: right.handleKey) && left.handle == right.handle && left.arguments == right.arguments
      && left.handleArguments == right.handleArguments
  }

  public func hash(into hasher: inout Hasher) {
    for text in [dataID, fieldKey, handleKey, handle] { hasher.combine(ByteKey(text)) }
  }
}

/// A part of a response that the server may send later (`@defer`, `@stream`). The leases of the payload's records keep the names of its type
/// and field.
struct IncrementalPlaceholder: Sendable {
  /// The directive that announces the part.
  enum Kind: Sendable { case `defer`, stream }
  let kind: Kind
  let label: String
  /// The response keys and list indices that lead to the object (`@defer`) or the list (`@stream`).
  let path: [JSON]
  /// The record of the deferred selections or the streamed field.
  let dataID: String
  let type: KeyID
  /// The steps of the normalization plan for the part.
  let steps: Range<Int>
  /// For `@stream`: the key of the field in the record.
  let fieldKey: KeyID
  /// The position of the object in the whole response, in case the server sent everything at once; `nil` if the object arrived in a part.
  var position: Int?
}

/// A normalized response.
struct NormalizedPayload: Sendable {
  var records: PayloadRecords
  var handles: [HandleFieldPayload]
  var placeholders: [IncrementalPlaceholder]
  /// The errors of the response.
  var errors: [GraphQLError]
  /// The record of the root fields.
  var rootID: String
  /// The steps of the operation's plan that select the root fields; `nil` for all of them.
  var steps: Range<Int>?
}
