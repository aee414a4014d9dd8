/// Diagnostics for definitions that are too large once their fragments are expanded.
extension Diagnostic {
  static func selectionsTooDeep(_ name: Name, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic("nesting-depth", "The selections of '\(name)' nest more than \(limit) levels deep, fragments included", at: range)
  }

  static func tooManySelections(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "too-many-selections", "'\(name)' selects more than \(ExpandedSize.limit) fields, fragments included", at: range)
  }

  static func tooMuchText(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic("too-much-output", "The texts of all operations are more than \(limit >> 20) MB in sum. \(tooMuchOutputCure)", at: range)
  }

  static func tooMuchSwift(_ limit: OutputLimit, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "too-much-output",
      "The generated Swift is more than \(limit.total >> 20) MB in sum, or that of one definition more than \(limit.definition >> 20) MB. "
        + tooMuchOutputCure, at: range)
  }

  private static var tooMuchOutputCure: String {
    "An operation contains the fields of a fragment once for each place in which the fragment is spread: spread large fragments in fewer "
      + "places, or divide the documents among several modules"
  }

  static func emptySelections(_ kind: String, _ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "empty-selections",
      "The \(kind) '\(name)' is empty once selections under conditions that never hold are removed. "
        + "Remove the definition, or the conditions that are always false", at: range)
  }

  static func emptyFragment(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "empty-selections",
      "The fragment '\(name)' is empty once selections under conditions that never hold are removed, so it is ignored with its spreads",
      at: range, severity: .warning)
  }
}
