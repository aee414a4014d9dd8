extension ValueCheck {
  /// Whether a value that is neither null nor a list has the base type. For a custom scalar with a Swift type, that type decides.
  @inline(__always)
  func accepts(_ value: Value) -> Bool {
    switch (base, value) {
    case (.string, .string), (.id, .string), (.id, .int), (.bool, .bool), (.double, .int),
      (.int, .int), (.any, _), (.scalar, _):
      true
    case (.enumeration, .string(let text)): Self.mayBeName(text)
    case (.int, .double(let value)): Int(safe: value) != nil
    // GraphQL specification, section 3.5.2: a Float is finite.
    case (.double, .double(let value)): value.isFinite
    default: false
    }
  }

  /// Whether a list of scalars, at any depth, has the type.
  func acceptsList(_ value: Value) -> Bool {
    switch value {
    case .strings(let texts):
      depth == 1 && (base == .string || base == .id || base == .any || base == .enumeration && texts.allSatisfy(Self.mayBeName))
    case .array(let items): acceptsItems(items, outer: 0)
    default: false
    }
  }

  /// Whether a record's field may have the type: one that was written with another schema may not.
  func mayBe(_ value: Value) -> Bool {
    switch value {
    case .missing, .null: true
    case .array, .strings: depth > 0 ? acceptsList(value) : base == .any || base == .scalar
    case .ref, .refs, .list: false
    default: depth == 0 && (accepts(value) || base == .object)
    }
  }
}
