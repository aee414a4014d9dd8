import Foundation

/// Parses a response's status and header fields from its lines (RFC 9112, sections 4 and 5), ignoring interim responses.
struct HTTPHeadParser {
  /// The maximum number of bytes of all heads of a response, including interim ones.
  static let maximumSize = 1 << 18

  private var status: Int?
  private var fields = HTTPHeaders.Builder()
  private var count = 0
  private var isComplete = false

  /// Parses the next line, with or without its line break.
  /// - Returns: the head, if the line completes it. Later lines, in a trailer, are skipped.
  /// - Throws: ``RelayError/malformedResponse(_:)`` if the head is too long or malformed.
  mutating func append(_ line: Data) throws -> (status: Int, headers: HTTPHeaders)? {
    count += line.count
    guard count <= Self.maximumSize else { throw RelayError.malformedResponse("its header is longer than \(Self.maximumSize) bytes") }
    guard !isComplete else { return nil }
    var text = String(decoding: line, as: UTF8.self)[...]
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" { text.unicodeScalars.removeLast() }
    if text.hasPrefix("HTTP/") {
      fields = HTTPHeaders.Builder()
      self.status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) }
      return nil
    }
    guard text.isEmpty else {
      if text.first == " " || text.first == "\t" {
        fields.extendLast(with: text)
      } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
        fields.add(String(text[..<colon]), text[text.index(after: colon)...])
      }
      return nil
    }
    guard let status = self.status, (100..<1000).contains(status) else { throw RelayError.malformedResponse("it has no status") }
    if status < 200 { return nil }
    isComplete = true
    return (status, fields.headers)
  }
}

extension HTTPHeaders {
  /// Collects the fields of a message in linear time.
  struct Builder {
    private var fields: [(name: String, value: String)] = []
    private var indices: [String: Int] = [:]

    /// The fields. Values with the same name are combined into one field, separated by commas (RFC 9110, section 5.3).
    var headers: HTTPHeaders { HTTPHeaders(unique: fields) }

    mutating func add(_ name: String, _ value: Substring) {
      let value = value.trimmingCharacters(in: .whitespaces)
      if let index = indices[name.lowercased()] {
        fields[index].value += ", \(value)"
      } else {
        indices[name.lowercased()] = fields.count
        fields.append((name, value))
      }
    }

    /// Adds a line that continues the previous field (RFC 9112, section 5.2).
    mutating func extendLast(with text: Substring) {
      guard let last = fields.indices.last else { return }
      fields[last].value += " \(text.trimmingCharacters(in: .whitespaces))"
    }
  }
}
