/// Diagnostics for JSON files (RFC 8259).
extension Diagnostic {
  static let invalidJSONID: DiagnosticID = "invalid-json"

  static func invalidJSON(_ problem: JSONProblem, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      invalidJSONID, problem.phrase, at: range,
      fixIts: problem.isTrailingComma ? [.init(replace: range, with: "")] : [])
  }
}

/// The reason why a file is not JSON.
enum JSONProblem {
  case expected(String, found: String)
  case repeatedKey(String)
  case misspeltKeyword(String)
  case invalidNumber
  case nestedTooDeeply(limit: Int)
  case unterminatedString
  case invalidEncoding
  case controlCharacter
  case unknownEscape
  case shortUnicodeEscape
  case loneSurrogate
  case combiningMarks
  case comment
  case trailingComma

  fileprivate var isTrailingComma: Bool { if case .trailingComma = self { true } else { false } }

  fileprivate var phrase: String {
    switch self {
    case .expected(let what, let found): "Expected \(what), found \(found)"
    case .repeatedKey(let key): "The key '\(Diagnostic.shortened(key))' is repeated"
    case .misspeltKeyword(let word): "Expected '\(word)'"
    case .invalidNumber: "Invalid number. A JSON number has no leading zeros and no '+', and has digits on both sides of the point"
    case .nestedTooDeeply(let limit): "Values are nested more than \(limit) deep"
    case .unterminatedString: "The string is not closed"
    case .invalidEncoding: "The string is not valid UTF-8"
    case .controlCharacter: "A string cannot contain a control character. Write it as an escape"
    case .unknownEscape: #"Unknown escape. The escapes are \" \\ \/ \b \f \n \r \t and \u"#
    case .shortUnicodeEscape: #"Expected four hexadecimal digits after '\u'"#
    case .loneSurrogate: #"This is half of a surrogate pair. Write a character beyond U+FFFF as two escapes: \uD83D\uDE00"#
    case .combiningMarks: "The string has more than \(CombiningMarks.limit) combining marks in a row"
    case .comment: "JSON has no comments. Remove this one"
    case .trailingComma: "Remove this comma: nothing follows it"
    }
  }
}
