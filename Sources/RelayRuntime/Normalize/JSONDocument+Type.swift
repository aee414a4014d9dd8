extension JSONDocument {
  /// The `__typename` of the object at `position`, or `declared` if the field has only one possible type.
  func type(of position: Int, _ declared: KeyID, _ keys: KeyTable) -> (type: KeyID, lease: KeyLease?) {
    guard declared == Keys.none else { return (declared, nil) }
    return withCursor { cursor in
      let typename = cursor.find("__typename", in: position)
      guard typename >= 0, let name = cursor.value(typename).stringValue, let (type, lease) = keys.typeName(name) else {
        return (Keys.none, nil)
      }
      return (type, lease)
    }
  }
}
