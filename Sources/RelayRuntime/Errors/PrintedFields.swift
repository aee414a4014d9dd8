/// What `print`, `dump` and failed expectations show of a value that is not a row: a name and some fields.
struct PrintedFields {
  /// The number of items of a list that are printed.
  static let itemLimit = 10
  /// The number of Unicode scalars of a text that are printed.
  static let textLimit = 200

  let name: String
  let fields: [(label: String, value: Any)]

  /// - Parameters:
  ///   - name: the name of the type.
  ///   - fields: those that are nil are left out, and so are empty lists.
  init(_ name: String, _ fields: [(label: String, value: Any?)]) {
    self.name = name
    self.fields = fields.compactMap { field in
      guard let value = field.value, (value as? [Any])?.isEmpty != true else { return nil }
      return (field.label, value)
    }
  }

  /// On one line.
  var line: String { "\(name)(\(fields.map { "\($0.label): \($0.value)" }.joined(separator: ", ")))" }

  /// The fields, for `dump`.
  func mirror(of value: Any) -> Mirror { Mirror(value, children: fields.map { (label: $0.label, value: $0.value) }, displayStyle: .struct) }

  /// The beginning of a list, with the number of its further items.
  static func list(_ items: some Collection) -> [Any] {
    let more = items.count - itemLimit
    return items.prefix(itemLimit).map { $0 as Any } + (more > 0 ? [PrintedNote(description: "… \(more) more")] : [])
  }

  /// A text, cut to the length that is printed.
  static func text(_ text: String) -> String { cut(text, to: textLimit) }

  /// A message of an error, cut to the length that is printed.
  static func longText(_ text: String) -> String { cut(text, to: 10 * textLimit) }

  /// Cut between Unicode scalars, because a character can be as long as the text.
  private static func cut(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex), end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

/// A text that is not a string of the data, and is printed without quotation marks.
struct PrintedNote: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let description: String
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
