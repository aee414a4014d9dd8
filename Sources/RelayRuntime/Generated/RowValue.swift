extension Generated {
  /// The contents of a slot of a row.
  public struct Slot: Sendable {
    let value: SlotValue

    init(_ value: SlotValue) { self.value = value }

    init(_ json: JSON) { value = SlotValue(json) }
  }
}

extension Generated {
  /// A type of generated properties.
  ///
  /// Reading never fails: if the data is gone, or does not have the type that the schema says, the type's fallback is used.
  public protocol RowValue: Sendable {
    /// The value of a slot, or the type's fallback.
    static func __read(_ slot: Generated.Slot) -> Self
    /// The value of a slot that is not empty; `nil` if the value does not have this type.
    static func __readIfPresent(_ slot: Generated.Slot) -> Self?
  }
}

extension Generated.RowValue {
  public static func __readIfPresent(_ slot: Generated.Slot) -> Self? { __read(slot) }
}

extension Optional: Generated.RowValue where Wrapped: Generated.RowValue {
  public static func __read(_ slot: Generated.Slot) -> Wrapped? {
    switch slot.value {
    case .missing, .null, .errors: return nil
    default: return Wrapped.__readIfPresent(slot)
    }
  }
}

extension Array: Generated.RowValue where Element: Generated.RowValue {
  public static func __read(_ slot: Generated.Slot) -> [Element] {
    switch slot.value {
    case .list(let items): return items.map { Element.__read(Generated.Slot($0)) }
    case .strings(let items):
      // The types are identical here. In unspecialized code, a conditional cast of an array is many times slower.
      if Element.self == String.self { return unsafe unsafeBitCast(items, to: [Element].self) }
      return items.map { Element.__read(Generated.Slot(SlotValue.string($0))) }
    case .array(let items): return items.map { Element.__read(Generated.Slot($0)) }
    case .scalar(let box):
      guard let list = box as? ScalarList else { return [] }
      return list.items.map { Element.__read(Generated.Slot($0.map { .scalar($0) } ?? SlotValue.null)) }
    default: return []
    }
  }
}

extension Result: Generated.RowValue where Success: Generated.RowValue, Failure == FieldErrors {
  public static func __read(_ slot: Generated.Slot) -> Result<Success, FieldErrors> {
    if case .errors(let errors) = slot.value { return .failure(errors) }
    return .success(Success.__read(slot))
  }
}

extension FragmentPointer: Generated.RowValue {
  public static func __read(_ slot: Generated.Slot) -> FragmentPointer { FragmentPointer.nowhere }
}
