import Foundation
import TestSupport
import Testing

@testable import relay

/// `relay lint` on documents: each rule, comments that silence findings, and the formats of the result.
@Suite struct LintTests {
  private func findings(_ files: [String: String], _ arguments: String...) throws -> [String] {
    var all = ["relay.config.json": #"{"schema": "schema.graphql", "src": "src"}"#]
    for (name, text) in files { all[name == "schema.graphql" ? name : "src/" + name] = text }
    let folder = try ProjectFolder(all)
    let run = Run(["lint", "--config", folder.path("relay.config.json")] + arguments)
    return run.output.split(separator: "\n").map { line in
      String(line).replacing(folder.path("src") + "/", with: "").replacing(folder.path("") + "/", with: "").replacing(
        #/ \[[a-z-]+\]$/#, with: "")
    }
  }

  private static let schema = """
    directive @limit(n: Int @deprecated(reason: "No limits")) on FIELD
    enum Kind { OLD @deprecated NEW }
    input Filter { kind: Kind, by: String @deprecated(reason: "Use 'kind'") }
    type Query { todos(filter: Filter, old: Int @deprecated): [Todo], legacy: Int @deprecated(reason: "Gone\\nsoon") }
    type Todo { id: ID!, text: String }

    """

  @Test func deprecatedUses() throws {
    let document = """
      query TodosQuery($kind: Kind = OLD) {
        legacy
        todos(filter: {kind: $kind, by: "x"}, old: 1) @limit(n: 1) { text }
        new: todos(filter: {kind: NEW}) { text }
      }
      """
    #expect(
      try findings(["schema.graphql": Self.schema, "a.graphql": document])
        == [
          "a.graphql:1:32: warning: The enum value 'Kind.OLD' is deprecated: No longer supported",
          "a.graphql:2:3: warning: The field 'Query.legacy' is deprecated: Gone soon",
          "a.graphql:3:31: warning: The input field 'Filter.by' is deprecated: Use 'kind'",
          "a.graphql:3:41: warning: The argument 'old' of 'Query.todos' is deprecated: No longer supported",
          "a.graphql:3:56: warning: The argument 'n' of '@limit' is deprecated: No limits",
        ].map { $0 + "" })
  }

  @Test func unusedFragmentsAndVariables() throws {
    let documents = [
      "schema.graphql": Self.schema,
      "a.graphql": """
      query TodosQuery($a: Int, $b: Int, $kind: Kind) { todos { ...A_todo @arguments(a: $a) } }
      fragment A_todo on Todo @argumentDefinitions(a: {type: "Int"}, c: {type: "Int"}) { text @include(if: $b) ...B_todo }
      fragment B_todo on Todo { id }
      fragment C_todo on Todo { id ...D_todo }
      fragment D_todo on Todo { text }
      """,
    ]
    #expect(
      try findings(documents, "--rule", "unused-fragment", "--rule", "unused-variable") == [
        "a.graphql:1:36: warning: The variable '$kind' is not used in 'TodosQuery'",
        "a.graphql:2:46: warning: The argument 'a' of the fragment 'A_todo' is not used",
        "a.graphql:2:64: warning: The argument 'c' of the fragment 'A_todo' is not used",
        "a.graphql:4:10: warning: No operation reaches the fragment 'C_todo'. Spread it, or remove it",
        "a.graphql:5:10: warning: No operation reaches the fragment 'D_todo'. Spread it, or remove it",
      ])
  }

  @Test func schemaFieldsThatNothingSelectsAreAskedFor() throws {
    let documents = ["schema.graphql": Self.schema, "a.graphql": "query TodosQuery { todos { text } }"]
    #expect(try findings(documents) == [])
    // The compiler adds the id.
    let found = try findings(documents, "--rule", "unused-schema-field")
    #expect(found.map { $0.split(separator: "'")[1] } == ["Query.legacy"])
  }

  // MARK: - Comments

  @Test func aCommentWithAReasonSilencesAFinding() throws {
    let document = """
      query TodosQuery {
        legacy # relay-lint-ignore deprecated: until version 2
        # relay-lint-ignore deprecated: until version 2
        # and a word more
        other: legacy
        third: legacy
      }
      """
    #expect(
      try findings(["schema.graphql": Self.schema, "a.graphql": document]) == [
        "a.graphql:6:10: warning: The field 'Query.legacy' is deprecated: Gone soon"
      ])
  }

  @Test func commentsThatSilenceNothingAreFindings() throws {
    let document = """
      query TodosQuery {
        legacy # relay-lint-ignore deprecated
        # relay-lint-ignore deprecated: not here
        todos { text }
        a: todos { text } # relay-lint-ignore depreciated: why
      }
      """
    let found = try findings(["schema.graphql": Self.schema, "a.graphql": document])
    #expect(
      found == [
        "a.graphql:2:3: warning: The field 'Query.legacy' is deprecated: Gone soon",
        "a.graphql:2:10: warning: Say which rule to ignore, and why: '# relay-lint-ignore RULE: REASON'",
        "a.graphql:3:3: warning: This comment silences nothing. Remove it",
        "a.graphql:5:21: warning: There is no rule 'depreciated'. Did you mean 'deprecated'?",
      ])
  }

  // MARK: - Formats

  private func run(_ arguments: String...) throws -> (run: Run, folder: ProjectFolder) {
    let folder = try ProjectFolder([
      "relay.config.json": #"{"schema": "schema.graphql", "src": "."}"#, "schema.graphql": Self.schema,
      "a.graphql": "query TodosQuery {\n  legacy\n}\n",
    ])
    return (Run(["lint", "--config", folder.path("relay.config.json")] + arguments), folder)
  }

  @Test func json() throws {
    struct Result: Decodable {
      struct Finding: Decodable {
        var rule, message, file: String
        var line, column, endLine, endColumn: Int
      }
      var findings: [Finding]
      var notes: [String]
    }
    let (run, folder) = try run("--json")
    #expect(run.status == .findings)
    let finding = try #require(try JSONDecoder().decode(Result.self, from: Data(run.output.utf8)).findings.first)
    #expect(finding.rule == "deprecated")
    #expect(finding.file == folder.path("a.graphql"))
    #expect(finding.line == 2 && finding.column == 3 && finding.endLine == 2 && finding.endColumn == 9)
  }

  @Test func sarif() throws {
    let (run, folder) = try run("--sarif")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(json["version"] as? String == "2.1.0")
    let runs = try #require(json["runs"] as? [[String: Any]])
    let results = try #require(runs[0]["results"] as? [[String: Any]])
    #expect(results.count == 1)
    #expect(results[0]["ruleId"] as? String == "deprecated")
    #expect(run.output.contains("\"uri\" : \"file://\(folder.path("a.graphql"))\""))
  }

  @Test func annotations() throws {
    let (run, folder) = try run("--annotations")
    #expect(
      run.output == "::warning file=\(folder.path("a.graphql")),line=2,endLine=2,col=3,title=deprecated::"
        + "The field 'Query.legacy' is deprecated: Gone soon\n")
  }

  @Test func formatsExcludeEachOther() throws {
    #expect(try run("--json", "--sarif").run.status == .usage)
  }
}
