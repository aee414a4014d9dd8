import Foundation

/// Parses a response's status and header fields from its lines (RFC 9112, sections 4 and 5), ignoring interim responses.
struct HTTPHeadParser {
  /// The maximum number of bytes of all heads of a response, including interim ones.
  static let maximumSize = 1 << 18

  private var status: Int?
  private var fields = HTTPNetwork.Headers.Builder()
  private var count = 0
  private var isComplete = false

  /// Parses the next line, with or without its line break.
  /// - Returns: the head, if the line completes it. Later lines, in a trailer, are skipped.
  /// - Throws: ``RelayError/malformedResponse(_:)`` if the head is too long or malformed.
  mutating func append(_ line: Data) throws -> (status: Int, headers: HTTPNetwork.Headers)? {
    count += line.count
    guard count <= Self.maximumSize else { throw RelayError.malformedResponse("its header is longer than \(Self.maximumSize) bytes") }
    guard !isComplete else { return nil }
    let text = line[..<(line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }.map { $0 + 1 } ?? line.startIndex)]
    if text.starts(with: "HTTP/".utf8) {
      fields = HTTPNetwork.Headers.Builder()
      let words = text.split(separator: UInt8(ascii: " "), maxSplits: 2)
      self.status = words.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      return nil
    }
    guard text.isEmpty else {
      if text.first == UInt8(ascii: " ") || text.first == UInt8(ascii: "\t") {
        fields.extendLast(with: String(decoding: text, as: UTF8.self))
      } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
        fields.add(String(decoding: text[..<colon], as: UTF8.self), String(decoding: text[(colon + 1)...], as: UTF8.self))
      }
      return nil
    }
    guard let status = self.status, (100..<1000).contains(status) else { throw RelayError.malformedResponse("it has no status") }
    if status < 200 { return nil }
    isComplete = true
    return (status, fields.headers)
  }
}

extension HTTPNetwork.Headers {
  /// Collects the fields of a message in linear time.
  struct Builder {
    private var fields: [(name: String, value: String)] = []
    private var indices = [ByteKey: Int]()

    /// The fields. Values with the same name are combined into one field, separated by commas (RFC 9110, section 5.3).
    var headers: HTTPNetwork.Headers { HTTPNetwork.Headers(unique: fields) }

    mutating func add(_ name: String, _ value: some StringProtocol) {
      let (key, value) = (ByteKey(name.asciiLowercased), String(value).asciiTrimmed)
      if let index = indices[key] {
        fields[index].value += ", \(value)"
      } else {
        indices[key] = fields.count
        fields.append((name, value))
      }
    }

    /// Adds a line that continues the previous field (RFC 9112, section 5.2).
    mutating func extendLast(with text: String) {
      guard let last = fields.indices.last else { return }
      fields[last].value += " \(text.asciiTrimmed)"
    }
  }
}
