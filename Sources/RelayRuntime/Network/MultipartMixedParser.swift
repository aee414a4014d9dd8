import Foundation

/// Cuts a `multipart/mixed` body (RFC 2046, section 5.1) into its parts while it arrives.
///
/// Lines may end in CR LF or LF alone. What stands before the first delimiter and after the last one is skipped. A part whose header
/// says how long it is does not wait for the delimiter after it, which some servers only send together with the next part.
struct MultipartMixedParser {
  private enum State {
    case preamble
    case part
    case finished
  }

  private let delimiter: [UInt8]
  private var buffer: [UInt8] = []
  /// No delimiter starts before this offset of the buffer.
  private var scanned = 0
  private var state = State.preamble

  /// Whether the closing delimiter has been seen.
  var isFinished: Bool { self.state == .finished }

  /// Bytes that wait for the delimiter that ends them.
  var pendingCount: Int { self.buffer.count }

  init(boundary: String) {
    self.delimiter = Array("--\(boundary)".utf8)
  }

  /// The boundary of a `Content-Type` value whose media type is `multipart/mixed`; `-` where the parameter is missing, as the
  /// specification for incremental delivery over HTTP has it. Nil for any other media type.
  static func boundary(ofContentType value: String) -> String? {
    let pieces = value.split(separator: ";", omittingEmptySubsequences: false)
    guard let type = pieces.first, trimmed(type).lowercased() == "multipart/mixed" else { return nil }
    for parameter in pieces.dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, trimmed(pair[0]).lowercased() == "boundary" else { continue }
      var boundary = trimmed(pair[1])
      if boundary.hasPrefix("\""), boundary.hasSuffix("\""), boundary.count >= 2 {
        boundary = String(boundary.dropFirst().dropLast())
      }
      return boundary.isEmpty ? "-" : boundary
    }
    return "-"
  }

  /// Takes the next bytes of the body and returns the contents of the parts that they complete.
  mutating func append(_ chunk: some Sequence<UInt8>) -> [Data] {
    guard self.state != .finished else { return [] }
    self.buffer += chunk
    var parts: [Data] = []
    while let found = self.nextDelimiter() {
      if self.state == .part { parts.append(Self.content(of: self.buffer[..<found.start])) }
      if found.isClosing {
        self.state = .finished
        self.buffer = []
        return parts
      }
      self.state = .part
      self.removePrefix(found.end)
    }
    if self.state == .part, let content = self.completeContent() {
      parts.append(Data(self.buffer[content]))
      self.state = .preamble
      self.removePrefix(content.upperBound)
    }
    return parts
  }

  private mutating func removePrefix(_ count: Int) {
    self.buffer.removeSubrange(..<count)
    self.scanned = 0
  }

  /// Where the content of the part in the buffer is, if its header has a `Content-Length` and that many bytes are there.
  private func completeContent() -> Range<Int>? {
    // No honest header is longer; it is looked at again with every chunk.
    guard let start = Self.startOfContent(self.buffer.prefix(16_384)) else { return nil }
    for line in self.buffer[..<start].split(separator: UInt8(ascii: "\n")) {
      let pair = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "content-length" else { continue }
      guard let length = Int(pair[1].filter { !$0.isWhitespace }), length >= 0, length <= self.buffer.count - start else { return nil }
      let end = start + length
      // Anything but the line break before the delimiter says that the length is wrong.
      guard end == self.buffer.count || [UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(self.buffer[end]) else { return nil }
      return start..<end
    }
    return nil
  }

  private struct Delimiter {
    /// Where the line break before the delimiter starts: the end of the part's content.
    var start: Int
    /// After the delimiter's own line break.
    var end: Int
    var isClosing: Bool
  }

  private mutating func nextDelimiter() -> Delimiter? {
    var index = self.scanned
    while index + self.delimiter.count <= self.buffer.count {
      guard self.isDelimiter(at: index) else {
        index += 1
        continue
      }
      self.scanned = index
      var end = index + self.delimiter.count
      if end + 1 >= self.buffer.count { return nil }
      let isClosing = self.buffer[end] == UInt8(ascii: "-") && self.buffer[end + 1] == UInt8(ascii: "-")
      if !isClosing {
        while end < self.buffer.count, self.buffer[end] != UInt8(ascii: "\n") {
          guard Self.isLinearSpace(self.buffer[end]) else { break }
          end += 1
        }
        if end == self.buffer.count { return nil }
        if self.buffer[end] != UInt8(ascii: "\n") {  // the boundary is a prefix of what the line holds
          index += 1
          continue
        }
        end += 1
      }
      return Delimiter(start: self.endOfLine(before: index), end: end, isClosing: isClosing)
    }
    self.scanned = max(self.scanned, self.buffer.count - self.delimiter.count + 1)
    return nil
  }

  /// Whether the delimiter stands at `index`, at the start of a line.
  private func isDelimiter(at index: Int) -> Bool {
    guard index == 0 || self.buffer[index - 1] == UInt8(ascii: "\n") else { return false }
    for offset in self.delimiter.indices where self.buffer[index + offset] != self.delimiter[offset] { return false }
    return true
  }

  private func endOfLine(before index: Int) -> Int {
    guard index > 0 else { return 0 }
    return index > 1 && self.buffer[index - 2] == UInt8(ascii: "\r") ? index - 2 : index - 1
  }

  /// A part without its header lines.
  private static func content(of part: ArraySlice<UInt8>) -> Data {
    self.startOfContent(part).map { Data(part[$0...]) } ?? Data()
  }

  /// Where a part's content starts: after its first blank line.
  private static func startOfContent(_ part: ArraySlice<UInt8>) -> Int? {
    var line = part.startIndex
    while let newline = part[line...].firstIndex(of: UInt8(ascii: "\n")) {
      let isBlank = newline == line || (newline == line + 1 && part[line] == UInt8(ascii: "\r"))
      line = newline + 1
      if isBlank { return line }
    }
    return nil
  }

  private static func isLinearSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
