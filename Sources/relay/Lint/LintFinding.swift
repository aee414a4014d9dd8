internal import RelayCompilerCore

/// A finding of a rule: a diagnostic whose id is the rule's name, in a file of a module.
struct LintFinding {
  var module: Int
  var diagnostic: Diagnostic

  init(_ rule: LintRule, _ message: String, at range: SourceRange, in module: Int, notes: [Diagnostic.Note] = []) {
    self.module = module
    diagnostic = Diagnostic(rule.id, message, at: range, severity: .warning, notes: notes)
  }

  init(_ diagnostic: Diagnostic, in module: Int) {
    self.module = module
    self.diagnostic = diagnostic
  }
}

/// The rules of `lint`. What each reports is in the guide "Lint".
enum LintRule: String, CaseIterable {
  case unusedField = "unused-field"
  case unusedFragment = "unused-fragment"
  case unusedVariable = "unused-variable"
  case deprecated
  case mutationCoverage = "mutation-coverage"
  case lintIgnore = "lint-ignore"
  case mustColocate = "must-colocate"
  case unusedSchemaField = "unused-schema-field"

  /// Whether the rule runs only if it is named: not every project is meant to fulfil it.
  var isOptional: Bool { self == .mustColocate || self == .unusedSchemaField }

  var id: DiagnosticID { DiagnosticID(stringLiteral: rawValue) }

  /// What it finds, for SARIF and for the help.
  var summary: String {
    switch self {
    case .unusedField: "A field is selected that no Swift code reads."
    case .unusedFragment: "No operation reaches the fragment."
    case .unusedVariable: "A variable or a fragment's argument is declared and not used."
    case .deprecated: "A document uses what the schema deprecates."
    case .mutationCoverage: "A mutation's answer does not select what the mutation may have changed and a fragment shows."
    case .lintIgnore: "A comment that silences a finding has no reason, or silences nothing."
    case .mustColocate: "A fragment is not in the folder of the Swift code that reads it."
    case .unusedSchemaField: "No document selects the schema's field."
    }
  }
}
