/// Writes GraphQL names as Swift identifiers.
enum SwiftIdentifier {
  /// The name, in backticks if Swift reserves it.
  static func escaped(_ name: Name) -> SwiftText { reserved.contains(name) ? "`\(name)`" : SwiftText(name) }

  /// The name of a property or a case of a generated type.
  static func member(_ name: Name) -> SwiftText { renamed.contains(name) ? "\(name)_" : escaped(name) }

  /// A parameter: its label in the declaration, its label in a call, and its name inside the body.
  static func parameter(_ name: Name) -> ParameterNames.Parameter {
    var renamed: SwiftText { "\(name)_" }
    if self.renamed.contains(name) { return (renamed, renamed, renamed) }
    // `_` cannot be a label, even in backticks.
    if name == underscore { return ("underscore", "underscore", "underscore") }
    if name == inoutKeyword { return ("`inout`", "`inout`", renamed) }
    if reservedLabels.contains(name) { return ("`\(name)`", SwiftText(name), renamed) }
    return (SwiftText(name), SwiftText(name), reserved.contains(name) ? renamed : SwiftText(name))
  }

  /// `HeroDetails` becomes `heroDetails`, and `URLFields` becomes `urlFields`: leading capitals are lowered, except one that starts a
  /// word.
  static func lowerFirst(_ name: Name) -> Name {
    var result = name.bytes
    var index = 0
    while index < result.count, result[index].isUpper {
      let startsWord = index > 0 && index + 1 < result.count && result[index + 1].isLower
      if startsWord { break }
      result[index] += 0x20
      index += 1
    }
    return Name(result[...])
  }

  static func upperFirst(_ name: Name) -> Name {
    var result = name.bytes
    if let first = result.first { result[0] = first.uppercased }
    return Name(result[...])
  }

  /// Members of every generated type or every Swift type. A field with that name gets an underscore.
  private static let renamed: Set<Name> = ["__row", "__record", "__shape", "__fields", "hashValue"]

  private static let underscore: Name = "_"
  private static let inoutKeyword: Name = "inout"
  private static let reservedLabels: Set<Name> = ["let", "var"]

  /// Keywords, including contextual ones that are not plain identifiers in every position.
  private static let reserved: Set<Name> = [
    "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "nonisolated", "open", "operator", "package", "precedencegroup", "private", "protocol", "public", "rethrows",
    "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while", "Any", "as", "await", "false",
    "is", "nil", "self", "Self", "super", "throws", "true", "try", "actor", "any", "async", "each", "isolated", "macro", "some", "then",
    "sending", "Protocol", "Type", "_", "consume", "copy", "discard", "yield", "unsafe", "get", "set", "willSet", "didSet",
  ]
}
