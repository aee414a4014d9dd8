/// Diagnostics for JSON files (RFC 8259).
extension Diagnostic {
  static func invalidJSON(_ problem: JSONProblem, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-json", problem.phrase, at: range)
  }
}

/// Why a file is not JSON.
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

  fileprivate var phrase: String {
    switch self {
    case .expected(let what, let found): "Expected \(what), found \(found)"
    case .repeatedKey(let key): "The key '\(Diagnostic.shortened(key))' stands here a second time"
    case .misspeltKeyword(let word): "Expected '\(word)'"
    case .invalidNumber: "This is no number. JSON has no leading zeros and no '+', and a digit on both sides of the point"
    case .nestedTooDeeply(let limit): "Values are nested more than \(limit) deep"
    case .unterminatedString: "The string is not closed"
    case .invalidEncoding: "The string is not valid UTF-8"
    case .controlCharacter: "A string cannot hold a control character. Write it as an escape"
    case .unknownEscape: #"Unknown escape. The escapes are \" \\ \/ \b \f \n \r \t and \u"#
    case .shortUnicodeEscape: #"Expected four hexadecimal digits behind '\u'"#
    case .loneSurrogate: #"Half of a surrogate pair. A character beyond U+FFFF is written as two escapes: \uD83D\uDE00"#
    }
  }
}
