/// The declarations in a generated Swift file, in their order: each with the types around it. A function's name has its labels, as in the index of
/// a build.
///
/// It knows as much of Swift as is generated.
struct SwiftDeclarations {
  struct Declaration: Hashable, Sendable {
    var path: [String]
    /// The name as it is written, perhaps with backticks.
    var written: String
  }

  private(set) var all: [Declaration] = []

  private var tokens: SwiftTokens
  /// What is around the next token: a type, or nil for a body.
  private var scopes: [[String]?] = []

  init(_ bytes: [UInt8]) {
    tokens = SwiftTokens(bytes)
    var opening: [String]?
    while let token = tokens.next() {
      switch token.text {
      case "{":
        scopes.append(opening)
        opening = nil
      case "}": _ = scopes.popLast()
      case "struct", "enum", "class", "protocol":
        guard let around = currentType, let name = name() else { continue }
        opening = add(name, in: around)
      case "extension":
        guard scopes.isEmpty else { continue }
        var names: [String] = []
        repeat { if let name = name() { names.append(name.plain) } } while tokens.skip(".")
        // A type of the runtime is known by its own name.
        let isGenerated = names.first.map { first in all.contains { $0.path == [first] } } ?? false
        opening = isGenerated ? names : Array(names.suffix(1))
      case "var", "let", "case":
        guard let around = currentType, let name = name() else { continue }
        add(name, in: around)
      case "func":
        guard let around = currentType, let name = name() else { continue }
        addFunction(name, in: around)
      case "init":
        guard let around = currentType else { continue }
        addFunction((plain: "init", written: "init"), in: around)
      default: break
      }
    }
  }

  private typealias Identifier = (plain: String, written: String)

  /// The types around the next token; nil in a body.
  private var currentType: [String]? { scopes.isEmpty ? [] : scopes[scopes.count - 1] }

  private mutating func name() -> Identifier? {
    guard let token = tokens.peek(), token.isIdentifier else { return nil }
    _ = tokens.next()
    return (token.text, token.written)
  }

  @discardableResult
  private mutating func add(_ name: Identifier, in around: [String]) -> [String] {
    let path = around + [name.plain]
    all.append(Declaration(path: path, written: name.written))
    return path
  }

  private mutating func addFunction(_ name: Identifier, in around: [String]) {
    guard tokens.skip("(") else { return }
    var labels = ""
    var depth = 1
    var isLabel = true
    while depth > 0, let token = tokens.next() {
      if isLabel, token.isIdentifier {
        labels += token.text + ":"
        isLabel = false
      }
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ",": isLabel = depth == 1
      default: break
      }
    }
    all.append(Declaration(path: around + ["\(name.plain)(\(labels))"], written: name.written))
  }
}
