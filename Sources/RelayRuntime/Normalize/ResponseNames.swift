/// A cache of the names in one response. A response repeats a few names many times; each is looked up once.
struct ResponseNames {
  private let table: KeyTable
  /// Type names, by their position in the text.
  private var types: ContiguousArray<(start: Int, length: Int, key: KeyID)> = []
  private static let maximumTypes = 16
  /// The texts of storage keys in identities, by step.
  private var keyNames = [Int: String]()
  /// The names of types in identities.
  private var typeNames = [KeyID: String]()

  init(_ table: KeyTable) { self.table = table }

  /// The text of a storage key.
  func name(_ key: KeyID) -> String { table.name(key) }

  /// The text of the storage key of a step.
  mutating func name(_ key: KeyID, ofStep step: Int) -> String {
    if let known = keyNames[step] { return known }
    let name = table.name(key)
    keyNames[step] = name
    return name
  }

  mutating func name(ofType type: KeyID) -> String {
    if let known = typeNames[type] { return known }
    let name = Keys.name(type)
    typeNames[type] = name
    return name
  }

  /// The type that the string at a position names.
  ///
  /// - Parameter leases: receives the lease that keeps the name until a record has the type.
  /// - Returns: `nil` if the string cannot be the name of a type.
  mutating func type(at position: Int, _ cursor: JSONCursor, _ leases: inout [KeyLease]) -> KeyID? {
    // The cursor is the one of the whole response, so it still has the bytes of the types found before.
    let bytes = unsafe cursor.bytes(position)
    let isPlain = cursor.kind(position) == .string
    if isPlain {
      for known in types where known.length == bytes.count {
        if unsafe cursor.text[known.start..<known.start + known.length].elementsEqual(bytes) { return known.key }
      }
    }
    guard let (key, lease) = table.typeName(cursor.string(position)) else { return nil }
    if let lease { leases.append(lease) }
    if isPlain, types.count < ResponseNames.maximumTypes {
      types.append((unsafe JSONTape.start(cursor.tokens[position]), bytes.count, key))
    }
    return key
  }
}
