/// What a slot of a row holds.
public struct Slot: Sendable {
  let value: SlotValue

  init(_ value: SlotValue) { self.value = value }

  init(_ json: JSON) { value = SlotValue(json) }
}

/// A type that a field can be read as.
///
/// Reading never fails: where the data is gone, or of another type than the schema says, a type has a fallback.
public protocol RowValue: Sendable {
  /// The value of a slot, or the type's fallback.
  static func __read(_ slot: Slot) -> Self
  /// The value of a slot that holds something; `nil` where that is not of the type.
  static func __readIfPresent(_ slot: Slot) -> Self?
}

extension RowValue {
  public static func __readIfPresent(_ slot: Slot) -> Self? { __read(slot) }
}

extension Optional: RowValue where Wrapped: RowValue {
  public static func __read(_ slot: Slot) -> Wrapped? {
    switch slot.value {
    case .missing, .null, .errors: return nil
    default: return Wrapped.__readIfPresent(slot)
    }
  }
}

extension Array: RowValue where Element: RowValue {
  public static func __read(_ slot: Slot) -> [Element] {
    switch slot.value {
    case .list(let items): return items.map { Element.__read(Slot($0)) }
    case .strings(let items):
      // The types are the same then, and in unspecialised code a conditional cast of an array costs many times more.
      if Element.self == String.self { return unsafeBitCast(items, to: [Element].self) }
      return items.map { Element.__read(Slot(SlotValue.string($0))) }
    case .array(let items): return items.map { Element.__read(Slot($0)) }
    case .scalar(let box):
      guard let list = box as? ScalarList else { return [] }
      return list.items.map { Element.__read(Slot($0.map { .scalar($0) } ?? SlotValue.null)) }
    default: return []
    }
  }
}

extension Result: RowValue where Success: RowValue, Failure == FieldErrors {
  public static func __read(_ slot: Slot) -> Result<Success, FieldErrors> {
    if case .errors(let errors) = slot.value { return .failure(errors) }
    return .success(Success.__read(slot))
  }
}

extension FragmentPointer: RowValue {
  public static func __read(_ slot: Slot) -> FragmentPointer { FragmentPointer.nowhere }
}
