// Scalars, enum values, custom scalars, and lists of them.

extension Normalizer {
  /// The value of a scalar field; custom scalars as their Swift types.
  @inline(__always)
  mutating func leaf(_ position: Int, _ step: NormalizationStep) -> Value {
    if step.check.base == .scalar { return customScalar(position, step) }
    if step.check.depth > 0 { return list(position, step.check) }
    let value = scalar(position)
    if options.isResponse, !step.check.accepts(value) { isBroken = true }
    return value
  }

  @inline(never)
  private mutating func list(_ position: Int, _ check: ValueCheck) -> Value {
    if let verdict, !verdict.nulls.isEmpty, cursor.kind(position) == .array {
      return Value(json(position, verdict.nulls, check))
    }
    let value = scalar(position)
    if options.isResponse, !check.acceptsList(value) { isBroken = true }
    return value
  }

  private mutating func customScalar(_ position: Int, _ step: NormalizationStep) -> Value {
    let json = verdict.map { self.json(position, $0.nulls, step.check) } ?? cursor.value(position)
    guard case .scalar(let index) = walk.plan.types[Int(step.valueType)].base, scalars.indices.contains(index) else {
      return Value(json)
    }
    if let box = scalars[index].convert(json, step.check) { return .scalar(box) }
    if options.isResponse { isBroken = true }
    return Value(json)
  }

  /// A value in which some items count as null.
  ///
  /// - Parameter outer: the number of enclosing lists. The lists of the field's type may contain such items, but a value inside them may
  ///   not.
  private func json(_ position: Int, _ nulls: Set<Int>, _ check: ValueCheck, outer: Int = 0) -> JSON {
    if nulls.contains(position) { return .null }
    guard cursor.kind(position) == .array, outer < Int(check.depth) else { return cursor.value(position) }
    var items: [JSON] = []
    cursor.forEachElement(of: position) { items.append(json($0, nulls, check, outer: outer + 1)) }
    return .array(items)
  }

  @inline(__always)
  private func scalar(_ position: Int) -> Value {
    switch cursor.kind(position) {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .string, .escapedString: return .string(cursor.string(position))
    case .int, .double: return Value(cursor.number(position))
    case .array, .object: return Value(cursor.value(position))
    }
  }
}
