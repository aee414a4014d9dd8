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
}
