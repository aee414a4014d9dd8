import RelayRuntime

/// Splits a request's text into tokens (GraphQL specification, section 2.1).
struct Tokenizer {
  enum Token: Equatable {
    case name(String)
    case punctuator(Character)
    case spread
    case string(String)
    case number(String)
    case end
  }

  /// The parser's current token, and its start.
  private(set) var token = Token.end
  private(set) var location = RequestDocument.Location(line: 1, column: 1)

  private let characters: [Character]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  init(_ text: String) throws {
    characters = Array(text)
    try advance()
  }

  /// Advances to the next token.
  mutating func advance() throws {
    skipIgnored()
    location = .init(line: line, column: index - lineStart + 1)
    guard let character = peek() else {
      token = .end
      return
    }
    switch character {
    case "{", "}", "(", ")", "[", "]", ":", "!", "=", "@", "$":
      index += 1
      token = .punctuator(character)
    case ".":
      guard peek(1) == ".", peek(2) == "." else { throw unexpected(character) }
      index += 3
      token = .spread
    case "\"":
      token = .string(try string())
    case "-", "0"..."9":
      token = .number(take { $0.isNumber || "+-.eE".contains($0) })
    case "_", "a"..."z", "A"..."Z":
      token = .name(take { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
    default:
      throw unexpected(character)
    }
  }

  private func peek(_ offset: Int = 0) -> Character? {
    index + offset < characters.count ? characters[index + offset] : nil
  }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let start = index
    while let character = peek(), isPart(character) { index += 1 }
    return String(characters[start..<index])
  }

  private mutating func skipIgnored() {
    while let character = peek() {
      if character == "#" {
        while let character = peek(), !character.isNewline { index += 1 }
      } else if character.isNewline {
        index += 1
        line += 1
        lineStart = index
      } else if character.isWhitespace || character == "," || character == "\u{FEFF}" {
        index += 1
      } else {
        return
      }
    }
  }

  /// A quoted string. Compilers print operations without block strings, so this server does not support them.
  private mutating func string() throws -> String {
    var text = "\""
    index += 1
    while let character = peek(), !character.isNewline {
      index += 1
      text.append(character)
      if character == "\\", let escaped = peek() {
        index += 1
        text.append(escaped)
      } else if character == "\"" {
        // The escapes are those of JSON.
        guard let value = try? JSON(parsing: text), let string = value.stringValue else { break }
        return string
      }
    }
    throw RequestError("Syntax Error: Unterminated or malformed string.", at: location)
  }

  private func unexpected(_ character: Character) -> RequestError {
    RequestError("Syntax Error: Unexpected character \"\(character)\".", at: location)
  }
}
