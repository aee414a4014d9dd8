/// A field without arguments: its name, and its storage key.
struct FieldKey: Sendable, Hashable {
  let name: String
  let key: KeyID

  init(_ name: String) {
    self.name = name
    key = Keys.intern(name)
  }

  /// The field that identifies an object, unless the schema uses another name.
  static let id = FieldKey("id")
}
