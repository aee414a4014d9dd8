/// A `relay.config.js` whose export is an object of values, as JSON: `module.exports = {src: '.', schema: './schema.graphql'}`. Relay.swift's own
/// documentation has the configuration in this form.
enum JavaScriptConfiguration {
  /// - Returns: nil if the file does more than name values: that could only be run.
  static func json(_ text: String) -> String? {
    var scanner = Scanner(rest: Array(text.unicodeScalars)[...])
    guard scanner.skipHead(), let value = scanner.value(depth: 0) else { return nil }
    scanner.skipBlanks()
    if scanner.rest.first == ";" { scanner.rest.removeFirst() }
    scanner.skipBlanks()
    return scanner.rest.isEmpty ? value + "\n" : nil
  }

  private struct Scanner {
    var rest: ArraySlice<Unicode.Scalar>

    /// `module.exports =` or `export default`.
    mutating func skipHead() -> Bool {
      skipBlanks()
      for head in ["module.exports", "export default"] where rest.starts(with: head.unicodeScalars) {
        rest = rest.dropFirst(head.unicodeScalars.count)
        skipBlanks()
        if head == "export default" { return true }
        guard rest.first == "=" else { return false }
        rest.removeFirst()
        return true
      }
      return false
    }

    mutating func skipBlanks() {
      while let first = rest.first {
        if first.properties.isWhitespace {
          rest.removeFirst()
        } else if rest.starts(with: "//".unicodeScalars) {
          rest = rest.drop { $0 != "\n" }
        } else if rest.starts(with: "/*".unicodeScalars) {
          rest = rest.dropFirst(2)
          while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
          rest = rest.dropFirst(2)
        } else {
          return
        }
      }
    }

    mutating func value(depth: Int) -> String? {
      skipBlanks()
      // Deeper than any configuration.
      guard let first = rest.first, depth < 16 else { return nil }
      switch first {
      case "{": return list("{", "}", depth) { $0.member(depth: depth + 1) }
      case "[": return list("[", "]", depth) { $0.value(depth: depth + 1) }
      case "\"", "'": return string()
      default:
        let word = word()
        return ["true", "false", "null"].contains(word) || Int(word) != nil ? word : nil
      }
    }

    private mutating func list(
      _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ depth: Int, _ item: (inout Scanner) -> String?
    ) -> String? {
      rest.removeFirst()
      var items: [String] = []
      while true {
        skipBlanks()
        if rest.first == end { break }
        guard let next = item(&self) else { return nil }
        items.append(next)
        skipBlanks()
        if rest.first == "," { rest.removeFirst() } else if rest.first != end { return nil }
      }
      rest.removeFirst()
      if items.isEmpty { return "\(start)\(end)" }
      let indentation = String(repeating: "  ", count: depth + 1)
      return "\(start)\n" + items.map { indentation + $0 }.joined(separator: ",\n") + "\n" + indentation.dropLast(2) + "\(end)"
    }

    private mutating func member(depth: Int) -> String? {
      let name: String
      if rest.first == "\"" || rest.first == "'" {
        guard let text = string() else { return nil }
        name = text
      } else {
        let word = word()
        if word.isEmpty { return nil }
        name = "\"\(word)\""
      }
      skipBlanks()
      guard rest.first == ":" else { return nil }
      rest.removeFirst()
      return value(depth: depth).map { "\(name): \($0)" }
    }

    private mutating func word() -> String {
      let word = rest.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "$" }
      rest = rest[word.endIndex...]
      return String(String.UnicodeScalarView(word))
    }

    /// With double quotes. One with an escape is left to people.
    private mutating func string() -> String? {
      let quote = rest.removeFirst()
      let content = rest.prefix { $0 != quote && $0 != "\\" && $0 != "\"" && $0.value >= 0x20 }
      rest = rest[content.endIndex...]
      guard rest.first == quote else { return nil }
      rest.removeFirst()
      return "\"\(String(String.UnicodeScalarView(content)))\""
    }
  }
}
