extension [JSON] {
  /// The response keys and list indices of a path, joined by dots.
  var pathText: String { map { $0.stringValue ?? $0.description }.joined(separator: ".") }
}

extension JSON {
  /// An id as text: servers send strings and integers.
  var idText: String? {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    default: nil
    }
  }

  /// The value at a path of member names and list indices.
  func value(at path: ArraySlice<JSON>) -> JSON? {
    var value: JSON? = self
    for step in path {
      switch step {
      case .string(let name): value = value?[name]
      case .int(let index): value = value?[index]
      default: return nil
      }
    }
    return value
  }
}
