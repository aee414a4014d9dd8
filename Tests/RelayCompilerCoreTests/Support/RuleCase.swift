import Testing

@testable import RelayCompilerCore

/// A rule with documents or schemas that each break it in one way, and some that keep it.
struct RuleCase: Sendable, CustomTestStringConvertible {
  /// The section of the specification, or the directive or area of one of Relay's rules.
  var section: String
  var rule: String
  /// Texts in which `⟦…⟧` marks the mistake, with the id of the expected diagnostic.
  var broken: [(text: String, id: String)]
  var kept: [String]

  init(_ section: String, _ rule: String, broken: [(String, String)], kept: [String]) {
    self.section = section
    self.rule = rule
    self.broken = broken.map { (text: $0.0, id: $0.1) }
    self.kept = kept
  }

  var testDescription: String { "\(section) \(rule)" }

  /// Compares the diagnostics of `diagnose` with the expected ones. Several marks are several diagnostics with the same
  /// id.
  func check(_ diagnose: (String) -> [Diagnostic], sourceLocation: SourceLocation = #_sourceLocation) {
    for (text, id) in broken {
      let marked = MarkedText(text)
      let found = diagnose(marked.text)
      let index = LineIndex(Array(marked.text.utf8))
      #expect(
        found.map { "\(index.place(of: $0.range)) \($0.id)" } == marked.ranges.map { "\(index.place(of: $0)) \(id)" },
        "\(text): \(found.map(\.message))", sourceLocation: sourceLocation)
    }
    for text in kept {
      let found = diagnose(text)
      #expect(found.map { "\($0.id): \($0.message)" } == [], "\(text)", sourceLocation: sourceLocation)
    }
  }
}
