import RelayRuntime

/// Cuts a request's text into tokens (GraphQL specification, section 2.1).
struct Tokenizer {
  enum Token: Equatable {
    case name(String)
    case punctuator(Character)
    case spread
    case string(String)
    case number(String)
    case end
  }

  /// The token that the parser looks at, and where it starts.
  private(set) var token = Token.end
  private(set) var location = RequestDocument.Location(line: 1, column: 1)

  private let characters: [Character]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  init(_ text: String) throws {
    self.characters = Array(text)
    try self.advance()
  }

  /// Moves on to the next token.
  mutating func advance() throws {
    self.skipIgnored()
    self.location = .init(line: self.line, column: self.index - self.lineStart + 1)
    guard let character = self.peek() else {
      self.token = .end
      return
    }
    switch character {
    case "{", "}", "(", ")", "[", "]", ":", "!", "=", "@", "$":
      self.index += 1
      self.token = .punctuator(character)
    case ".":
      guard self.peek(1) == ".", self.peek(2) == "." else { throw self.unexpected(character) }
      self.index += 3
      self.token = .spread
    case "\"":
      self.token = .string(try self.string())
    case "-", "0"..."9":
      self.token = .number(self.take { $0.isNumber || "+-.eE".contains($0) })
    case "_", "a"..."z", "A"..."Z":
      self.token = .name(self.take { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
    default:
      throw self.unexpected(character)
    }
  }

  private func peek(_ offset: Int = 0) -> Character? {
    self.index + offset < self.characters.count ? self.characters[self.index + offset] : nil
  }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let start = self.index
    while let character = self.peek(), isPart(character) { self.index += 1 }
    return String(self.characters[start..<self.index])
  }

  private mutating func skipIgnored() {
    while let character = self.peek() {
      if character == "#" {
        while let character = self.peek(), !character.isNewline { self.index += 1 }
      } else if character.isNewline {
        self.index += 1
        self.line += 1
        self.lineStart = self.index
      } else if character.isWhitespace || character == "," || character == "\u{FEFF}" {
        self.index += 1
      } else {
        return
      }
    }
  }

  /// A quoted string. Operations as compilers print them have no block strings, so this server does not read them.
  private mutating func string() throws -> String {
    var text = "\""
    self.index += 1
    while let character = self.peek(), !character.isNewline {
      self.index += 1
      text.append(character)
      if character == "\\", let escaped = self.peek() {
        self.index += 1
        text.append(escaped)
      } else if character == "\"" {
        // The escapes are those of JSON.
        guard let value = try? JSON(parsing: text), let string = value.stringValue else { break }
        return string
      }
    }
    throw RequestError("Syntax Error: Unterminated or malformed string.", at: self.location)
  }

  private func unexpected(_ character: Character) -> RequestError {
    RequestError("Syntax Error: Unexpected character \"\(character)\".", at: self.location)
  }
}
