/// Helpers for the messages of all stages.
extension Diagnostic {
  /// Shortens text from a file, so that a message stays one readable line.
  static func shortened(_ text: String) -> String {
    text.utf8.count <= 60 ? text : String(text.unicodeScalars.prefix(57).map(Character.init)) + "..."
  }
}

extension Diagnostic.FixIt {
  /// A fix-it, if there is exactly one candidate.
  static func replacing(_ range: SourceRange, with candidates: [String]) -> [Diagnostic.FixIt] {
    candidates.count == 1 ? [.init(replace: range, with: candidates[0])] : []
  }
}
