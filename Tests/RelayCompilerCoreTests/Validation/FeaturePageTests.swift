import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The page "Relay 21, feature by feature" matches the compiler. Its tables of configuration keys and flags are checked in
/// `ConfigurationKeyTests`.
@Suite("The feature page")
struct FeaturePageTests {
  /// The names of the directives of Relay 21 and of the specification.
  private static let directives = [
    "DEPRECATED__relay_ignore_unused_variables_error", "RelayOutputType", "__clientField", "__debug", "alias", "appendEdge", "appendNode",
    "argumentDefinitions", "arguments", "assignable", "catch", "connection", "dangerously_unaliased_fixme", "defer", "deleteEdge",
    "deleteRecord", "deprecated", "exec_time_resolvers", "fetchable", "include", "inline", "live_query", "match", "module", "no_inline",
    "oneOf", "preloadable", "prependEdge", "prependNode", "raw_response_type", "refetchable", "relay", "relay_resolver",
    "relay_test_operation", "required", "semanticNonNull", "skip", "specifiedBy", "static", "stream", "stream_connection",
    "throwOnFieldError", "uncheckedArguments_DEPRECATED", "updatable", "waterfall",
  ]

  @Test("The table has every directive")
  func theTableHasEveryDirective() {
    #expect(RelayDirective.all.map(\.name.string).sorted() == Self.directives.sorted())
    let declared = BuiltInDefinitions.parse(BuiltInDefinitions.relay).definitions.compactMap { definition -> String? in
      if case .directive(let directive) = definition { directive.name.name.string } else { nil }
    }
    #expect(declared.count > 30)
    #expect(Set(declared).subtracting(Self.directives).isEmpty)
  }

  @Test("The page has every directive")
  func thePageHasEveryDirective() throws {
    FeaturePage.compare(try FeaturePage.rows(under: "Directives"), with: RelayDirective.all.map { ("@" + $0.name.string, $0.outcome) })
  }

  @Test("The page has every difference for documents")
  func thePageHasEveryDifferenceOfDocuments() throws {
    let file = Repository.url("Tests/Differential/reference-differences.tsv")
    let differences = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let page = try FeaturePage.text()
    let section = try #require(page.range(of: "Of documents").map { page[$0.upperBound...] }?.prefix { $0 != "#" })
    let table = section.components(separatedBy: "At run time:")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
    // The header is a row, too.
    #expect(table.count - 1 == differences.count)
  }

  @Test("Every row has a verdict")
  func everyRowHasAVerdict() throws {
    for heading in ["Environment options", "Hooks and functions"] {
      let rows = try FeaturePage.rows(under: heading)
      #expect(rows.count > 25)
      for (key, cell) in rows {
        let verdicts = ["works differently:", "works:", "refused:", "no meaning for Swift:"]
        #expect(verdicts.contains { cell.hasPrefix($0) }, "`\(key)`: '\(cell)'")
      }
    }
  }
}

/// The rows of the feature page.
enum FeaturePage {
  static func text() throws -> String {
    try String(contentsOf: Repository.url("Sources/RelayRuntime/RelayRuntime.docc/FeatureByFeature.md"), encoding: .utf8)
  }

  /// The rows of the table below a heading: the text in backticks in the first cell, and the second cell.
  static func rows(under heading: String) throws -> [(key: String, cell: String)] {
    let lines = try Self.text().split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "## \(heading)" }, "no section '\(heading)'")
    return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 2, cells[0].hasPrefix("`"), cells[0].hasSuffix("`") else { return nil }
      return (String(cells[0].dropFirst().dropLast()), cells[1])
    }
  }

  static func compare(_ rows: [(key: String, cell: String)], with table: [(key: String, outcome: FeatureOutcome)]) {
    let documented = rows.map(\.key).sorted()
    #expect(Set(documented).count == documented.count, "a row stands there twice")
    #expect(Set(documented).subtracting(table.map(\.key)).sorted() == [], "rows that the compiler does not have")
    let missing = table.filter { !documented.contains($0.key) }.map { "| `\($0.key)` | \(Self.row(for: $0.outcome)) |" }
    #expect(missing.isEmpty, "without a row:\n\(missing.joined(separator: "\n"))")
    for (key, outcome) in table {
      guard let cell = rows.first(where: { $0.key == key })?.cell else { continue }
      let verdict = outcome.verdict
      #expect(cell == verdict || cell.hasPrefix(verdict + ":"), "`\(key)`: '\(cell)' is '\(verdict)' in the compiler")
    }
  }

  static func row(for outcome: FeatureOutcome) -> String {
    switch outcome {
    case .works, .silent: outcome.verdict
    case .worksDifferently(let text), .refused(let text), .withoutMeaning(let text):
      "\(outcome.verdict): \(text.replacing("'", with: "`"))"
    }
  }
}
