internal import RelayCompilerCore

/// Writes strings of GraphQL (specification, section 2.9.4).
enum StringText {
  /// A description: as a block string if a block string can have this value, otherwise in quotes.
  static func description(_ value: String) -> String { canBeBlock(value) ? block(value) : quoted(value) }

  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\u{C}": text += "\\f"
      case "\r": text += "\\r"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// Whether the value survives "BlockStringValue": it has no control characters, no empty first or last line, and no indentation that all
  /// of its lines have.
  private static func canBeBlock(_ value: String) -> Bool {
    if value.isEmpty { return true }
    for scalar in value.unicodeScalars where scalar.value < 0x20 && scalar != "\n" && scalar != "\t" { return false }
    let lines = self.lines(of: value)
    let hasText = lines.map { !$0.allSatisfy(isBlank) }
    guard hasText.first == true, hasText.last == true else { return false }
    return lines.count == 1 || lines.indices.contains { hasText[$0] && !(lines[$0].first.map(isBlank) ?? false) }
  }

  private static func lines(of value: String) -> [Substring.UnicodeScalarView] {
    value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0).unicodeScalars }
  }

  private static let longestLine = 70

  private static func block(_ value: String) -> String {
    let lines = lines(of: value)
    let escaped = value.escapingTripleQuotes
    // Indentation of all lines but the first would count as common.
    let isIndented = lines.count > 1 && lines.dropFirst().allSatisfy { $0.first.map(isBlank) ?? true }
    let endsInQuotes = escaped.hasSuffix("\\\"\"\"")
    // These would run into the closing quotes.
    let needsLastLine = value.hasSuffix("\"") && !endsInQuotes || value.hasSuffix("\\")
    let isLong = lines.count > 1 || value.utf16.count > longestLine || needsLastLine || isIndented || endsInQuotes
    let beginsBlank = lines.count == 1 && (value.unicodeScalars.first.map(isBlank) ?? false)
    return "\"\"\"" + (isLong && !beginsBlank || isIndented ? "\n" : "") + escaped + (isLong || needsLastLine ? "\n" : "") + "\"\"\""
  }
}
