import Foundation
import RelayCompilerCore
import TestSupport
import Testing

@testable import relay

/// `relay explain`, and the copy of the documentation that it prints.
@Suite struct ExplainTests {
  @Test func theToolHasTheDocumentation() throws {
    let folder = Repository.url("Sources/RelayCompilerCore/RelayCompilerCore.docc")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("Diagnostics.md") }.sorted()
    let texts = try names.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try Data(Self.file(names, texts).utf8).write(to: Repository.url("Sources/relay/Explain/DiagnosticPages.swift"))
    } else {
      for (name, (copy, text)) in zip(names, zip(DiagnosticPages.documents, texts)) {
        #expect(copy + "\n" == text, "\(name) has changed; run UPDATE_FIXTURES=1 swift test --filter ExplainTests")
      }
      #expect(DiagnosticPages.documents.count == texts.count)
    }
  }

  private static func file(_ names: [String], _ texts: [String]) -> String {
    let names = names.map { $0.prefix(1).lowercased() + $0.dropFirst().dropLast(".md".count) }
    var text = """
      // swift-format-ignore-file
      // Generated from RelayCompilerCore.docc by `UPDATE_FIXTURES=1 swift test --filter ExplainTests`. Do not edit.

      /// The pages of the documentation of diagnostics.
      enum DiagnosticPages {
        static let documents = [

      """
    for name in names { text += "    \(name),\n" }
    text += "  ]\n"
    for (name, page) in zip(names, texts) { text += "\n  private static let \(name) = ##\"\"\"\n\(page)\"\"\"##\n" }
    return text + "}\n"
  }

  @Test func anIDHasAPage() {
    let run = Run("explain", "[unknown-field]")
    #expect(run.status == .success)
    #expect(run.output.hasPrefix("unknown-field\n\nThe type has no such field.\n"))
    #expect(!run.output.contains("\n## "))
  }

  /// What a command prints in brackets at the end of a line can be looked up.
  @Test func everyPrintedIDHasAPage() throws {
    for id in LintRule.allCases.map(\.rawValue) + [BudgetCheck.id.rawValue] {
      #expect(Run("explain", "[\(id)]").status == .success, "\(id)")
    }
    let folder = try ProjectFolder([
      "schema.graphql": "type Query { a: Int @deprecated, b: B } type B { a: Int }",
      "relay.config.json": #"{"schema": "schema.graphql", "src": ".", "swift": {"budgets": {"fields": 1}}}"#,
      "A.graphql": "query A { a b { a } }\nfragment F on B { a }\n",
    ])
    let config = folder.path("relay.config.json")
    var text = Run("lint", "--config", config).output + Run("check", "--config", config).errors
    try folder.write("query A { nam }", to: "A.graphql")
    text += Run("check", "--config", config).errors
    let printed = text.matches(of: #/ \[([a-z-]+)\]\n/#).map { String($0.output.1) }
    #expect(Set(printed).isSuperset(of: ["deprecated", "unused-fragment", "operation-budget", "unknown-field"]), "\(text)")
    for id in Set(printed) { #expect(Run("explain", id).status == .success, "\(id)") }
  }

  @Test func otherIDsGetSuggestions() {
    let run = Run("explain", "unknown-feild")
    #expect(run.status == .usage)
    #expect(run.errors.contains("Did you mean 'unknown-field'"))
  }

  @Test func withoutAnIDAllAreListed() {
    let run = Run("explain")
    #expect(run.output.split(separator: "\n").count > 100)
    #expect(run.output.contains("\nunknown-field\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsHaveEveryCommandAndOption(shell: String) {
    let script = Run("completions", shell).output
    for command in CommandTable.all {
      #expect(script.contains(command.name))
      for option in command.options { #expect(script.contains(option.name.dropFirst(2))) }
    }
  }

  @Test func bashAcceptsItsScript() async throws {
    let folder = try TemporaryFolder("relay-completions")
    let file = folder.url.appendingPathComponent("relay.bash")
    try Data(Run("completions", "bash").output.utf8).write(to: file)
    let words = "source '\(file.path)'; COMP_WORDS=(relay check --str); COMP_CWORD=2; _relay; echo ${COMPREPLY[@]}"
    let run = try await ProcessRun.result(of: ["bash", "-c", words])
    #expect(run.output == "--strict\n")
  }
}
