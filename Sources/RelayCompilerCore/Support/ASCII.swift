/// Bytes as characters of ASCII.
extension UInt8 {
  var isUpper: Bool { self &- 0x41 < 26 }
  var isLower: Bool { self &- 0x61 < 26 }
  var isDigit: Bool { self &- 0x30 < 10 }
  /// The letter in the other case, if it is one in this case.
  var lowercased: UInt8 { isUpper ? self + 0x20 : self }
  var uppercased: UInt8 { isLower ? self - 0x20 : self }
  /// The hexadecimal digit of a number below sixteen.
  var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x57 + self }
}
