import Foundation

/// Splits a `multipart/mixed` body (RFC 2046, section 5.1) into its parts as it arrives.
///
/// Lines may end in CR LF or LF alone. Everything before the first delimiter and after the last one is skipped. A part with a content
/// length, or one that is a complete JSON object, does not wait for the following delimiter, which some servers only send together with
/// the next part.
///
/// It reads each byte once and keeps only the content of the current part.
struct MultipartMixedParser {
  private enum State {
    /// Before a delimiter; nothing is kept.
    case preamble
    case header
    case content
    case finished
  }

  /// What the current line may be.
  private enum Line {
    /// The beginning of the delimiter.
    case delimiter(Int)
    /// A delimiter, followed by the first of the two closing hyphens.
    case hyphen
    /// A delimiter followed by white space.
    case padding
    case closing
    case other
  }

  private let delimiter: [UInt8]
  private var state = State.preamble
  private var line = Line.delimiter(0)
  /// The beginning of a header line, without its line break.
  private var headerLine: [UInt8] = []
  /// The content length from the header.
  private var length: Int?
  private var content = Data()
  /// The end of the content, before the line break, if the current line is a delimiter.
  private var end = 0
  private var skipped = 0
  private var object = JSONObjectEnd()

  /// Whether the closing delimiter has been seen.
  var isFinished: Bool { state == .finished }

  /// The bytes received since the last complete part.
  var pendingCount: Int { content.count + skipped }

  init(boundary: String) {
    delimiter = Array("--\(boundary)".utf8)
  }

  /// The boundary of a `Content-Type` value whose media type is `multipart/mixed`; `-` without the parameter, as in the specification for
  /// incremental delivery over HTTP. Nil for any other media type.
  static func boundary(ofContentType value: String) -> String? {
    guard value.mediaType.hasSameBytes(as: "multipart/mixed") else { return nil }
    for parameter in value.pieces(at: UInt8(ascii: ";")).dropFirst() {
      let pair = parameter.pieces(at: UInt8(ascii: "="), maximum: 2)
      guard pair.count == 2, pair[0].asciiTrimmed.asciiLowercased.hasSameBytes(as: "boundary") else { continue }
      var boundary = pair[1].asciiTrimmed.utf8[...]
      if boundary.count >= 2, boundary.first == UInt8(ascii: "\""), boundary.last == UInt8(ascii: "\"") {
        boundary = boundary.dropFirst().dropLast()
      }
      return boundary.isEmpty ? "-" : String(decoding: boundary, as: UTF8.self)
    }
    return "-"
  }

  /// Takes the next bytes of the body and returns the contents of the parts that they complete.
  mutating func append(_ chunk: some Collection<UInt8>) -> [Data] {
    if let parts = chunk.withContiguousStorageIfAvailable({ unsafe take($0) }) { return parts }
    return unsafe Array(chunk).withUnsafeBufferPointer { unsafe take($0) }
  }

  /// - Parameter chunk: valid during the call. An index is less than the number of its bytes, and `start` is at most the next one.
  private mutating func take(_ chunk: UnsafeBufferPointer<UInt8>) -> [Data] {
    var parts: [Data] = []
    /// The bytes before this index are in the content or skipped.
    var start = 0
    var index = 0
    while index < chunk.count, state != .finished {
      if case .other = line {
        // Such a line is evaluated only at its end.
        let lineEnd = unsafe chunk.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? chunk.count
        if state == .header { unsafe keepHeader(UnsafeBufferPointer(rebasing: chunk[index..<lineEnd])) }
        index = lineEnd
        if index == chunk.count { break }
      }
      let byte = unsafe chunk[index]
      let passesDelimiter = readLine(byte)
      index += 1
      if passesDelimiter {
        unsafe keep(chunk[start..<index])
        start = index
        passDelimiter(&parts)
      } else if byte != UInt8(ascii: "\n") {
        if state == .header { unsafe keepHeader(UnsafeBufferPointer(rebasing: chunk[(index - 1)..<index])) }
      } else {
        line = .delimiter(0)
        if state == .content {
          let last = unsafe index - 1 > start ? chunk[index - 2] : content.last
          end = content.count + (index - 1 - start) - (last == UInt8(ascii: "\r") ? 1 : 0)
        } else if state == .header {
          unsafe keep(chunk[start..<index])
          start = index
          endHeaderLine()
        }
      }
    }
    if state != .finished { unsafe keep(chunk[start...]) }
    if let part = completeContent() { parts.append(part) }
    return parts
  }

  /// Processes a byte to find the kind of the current line.
  /// - Returns: whether the line is a delimiter that ends with this byte.
  private mutating func readLine(_ byte: UInt8) -> Bool {
    switch line {
    case .delimiter(let count) where count < delimiter.count:
      line = byte == delimiter[count] ? .delimiter(count + 1) : .other
    case .delimiter where byte == UInt8(ascii: "-"): line = .hyphen
    case .hyphen:
      line = byte == UInt8(ascii: "-") ? .closing : .other
      return byte == UInt8(ascii: "-")
    case .delimiter, .padding:
      if byte == UInt8(ascii: "\n") { return true }
      let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      line = isSpace ? .padding : .other
    case .closing, .other: break
    }
    return false
  }

  /// - Parameter bytes: copied if they are kept.
  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if state == .content {
      unsafe content.append(UnsafeBufferPointer(rebasing: bytes))
    } else {
      unsafe skipped += bytes.count
    }
  }

  private mutating func passDelimiter(_ parts: inout [Data]) {
    switch state {
    case .content: parts.append(takeContent(end))
    case .header: parts.append(Data())
    case .preamble, .finished: break
    }
    if case .closing = line { state = .finished } else { state = .header }
    line = .delimiter(0)
    headerLine = []
    length = nil
    skipped = 0
    end = 0
  }

  /// Ends the part with the first bytes of its content.
  private mutating func takeContent(_ count: Int) -> Data {
    defer {
      content = Data()
      object = JSONObjectEnd()
    }
    if count < content.count { content.removeSubrange((content.startIndex + count)...) }
    return content
  }

  /// The longest relevant header line.
  private static let maximumHeaderLine = 1_024

  private mutating func keepHeader(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe headerLine += bytes.prefix(Self.maximumHeaderLine - headerLine.count)
  }

  private mutating func endHeaderLine() {
    if headerLine.last == UInt8(ascii: "\r") { headerLine.removeLast() }
    if headerLine.isEmpty {
      state = .content
      end = 0
    } else if length == nil {
      let pair = String(decoding: headerLine, as: UTF8.self).pieces(at: UInt8(ascii: ":"), maximum: 2)
      if pair.count == 2, pair[0].asciiTrimmed.asciiLowercased.hasSameBytes(as: "content-length"), let length = Int(pair[1].asciiTrimmed),
        length >= 0
      {
        self.length = length
      }
    }
    headerLine.removeAll(keepingCapacity: true)
  }

  /// The content of the part, if it is complete: according to its header, or because it is a complete JSON object.
  private mutating func completeContent() -> Data? {
    guard state == .content else { return nil }
    if let length = self.length { return content(ofLength: length) }
    guard let end = object.end(in: content) else { return nil }
    return endPart(end)
  }

  /// If anything but a line break follows the content, the length is wrong; then the delimiter ends the part.
  private mutating func content(ofLength length: Int) -> Data? {
    guard self.content.count >= length else { return nil }
    if self.content.count > length {
      let next = self.content[self.content.startIndex + length]
      guard next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") else { return nil }
    }
    return endPart(length)
  }

  /// Ends the part before its delimiter, keeping the first bytes of its content.
  private mutating func endPart(_ count: Int) -> Data {
    let part = takeContent(count)
    state = .preamble
    length = nil
    skipped = 0
    return part
  }
}

/// Finds the end of a JSON object as it arrives. Each byte is read once, and most of them only when the object may have ended.
private struct JSONObjectEnd {
  private var seen = 0
  private var scanned = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasBegun = false
  /// The text is not an object, or is followed by something else.
  private var isNone = false

  /// The length of the object in `text`; nil if it has not ended or is not an object.
  /// - Parameter text: the text so far, including trailing white space.
  mutating func end(in text: Data) -> Int? {
    // White space never completes an object.
    let new = text.dropFirst(seen)
    seen = text.count
    guard !isNone, let last = new.lastIndex(where: { !Self.isSpace($0) }), text[last] == UInt8(ascii: "}") else { return nil }
    let count = last + 1 - text.startIndex
    unsafe text.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      // `count` is at most the number of bytes.
      while scanned < count, !isNone {
        unsafe scan(bytes[scanned])
        scanned += 1
      }
    }
    return depth == 0 && !isNone ? count : nil
  }

  private mutating func scan(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "{"):
      // A second object is not part of the first.
      if depth == 0, hasBegun { isNone = true }
      hasBegun = true
      depth += 1
    case UInt8(ascii: "}") where depth > 0: depth -= 1
    case _ where Self.isSpace(byte): break
    case _ where depth == 0: isNone = true
    case UInt8(ascii: "\""): isInString = true
    default: break
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The position of the next `byte` at or after an offset. It is between the start and the end.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count, let found = unsafe memchr(base + start, CInt(byte), count - start) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
