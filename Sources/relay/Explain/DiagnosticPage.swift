internal import RelayCompilerCore

/// The sections of the documentation of diagnostics (`RelayCompilerCore.docc`), which is part of the tool: it may run where nothing else of
/// the package is. What only the tool's own commands report follows from what they declare.
enum DiagnosticPage {
  /// The text of each section by its heading, an id.
  static let all: [String: String] = {
    var pages: [String: String] = [:]
    for document in DiagnosticPages.documents { pages.merge(sections(of: document)) { first, _ in first } }
    for rule in LintRule.allCases where pages[rule.rawValue] == nil {
      pages[rule.rawValue] = """
        \(rule.summary)

        It is a finding of 'relay lint', whose guide is "Lint". A comment silences it: '# relay-lint-ignore \(rule.rawValue): REASON'.

        """
    }
    pages[BudgetCheck.id.rawValue] = """
      An operation exceeds a budget of swift.budgets in relay.config.json, or of the options of 'relay check'.

      'fields' counts its fields with those of fragments, 'depth' fields within one another, and 'cost' the objects that the server may have
      to make: each is 1, or what '@cost' of the schema says, times the sizes of the lists around it. That size is from '@listSize', from
      'first' or 'last' of a connection, or else 'listSize', which is 10 by default.

      Fix: ask for fewer items, or move what is not shown at once to a query of its own.

      """
    return pages
  }()

  /// Splits a page at its second-level headings outside of code.
  private static func sections(of document: String) -> [String: String] {
    var sections: [String: String] = [:]
    var heading: String?
    var text = ""
    var isCode = false
    func end() {
      guard let heading else { return }
      sections[heading] = String(text.drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed()) + "\n"
    }
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, line.hasPrefix("## ") {
        end()
        heading = String(line.dropFirst(3))
        text = ""
      } else {
        text += line + "\n"
      }
    }
    end()
    return sections
  }
}
