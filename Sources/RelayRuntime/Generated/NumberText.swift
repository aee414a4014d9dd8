import Foundation

/// Numbers in strings, as JSON writes them (RFC 8259, section 6). The whole text must be the number: Foundation's own parsers accept the
/// beginning of a text.
enum NumberText {
  /// `nil` if the text is not an integer of 64 bits.
  static func integer(_ text: String) -> Int64? {
    guard let parts = Parts(text), !parts.hasPoint, !parts.hasExponent else { return nil }
    return Int64(text)
  }

  /// `nil` if the text is not a number, or if a `Decimal` cannot represent it exactly.
  static func decimal(_ text: String) -> Decimal? {
    guard let parts = Parts(text) else { return nil }
    guard !parts.digits.isEmpty else { return 0 }
    guard parts.digits.count <= significantDigits, (-exponents...exponents).contains(parts.exponent) else { return nil }
    let digits = String(decoding: parts.digits, as: UTF8.self)
    guard let value = Decimal(string: "\(parts.isNegative ? "-" : "")\(digits)e\(parts.exponent)"), !value.isNaN else { return nil }
    return value
  }

  /// A `Decimal` has 128 bits of digits, and an exponent of eight bits.
  private static let significantDigits = 38
  private static let exponents = 127

  /// A number as its significant digits and a power of ten.
  private struct Parts {
    var isNegative = false
    /// Without zeros at both ends; empty for zero.
    var digits: [UInt8] = []
    var exponent = 0
    var hasPoint = false
    var hasExponent = false

    /// nil if the text is not a number.
    init?(_ text: String) {
      let bytes = Array(text.utf8)
      var position = 0
      func take(_ byte: Character) -> Bool {
        guard position < bytes.count, bytes[position] == byte.asciiValue else { return false }
        position += 1
        return true
      }
      func run() -> ArraySlice<UInt8> {
        let run = bytes[position...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        position = run.endIndex
        return run
      }
      isNegative = take("-")
      let whole = run()
      guard !whole.isEmpty, whole.first != 0x30 || whole.count == 1 else { return nil }
      digits = Array(whole)
      hasPoint = take(".")
      if hasPoint {
        let fraction = run()
        guard !fraction.isEmpty else { return nil }
        digits += fraction
        exponent = -fraction.count
      }
      hasExponent = take("e") || take("E")
      if hasExponent {
        let isSmall = take("-")
        if !isSmall { _ = take("+") }
        let power = run()
        guard !power.isEmpty else { return nil }
        // Nothing of this size is representable, unless the digits are zeros.
        let value = Int(String(decoding: power.drop { $0 == 0x30 }.prefix(9), as: UTF8.self)) ?? 0
        exponent += isSmall ? -value : value
      }
      guard position == bytes.count else { return nil }
      let zeros = digits.reversed().prefix { $0 == 0x30 }.count
      digits = Array(digits.dropLast(zeros).drop { $0 == 0x30 })
      exponent += zeros
    }
  }
}
