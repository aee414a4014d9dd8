/// Shows characters that cannot be seen, or that change how the text around them looks, as escapes of Swift: `\u{202E}`.
///
/// With such characters, source code and messages can look as if they said something else ("Trojan Source", CVE-2021-42574).
package enum VisibleText {
  package static func escaped(_ text: String) -> String {
    if text.withBytes({ $0.isASCII }) { return text }
    var result = ""
    var visibility = Visibility()
    for scalar in text.unicodeScalars {
      if visibility.hides(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" }

  /// Decides for one scalar of a text after the other.
  struct Visibility {
    /// Whether the previous scalar is a visible one beyond ASCII.
    private var isJoinable = false

    mutating func hides(_ scalar: Unicode.Scalar) -> Bool {
      let value = scalar.value
      if value < 0x80 {
        isJoinable = false
        return false
      }
      switch value {
      case 0xFE0E, 0xFE0F:
        // These choose between an emoji and a plain sign.
        return false
      case 0x200C, 0x200D:
        // The joiners of Persian, of Indic scripts and of emoji.
        defer { isJoinable = false }
        return !isJoinable
      default:
        let isHidden = Self.isHidden(scalar)
        isJoinable = !isHidden
        return isHidden
      }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      if scalar.value < 0xA0 || 0xFFF9...0xFFFB ~= scalar.value { return true }
      switch scalar.properties.generalCategory {
      case .lineSeparator, .paragraphSeparator: return true
      default: return scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }
}
