import Foundation

/// The ranges of the elements of a JSON array in its text. The elements themselves are not checked.
struct JSONArrayElements {
  private(set) var ranges: [Range<Int>] = []

  /// - Returns: nil if `text` is not an array or the array is not closed.
  init?(_ text: Data) {
    var index = text.startIndex
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    func skipSpace() { while index < text.endIndex, isSpace(text[index]) { index += 1 } }
    skipSpace()
    guard index < text.endIndex, text[index] == UInt8(ascii: "[") else { return nil }
    index += 1
    var (depth, isInString) = (1, false)
    var start = index
    func close(_ end: Int) {
      var end = end
      while start < end, isSpace(text[start]) { start += 1 }
      while start < end, isSpace(text[end - 1]) { end -= 1 }
      if start < end || !ranges.isEmpty { ranges.append(start..<end) }
    }
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { break }
        close(index)
        index += 1
        skipSpace()
        guard index == text.endIndex else { return nil }
        return
      case UInt8(ascii: ",") where depth == 1:
        close(index)
        start = index + 1
      default: break
      }
      index += 1
    }
    return nil
  }
}
