/// How old data may be: the value of a field, or whatever an operation shows that has no age of its own.
///
/// The compiler finds it in the schema and in documents, so that a plan has at most one for each field.
struct FieldAge: Sendable, Hashable, BitwiseCopyable {
  /// The age in seconds from which the value is stale; `nil` if neither the schema nor a document says one. 0 is always stale.
  var maxAge: Int32?
  /// For how many seconds after that the value may be shown while it is fetched again; `nil` if no document says it.
  var staleWhileRevalidate: Int32?
  /// Whether the value belongs to whoever has fetched it (`scope: PRIVATE`).
  var isPrivate = false

  /// The age of a field that has none.
  static let none = FieldAge()
}

extension FieldAge {
  /// A scope of `@cacheControl` in a plan. It also holds for what is selected below, unless that has another.
  enum Scope: Sendable {
    case `private`, `public`
  }

  /// Parses the notation of plans: seconds, `+` and the seconds after them, and `P` or `U` for a private or public scope, each of them
  /// optional.
  ///
  /// - Returns: `nil` if the text is something else.
  static func parse(_ text: Substring) -> (age: FieldAge, scope: Scope?)? {
    var text = text
    var age = FieldAge()
    age.maxAge = number(&text)
    if text.first == "+" {
      text.removeFirst()
      guard let seconds = number(&text) else { return nil }
      age.staleWhileRevalidate = seconds
    }
    switch text {
    case "": return (age, nil)
    case "P": return (age, .private)
    case "U": return (age, .public)
    default: return nil
    }
  }

  private static func number(_ text: inout Substring) -> Int32? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int32(digits) else { return nil }
    text.removeFirst(digits.count)
    return number
  }
}
