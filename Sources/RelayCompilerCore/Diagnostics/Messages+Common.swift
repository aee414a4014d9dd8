/// What messages of all stages are made with.
extension Diagnostic {
  /// Shortens what came from a file, so that a message stays one line that can be read.
  static func shortened(_ text: String) -> String {
    text.utf8.count <= 60 ? text : String(text.unicodeScalars.prefix(57).map(Character.init)) + "..."
  }
}

extension Diagnostic.FixIt {
  /// A fix-it where there is one candidate only.
  static func replacing(_ range: SourceRange, with candidates: [String]) -> [Diagnostic.FixIt] {
    candidates.count == 1 ? [.init(replace: range, with: candidates[0])] : []
  }
}
