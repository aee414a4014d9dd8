/// The type of a field in the schema, in a form that allows a fast check of most values.
struct ValueCheck: Sendable {
  /// The type without lists and `!`.
  enum Base: UInt8, Sendable {
    /// A custom scalar without a Swift type.
    case any
    case string, int, double, bool, id, enumeration
    /// A custom scalar with a Swift type.
    case scalar
    case object
  }

  var base = Base.any
  var isNonNull = false
  /// The number of lists around the base type.
  var depth: UInt8 = 0
  /// For each list, starting with the outermost in the lowest bit, whether its items are non-null.
  private var nonNullItems: UInt8 = 0

  init() {}

  init(_ type: SlotType) {
    var type = type
    if case .nonNull(let inner) = type { (isNonNull, type) = (true, inner) }
    while case .list(let item) = type {
      type = item
      if case .nonNull(let inner) = item {
        if depth < 8 { nonNullItems |= 1 << depth }
        type = inner
      }
      depth &+= 1
    }
    switch type {
    case .string: base = .string
    case .int: base = .int
    case .double: base = .double
    case .bool: base = .bool
    case .id: base = .id
    case .enumeration: base = .enumeration
    case .scalar: base = .scalar
    case .object: base = .object
    default: base = .any
    }
  }

  /// Whether the items of the list inside `outer` lists are non-null; `true` if this form cannot represent it.
  func itemsAreNonNull(in outer: Int) -> Bool { outer >= 8 || nonNullItems & (1 << UInt8(outer)) != 0 }

  /// Whether a value that is neither null nor a list has the base type. For a custom scalar with a Swift type, that type decides.
  func accepts(_ json: JSON) -> Bool {
    switch (base, json) {
    case (.string, .string), (.id, .string), (.id, .int), (.bool, .bool), (.double, .int),
      (.int, .int), (.any, _), (.scalar, _):
      true
    case (.enumeration, .string(let value)): Self.mayBeName(value)
    case (.int, .double(let value)): Int(safe: value) != nil
    // GraphQL specification, section 3.5.2: a Float is finite.
    case (.double, .double(let value)): value.isFinite
    default: false
    }
  }

  /// Whether a text may be the value of an enum. Generated code compares it with the names in the schema, which is slow if it is long and
  /// not ASCII, as no name is.
  static func mayBeName(_ text: String) -> Bool { text.utf8.count <= maximumName || text.utf8.allSatisfy { $0 < 0x80 } }

  /// The longest value of an enum that is not ASCII, in bytes.
  static let maximumName = 256

  /// Whether the items of a list have the type.
  ///
  /// - Parameter outer: the number of enclosing lists.
  func acceptsItems(_ items: [JSON], outer: Int) -> Bool {
    items.allSatisfy { item in
      if item.isNull { return !itemsAreNonNull(in: outer) }
      guard outer + 1 < Int(depth) else { return accepts(item) }
      guard case .array(let inner) = item else { return false }
      return acceptsItems(inner, outer: outer + 1)
    }
  }
}

extension SlotType {
  /// The type in GraphQL syntax, as far as the plan knows it.
  ///
  /// - Parameters:
  ///   - scalars: the Swift types of custom scalars.
  ///   - object: the name of an object's type.
  func graphQL(_ scalars: [ScalarType], object: String? = nil) -> String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .double: "Float"
    case .bool: "Boolean"
    case .id: "ID"
    case .enumeration: "enum value"
    case .scalar(let index): scalars.indices.contains(index) ? scalars[index].name : "scalar"
    case .object: object ?? "object"
    case .list(let item): "[\(item.graphQL(scalars, object: object))]"
    case .nonNull(let type): type.graphQL(scalars, object: object) + "!"
    case .result(let type): type.graphQL(scalars, object: object)
    case .json, .fragment, .marker: "value"
    }
  }
}
