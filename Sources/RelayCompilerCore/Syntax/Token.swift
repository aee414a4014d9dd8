/// A lexical token (specification, section 2.1.6): its kind and its range of bytes.
package struct Token: Sendable {
  /// The kinds of tokens: the end of the file, punctuators, names and literals.
  package enum Kind: UInt8, Sendable {
    case endOfFile
    case bang, dollar, ampersand, leftParenthesis, rightParenthesis, spread, colon, equals, at
    case leftBracket, rightBracket, leftBrace, pipe, rightBrace
    case name, int, float, string, blockString
  }

  package var kind: Kind
  package var start: Int
  package var end: Int

  package init(_ kind: Kind, _ start: Int, _ end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}

extension Token.Kind {
  /// The punctuator in source notation; empty for other tokens.
  package var punctuator: String {
    switch self {
    case .bang: "!"
    case .dollar: "$"
    case .ampersand: "&"
    case .leftParenthesis: "("
    case .rightParenthesis: ")"
    case .spread: "..."
    case .colon: ":"
    case .equals: "="
    case .at: "@"
    case .leftBracket: "["
    case .rightBracket: "]"
    case .leftBrace: "{"
    case .pipe: "|"
    case .rightBrace: "}"
    case .endOfFile, .name, .int, .float, .string, .blockString: ""
    }
  }

  package var isOpening: Bool { self == .leftParenthesis || self == .leftBracket || self == .leftBrace }

  package var isClosing: Bool { self == .rightParenthesis || self == .rightBracket || self == .rightBrace }

  /// The bracket that closes this one.
  package var closing: Token.Kind {
    switch self {
    case .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: self
    }
  }
}
