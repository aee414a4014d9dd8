/// An object of a response on its way into the store, for a function that says what identifies it
/// (``RelayEnvironment/Configuration/getDataID``).
///
/// Fields are read when they are asked for. A value that is kept keeps the whole response.
public struct ResponseObject: Sendable {
  private let document: JSONDocument
  private let position: Int
  /// The object's id as text, whether the server sent a string or an integer; `nil` where it sent none. It is the field `id`, or the one that
  /// `nodeInterfaceIdField` of the configuration names.
  public let id: String?

  init(_ document: JSONDocument, _ position: Int, id: String?) {
    self.document = document
    self.position = position
    self.id = id
  }

  /// The value of a field; `nil` where the response has none.
  ///
  /// - Parameter responseKey: the field's alias, or its name where it has none. The operation must select it: an identity that depends on a
  ///   field is made of it wherever the object is selected, or is another one where it is not.
  public subscript(responseKey: String) -> JSON? {
    document.withCursor { $0.member(responseKey, of: position) }
  }
}

/// What identifies the objects of responses.
struct IdentityRules: Sendable {
  var identity = RelayEnvironment.Configuration.Identity.byID
  var getDataID: RelayEnvironment.Configuration.GetDataID?

  /// Whether two types that share an id have one record, without anybody having said so.
  var mixesTypes: Bool { identity == .byID && getDataID == nil }

  /// The identity of the object at `position`; `nil` where it has none of its own.
  ///
  /// - Parameters:
  ///   - idKey: the bytes of the response key of ids.
  ///   - typeName: the name of `type`.
  func dataID(
    of position: Int, in document: JSONDocument, _ cursor: JSONCursor, _ plan: NormalizationPlan, idKey: UnsafeBufferPointer<UInt8>,
    type: KeyID, typeName: () -> String
  ) -> String? {
    if getDataID == nil, !plan.keyFields.isEmpty, let fields = plan.keyFields[type] {
      return DataID.keyed(typeName(), fields) { cursor.member($0, of: position) }
    }
    if mixesTypes { return cursor.id(of: position, idKey: idKey, type: type) }
    let id = cursor.id(at: position, idKey: idKey)
    if let getDataID {
      guard let own = getDataID(ResponseObject(document, position, id: id), typeName()), !own.isEmpty else { return nil }
      return own
    }
    guard let id, !id.isEmpty else { return id == nil && type == Keys.viewerType ? DataID.viewer : nil }
    return DataID.typed(typeName(), id)
  }

  /// As above, for an object on its own.
  func dataID(of position: Int, in document: JSONDocument, _ plan: NormalizationPlan, type: KeyID) -> String? {
    document.withCursor { cursor in
      Array(plan.idKey.name.utf8).withUnsafeBufferPointer { idKey in
        dataID(of: position, in: document, cursor, plan, idKey: idKey, type: type) { Keys.name(type) }
      }
    }
  }
}

extension JSONCursor {
  /// The value of a member of an object; `nil` where it has no such member.
  fileprivate func member(_ name: String, of object: Int) -> JSON? {
    let value = find(name, in: object)
    // A bare nil would be JSON's null.
    return value < 0 ? JSON?.none : self.value(value)
  }

  /// The id of an object as text; `nil` where it has none.
  @inline(__always)
  fileprivate func id(at position: Int, idKey: UnsafeBufferPointer<UInt8>) -> String? {
    var hint = position + 1
    let idPosition = find(idKey, in: position, hint: &hint)
    guard idPosition >= 0 else { return nil }
    switch kind(idPosition) {
    case .string, .escapedString: return string(idPosition)
    case .int: return String(decoding: bytes(idPosition), as: UTF8.self)
    default: return nil
    }
  }

  /// The identity of an object whose id is its identity; `nil` where it has none of its own.
  @inline(__always)
  func id(of position: Int, idKey: UnsafeBufferPointer<UInt8>, type: KeyID) -> String? {
    guard let id = id(at: position, idKey: idKey) else { return type == Keys.viewerType ? DataID.viewer : nil }
    return id.isEmpty ? nil : id
  }
}

extension RelayEnvironment.Configuration {
  var identityRules: IdentityRules { IdentityRules(identity: identity, getDataID: getDataID) }
}

/// The pairs of types that were found under one id, each with the id of the first case.
struct IdentityCollisions: Sendable {
  private struct Pair: Hashable {
    let first: KeyID
    let second: KeyID
  }

  /// A server that makes up types must not fill memory or the log.
  private static let maximumCount = 50

  private var pairs: Set<Pair> = []
  /// Those that nobody has been told of.
  private var news: [IdentityCollision] = []

  var isEmpty: Bool { news.isEmpty }

  /// Notes that objects of two types have one identity; what the client has made up for a place is none.
  mutating func note(_ known: KeyID, _ type: KeyID, _ dataID: String) {
    guard known != Keys.none, type != Keys.none, pairs.count < IdentityCollisions.maximumCount, !DataID.isClient(dataID) else { return }
    guard pairs.insert(Pair(first: min(known, type), second: max(known, type))).inserted else { return }
    news.append(IdentityCollision(dataID: dataID, types: (known, type)))
  }

  mutating func note(_ others: IdentityCollisions) {
    for collision in others.news { note(collision.types.0, collision.types.1, collision.dataID) }
  }

  /// Those that nobody has been told of, once.
  mutating func takeNews() -> [IdentityCollision] {
    defer { news = [] }
    return news
  }
}

/// Two types that were found under one id.
struct IdentityCollision: Sendable {
  let dataID: String
  let types: (KeyID, KeyID)

  /// What the log says of it.
  var message: String {
    let names = [Keys.name(types.0), Keys.name(types.1)]
    return """
      \(names[0]) and \(names[1]) share the id "\(dataID)", and so one record: each overwrites fields of the other. Where ids are unique only \
      within a type, set RelayEnvironment.Configuration.identity to .byTypeAndID, or say with getDataID what identifies an object. (Not \
      repeated for these two types.)
      """
  }
}
