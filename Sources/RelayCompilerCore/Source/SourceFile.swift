/// An input file: its path as shown in messages, and its bytes.
///
/// Each GraphQL literal in a Swift file is a separate `SourceFile` with the bytes of the whole Swift file, so that positions refer to the
/// Swift file. `range` is the part that contains GraphQL.
package struct SourceFile: Sendable {
  package let path: String
  package let bytes: [UInt8]
  /// The part of `bytes` that is GraphQL.
  package let range: Range<Int>

  package init(path: String, bytes: [UInt8], range: Range<Int>? = nil) {
    self.path = path
    self.bytes = bytes
    self.range = range ?? 0..<bytes.count
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// The position of a `SourceFile` in the list of inputs.
package struct FileID: Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }

  package var index: Int { Int(rawValue) }

  /// The file of everything that the compiler itself creates: built-in types, generated operations, added fields.
  package static let generated = FileID(rawValue: .max)

  package static func < (a: FileID, b: FileID) -> Bool { a.rawValue < b.rawValue }
}

extension Array {
  /// The element of a file in a list that has one for each input; nil for what the compiler creates.
  subscript(file: FileID) -> Element? { file.index < count ? self[file.index] : nil }
}

/// A half-open range of bytes in a file.
package struct SourceRange: Hashable, Sendable {
  package let file: FileID
  package let start: UInt32
  package let end: UInt32

  package init(file: FileID, start: UInt32, end: UInt32) {
    self.file = file
    self.start = start
    self.end = end
  }

  package static let generated = SourceRange(file: .generated, start: 0, end: 0)

  package var isGenerated: Bool { file == .generated }

  package func contains(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.end <= end }

  /// From the start of this range to the end of `other`, which must be in the same file.
  func through(_ other: SourceRange) -> SourceRange {
    SourceRange(file: file, start: start, end: max(end, other.end))
  }
}
