/// A GraphQL value in variables, responses and custom scalars.
///
/// Integers and doubles are distinct cases, so a 64-bit integer survives a round trip unchanged.
///
/// Strings, and the names of members, are compared by their bytes, as servers compare ids: "é" as one code point differs from "e" with a
/// combining accent, although Swift treats them as equal. But the members of an object are a Swift dictionary, which cannot hold two such
/// names at once; the last one wins.
///
/// ```swift
/// let user: JSON = ["id": "me", "tags": ["a", "b"], "age": 36]
/// print(user["tags"]?[0]?.stringValue ?? "", user["age"] == 36)
/// ```
///
/// See <doc:Scalars>.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])
}

extension JSON: Hashable {
  // Neither of these is recursive, so that nesting does not use the stack.

  public static func == (left: JSON, right: JSON) -> Bool {
    var pairs: [(left: JSON, right: JSON)] = []
    guard isEqual(left, right, &pairs) else { return false }
    while let pair = pairs.popLast() {
      switch (pair.left, pair.right) {
      case (.array(let left), .array(let right)):
        for (left, right) in zip(left, right) { guard isEqual(left, right, &pairs) else { return false } }
      case (.object(let left), .object(let right)):
        for (name, value) in left {
          guard let index = right.index(forKey: name), right[index].key.hasSameBytes(as: name) else { return false }
          guard isEqual(value, right[index].value, &pairs) else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Compares two values, except for the contents of containers of the same size, which it adds to `pairs`.
  private static func isEqual(_ left: JSON, _ right: JSON, _ pairs: inout [(left: JSON, right: JSON)]) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.string(let left), .string(let right)): return left.hasSameBytes(as: right)
    case (.array(let leftItems), .array(let rightItems)):
      guard leftItems.count == rightItems.count else { return false }
      // The addresses are only compared.
      let isSame = unsafe leftItems.withUnsafeBufferPointer { left in
        unsafe rightItems.withUnsafeBufferPointer { unsafe left.baseAddress == $0.baseAddress }
      }
      if !isSame, !leftItems.isEmpty { pairs.append((left, right)) }
      return true
    case (.object(let leftMembers), .object(let rightMembers)):
      guard leftMembers.count == rightMembers.count else { return false }
      if !leftMembers.isEmpty { pairs.append((left, right)) }
      return true
    default: return false
    }
  }

  public func hash(into hasher: inout Hasher) {
    var open = [self]
    while let value = open.popLast() {
      switch value {
      case .null: hasher.combine(0 as UInt8)
      case .bool(let value): hasher.combine(value)
      case .int(let value): hasher.combine(value)
      case .double(let value): hasher.combine(value)
      case .string(let value): hasher.combine(ByteKey(value))
      case .array(let elements):
        hasher.combine(elements.count)
        open.append(contentsOf: elements)
      case .object(let members):
        hasher.combine(members.count)
        // The order of a dictionary is arbitrary.
        for (name, value) in members.sorted(by: { $0.key.precedesByBytes($1.key) }) {
          hasher.combine(ByteKey(name))
          open.append(value)
        }
      }
    }
  }
}

extension JSON {
  /// The member `key` of an object; `nil` if this is not an object or has no such member.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The element at `index` of an array; `nil` if this is not an array or `index` is outside it.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The string, if this is a string.
  public var stringValue: String? {
    if case .string(let value) = self { return value }
    return nil
  }

  /// The boolean, if this is a boolean.
  public var boolValue: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  /// The integer, if this is an integer or a double without a fraction. The double's magnitude must be at most 2⁵³ − 1, because a larger
  /// one may represent several integers.
  public var intValue: Int? {
    switch self {
    case .int(let value): return value
    case .double(let value): return Int(safe: value)
    default: return nil
    }
  }

  /// The number, if this is a number.
  public var doubleValue: Double? {
    switch self {
    case .int(let value): return Double(value)
    case .double(let value): return value
    default: return nil
    }
  }

  /// The elements, if this is an array.
  public var arrayValue: [JSON]? {
    if case .array(let value) = self { return value }
    return nil
  }

  /// The members, if this is an object.
  public var objectValue: [String: JSON]? {
    if case .object(let value) = self { return value }
    return nil
  }

  /// JavaScript's notion of truth, which decides `@include`, `@skip`, `@defer` and `@stream` at run time.
  var isTruthy: Bool {
    switch self {
    case .null: return false
    case .bool(let value): return value
    case .int(let value): return value != 0
    case .double(let value): return value != 0 && !value.isNaN
    case .string(let value): return !value.isEmpty
    case .array, .object: return true
    }
  }
}

extension Int {
  /// The integer equal to a double; `nil` if the double has a fraction, or is so large that it may represent several integers.
  init?(safe value: Double) {
    guard value.magnitude < 0x1p53 else { return nil }
    self.init(exactly: value)
  }
}

/// An alternative name for ``JSON``, for files that import another module with a type of that name.
///
/// ```swift
/// let expected: RelayJSON = ["renameTodo": ["todo": ["id": "1", "text": "Tea"]]]
/// try await environment.commit(RenameTodoMutation(id: "1", text: "Tea"), optimisticResponse: expected)
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayJSON = JSON
