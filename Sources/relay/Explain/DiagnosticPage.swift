/// The sections of the documentation of diagnostics (`RelayCompilerCore.docc`), which is part of the tool: it may run where nothing else of
/// the package is.
enum DiagnosticPage {
  /// The text of each section by its heading, an id.
  static let all: [String: String] = {
    var pages: [String: String] = [:]
    for document in DiagnosticPages.documents { pages.merge(sections(of: document)) { first, _ in first } }
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
