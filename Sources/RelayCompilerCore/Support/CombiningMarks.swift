/// The limit for combining marks in a row.
///
/// To compare or hash a text that is not ASCII, Swift normalizes it, and that takes the square of the number of marks in a row. So a text with
/// more of them than Unicode allows in a stream is an error where it is read: in JSON, and in the strings of GraphQL. Everything after that may
/// use texts as keys.
enum CombiningMarks {
  /// Unicode Standard Annex #15, "Stream-Safe Text Format". No language needs nearly as many.
  static let limit = 30

  static func exceedLimit(in text: String) -> Bool {
    var count = 0
    for scalar in text.unicodeScalars {
      count = isMark(scalar) ? count + 1 : 0
      if count > limit { return true }
    }
    return false
  }

  /// Every scalar that normalization may reorder is in one of these categories.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x300, 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
