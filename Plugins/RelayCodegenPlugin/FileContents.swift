import Foundation

/// What the plugin reads of files. It reports nothing: the tool reads the same files, has the same limits, and reports what is beyond them.
enum FileContents {
  private static let largestSource = 64 << 20
  private static let largestConfiguration = 16 << 20

  /// A document or a Swift file; nil if it is too large or cannot be read.
  static func source(_ file: URL) -> Data? {
    isAtMost(largestSource, file) ? try? Data(contentsOf: file, options: .mappedIfSafe) : nil
  }

  /// The members of a configuration; empty if it is too large, or not JSON.
  static func configuration(_ file: URL) -> [String: Any] {
    guard isAtMost(largestConfiguration, file), let json = try? Data(contentsOf: file), !hasTooManyMarks(json) else { return [:] }
    return (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:]
  }

  private static func isAtMost(_ limit: Int, _ file: URL) -> Bool {
    let size = (try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path))?[.size] as? Int
    return size.map { $0 <= limit } ?? false
  }

  /// Whether the texts of a JSON file have more combining marks in a row than the tool accepts. As keys, they would take very long to compare.
  static func hasTooManyMarks(_ json: Data) -> Bool {
    var scalars = String(decoding: json, as: UTF8.self).unicodeScalars.makeIterator()
    var count = 0
    while var scalar = scalars.next() {
      if scalar == "\\", let escaped = scalars.next() {
        scalar = escaped == "u" ? Self.escape(&scalars) : escaped
      }
      count = isMark(scalar) ? count + 1 : 0
      if count > 30 { return true }
    }
    return false
  }

  /// The scalar of four digits or, for the first half of a pair, of the escape that must follow.
  private static func escape(_ scalars: inout String.UnicodeScalarView.Iterator) -> Unicode.Scalar {
    guard let first = unit(&scalars) else { return " " }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard scalars.next() == "\\", scalars.next() == "u", let second = unit(&scalars) else { return " " }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? " "
  }

  private static func unit(_ scalars: inout String.UnicodeScalarView.Iterator) -> UInt32? {
    var digits = ""
    for _ in 0..<4 { if let digit = scalars.next() { digits.unicodeScalars.append(digit) } }
    return UInt32(digits, radix: 16)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: scalar.value >= 0x300
    default: false
    }
  }
}
