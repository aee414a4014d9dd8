/// A node of a plan: an array that begins with its kind. Trailing elements that are `0` may be left out.
struct PlanNode {
  let code: PlanCode
  private let elements: [JSON]

  init(code: PlanCode, elements: [JSON]) {
    self.code = code
    self.elements = elements
  }

  /// The element at an index; `0` if there is none.
  subscript(index: Int) -> JSON { elements.indices.contains(index) ? elements[index] : 0 }

  /// The text at an index; `nil` for `0`.
  func text(_ index: Int) -> String? { self[index].stringValue }

  /// The process-wide key of the name at an index; none for `0`.
  func key(_ index: Int) -> KeyID { text(index).map { Keys.intern($0) } ?? Keys.none }

  func flag(_ index: Int) -> Bool { self[index].intValue == 1 || self[index].boolValue == true }

  func arguments(_ index: Int) -> [Argument] { PlanNode.arguments(self[index]) }

  /// A value without a name, `[kind, value]`; `nil` for `0`.
  func value(_ index: Int) -> ArgumentValue? {
    guard case .array(let parts) = self[index] else { return nil }
    return PlanNode.value(kind: parts.first, parts.dropFirst().first)
  }

  private static func arguments(_ json: JSON?) -> [Argument] {
    guard case .array(let items) = json else { return [] }
    return items.compactMap { item in
      guard let name = item[0]?.stringValue, let value = value(kind: item[1], item[2]) else { return nil }
      return Argument(name: name, value: value)
    }
  }

  private static func value(kind: JSON?, _ value: JSON?) -> ArgumentValue? {
    guard let code = kind?.intValue.flatMap(PlanArgumentCode.init(rawValue:)) else { return nil }
    switch code {
    case .literal: return .literal(value ?? .null)
    case .variable: return value?.stringValue.map { .variable($0) }
    case .list: return .list((value?.arrayValue ?? []).map { item in item.isNull ? nil : self.value(kind: item[0], item[1]) })
    case .object: return .object(arguments(value))
    }
  }
}
