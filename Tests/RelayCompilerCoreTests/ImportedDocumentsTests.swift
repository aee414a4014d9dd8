import RelayCompilerCore
import Testing

/// Documents of other modules: what the target spreads counts, and nothing else.
@Suite struct ImportedDocumentsTests {
  static let schema = "type Query { story: Story } type Story { title: String author: User } type User { name: String }"

  static func compile(_ document: String, imported: [String]) -> Compilation.Output {
    var input = Compilation.Input()
    input.schema = [source("schema.graphql", schema)]
    input.documents = [source("Query.graphql", document)]
    input.importedDocuments = imported.enumerated().map { source("Imported\($0.offset).graphql", $0.element) }
    return Compilation.run(input)
  }

  static func source(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

  @Test func aFragmentOfAnotherModuleCanBeSpread() {
    let output = Self.compile(
      "query Q { story { ...Story_story } }",
      imported: ["fragment Story_story on Story { title author { ...User_user } }", "fragment User_user on User { name }"])
    #expect(output.diagnostics.isEmpty)
    #expect(output.importedFragments.map(\.name.string) == ["Story_story", "User_user"])
  }

  @Test func whatIsNotSpreadIsNotLookedAt() {
    let output = Self.compile(
      "query Q { story { ...Story_story } }",
      imported: ["fragment Story_story on Story { title }", "fragment Repository_card on Repository { stars }", "query Q { viewer }"])
    #expect(output.diagnostics.isEmpty)
    #expect(output.importedFragments.map(\.name.string) == ["Story_story"])
  }

  @Test func aFragmentThatNoModuleHas() {
    let output = Self.compile("query Q { story { ...Story_stroy } }", imported: ["fragment Story_story on Story { title }"])
    #expect(output.diagnostics.contains { $0.severity == .error })
  }
}
