/// Parses the Swift types and modules named in a configuration. They are copied into generated code, so the text must contain nothing
/// else.
///
///     type       = ( path | "[" type "]" | "[" type ":" type "]" ) "?"*
///     path       = component ( "." component )*
///     component  = identifier ( "<" type ( "," type )* ">" )?
///
/// An identifier is a Swift identifier (The Swift Programming Language, "Lexical Structure"), in backticks if it is a keyword.
package struct SwiftTypeSyntax {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  /// The deepest nesting of types.
  private static let maximumDepth = 32

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Whether the text is exactly one type: a name, optionally qualified and with generic arguments, an optional, an array or a
  /// dictionary.
  static func isType(_ text: String) -> Bool {
    var parser = SwiftTypeSyntax(text)
    return parser.type() && parser.isAtEnd
  }

  /// Whether the text is the name of a type, optionally qualified with a module.
  static func isNominalType(_ text: String) -> Bool {
    var parser = SwiftTypeSyntax(text)
    return parser.path() && parser.isAtEnd
  }

  /// Whether the text is the name of a module.
  package static func isModule(_ text: String) -> Bool {
    var parser = SwiftTypeSyntax(text)
    return parser.identifier() && parser.isAtEnd
  }

  /// Types of TypeScript and Flow that configurations for the web use for scalars. Each is a valid Swift identifier, but not a Swift
  /// type.
  static let namesOfTypeScript: Set<String> = [
    "string", "number", "boolean", "bigint", "symbol", "object", "any", "unknown", "mixed", "never", "void", "null", "undefined",
  ]

  private var isAtEnd: Bool { position == scalars.count }

  private mutating func type() -> Bool {
    guard depth < Self.maximumDepth else { return false }
    depth += 1
    defer { depth -= 1 }
    if skip("[") {
      skipSpaces()
      guard type() else { return false }
      skipSpaces()
      if skip(":") {
        skipSpaces()
        guard type() else { return false }
        skipSpaces()
      }
      guard skip("]") else { return false }
    } else if !path() {
      return false
    }
    while skip("?") {}
    return true
  }

  private mutating func path() -> Bool {
    repeat {
      guard identifier() else { return false }
      guard skip("<") else { continue }
      repeat {
        skipSpaces()
        guard type() else { return false }
        skipSpaces()
      } while skip(",")
      guard skip(">") else { return false }
    } while skip(".")
    return true
  }

  private mutating func identifier() -> Bool {
    let isQuoted = skip("`")
    let start = position
    while position < scalars.count, isPart(scalars[position], isFirst: position == start) { position += 1 }
    guard position > start else { return false }
    if isQuoted { return skip("`") }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[start..<position])
    return !Self.keywords.contains(name)
  }

  private func isPart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "_" { return true }
    return isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard position < scalars.count, scalars[position] == scalar else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces() {
    while skip(" ") {}
  }

  /// Keywords that need backticks as identifiers, and `_`.
  private static let keywords: Set<String> = [
    "_", "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
    "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
