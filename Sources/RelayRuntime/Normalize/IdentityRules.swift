/// The rules by which objects in responses get their identities.
struct IdentityRules: Sendable {
  /// Whether the type is part of an identity, for servers whose ids are unique only within a type.
  var includesType = false
  /// The app's own rule. It receives an object and the name of its type.
  var getDataID: (@Sendable (_ object: ResponseObject, _ typename: String) -> String?)?

  /// Tells rules of different kinds apart, also in other processes.
  var name: String { getDataID != nil ? "getDataID" : includesType ? "byTypeAndID" : "byID" }

  /// Whether objects of two types with the same id share a record, without a rule of the app's own.
  var mixesTypes: Bool { !includesType && getDataID == nil }

  /// The identity of the object at `position`; `nil` if it has none.
  ///
  /// - Parameter typeName: the name of `type`.
  func dataID(
    of position: Int, in document: JSONDocument, _ cursor: JSONCursor, _ plan: NormalizationPlan, type: KeyID, typeName: () -> String
  ) -> String? {
    if getDataID == nil, !plan.keyFields.isEmpty, let fields = plan.keyFields[type] {
      return DataID.keyed(typeName(), fields) { cursor.member($0, of: position) }
    }
    let id = unsafe plan.withIDKey { idKey in
      unsafe mixesTypes ? cursor.id(of: position, idKey: idKey, type: type) : cursor.id(at: position, idKey: idKey)
    }
    if mixesTypes { return id }
    if let getDataID {
      guard let own = getDataID(ResponseObject(document, position, id: id), typeName()), !own.isEmpty else { return nil }
      return own
    }
    guard let id, !id.isEmpty else { return id == nil && type == Keys.viewerType ? DataID.viewer : nil }
    return DataID.typed(typeName(), id)
  }

  /// The identity that an object has by itself.
  func dataID(of position: Int, in document: JSONDocument, _ plan: NormalizationPlan, type: KeyID) -> String? {
    document.withCursor { dataID(of: position, in: document, $0, plan, type: type) { Keys.name(type) } }
  }
}

extension JSONCursor {
  /// The value of a member of an object; `nil` if it has no such member.
  func member(_ name: String, of object: Int) -> JSON? {
    let value = find(name, in: object)
    // A plain `nil` would mean JSON's null.
    return value < 0 ? JSON?.none : self.value(value)
  }

  /// The id of an object as text; `nil` if it has none.
  ///
  /// - Parameter idKey: valid during the call.
  @inline(__always)
  fileprivate func id(at position: Int, idKey: UnsafeBufferPointer<UInt8>) -> String? {
    var hint = position + 1
    let idPosition = unsafe find(idKey, in: position, hint: &hint)
    guard idPosition >= 0 else { return nil }
    switch kind(idPosition) {
    case .string, .escapedString: return string(idPosition)
    case .int: return unsafe String(decoding: bytes(idPosition), as: UTF8.self)
    default: return nil
    }
  }

  /// The identity of an object that is identified by its id; `nil` if it has none.
  ///
  /// - Parameter idKey: valid during the call.
  @inline(__always)
  func id(of position: Int, idKey: UnsafeBufferPointer<UInt8>, type: KeyID) -> String? {
    guard let id = unsafe id(at: position, idKey: idKey) else { return type == Keys.viewerType ? DataID.viewer : nil }
    return id.isEmpty ? nil : id
  }
}
