@testable import RelayCompilerCore
import TestSupport
import Testing

/// Documents of other modules: only the fragments that the target spreads count.
@Suite("Documents of other modules")
struct ImportedDocumentsTests {
  static let schema = "type Query { story: Story } type Story { title: String author: User } type User { name: String }"

  static func compile(_ document: String, imported: [String], from modules: [String] = []) -> CompilerOutput {
    var input = CompilerInput()
    input.module = "App"
    input.add([source("schema.graphql", schema)], as: .schema)
    input.add([source("Query.graphql", document)], as: .document)
    for (index, text) in imported.enumerated() {
      let module = index < modules.count ? modules[index] : "Other"
      input.add([source("Imported\(index).graphql", text)], as: .imported(module: module))
    }
    return Compiler.compile(input)
  }

  static func source(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

  @Test("A fragment of another module can be spread")
  func aFragmentOfAnotherModuleCanBeSpread() {
    let output = Self.compile(
      "query Q { story { ...Story_story } }",
      imported: ["fragment Story_story on Story { title author { ...User_user } }", "fragment User_user on User { name }"])
    #expect(output.diagnostics.isEmpty)
    #expect(output.importedFragments.map(\.name.string) == ["Story_story", "User_user"])
  }

  @Test("Fragments that are not spread are ignored")
  func whatIsNotSpreadIsNotLookedAt() {
    let output = Self.compile(
      "query Q { story { ...Story_story } }",
      imported: ["fragment Story_story on Story { title }", "fragment Repository_card on Repository { stars }", "query Q { viewer }"])
    #expect(output.diagnostics.isEmpty)
    #expect(output.importedFragments.map(\.name.string) == ["Story_story"])
  }

  @Test("A fragment that no module declares")
  func aFragmentThatNoModuleHas() {
    let output = Self.compile("query Q { story { ...Story_stroy } }", imported: ["fragment Story_story on Story { title }"])
    #expect(output.diagnostics.contains { $0.severity == .error })
  }

  /// The location of each diagnostic and its notes, as file:offset.
  private static func places(_ output: CompilerOutput) -> [[String]] {
    let names = ["schema", "Query", "Imported0", "Imported1"]
    return output.diagnostics.map { diagnostic in
      ([diagnostic.range] + diagnostic.notes.map(\.range)).map { "\(names[Int($0.file.rawValue)]):\($0.start)" }
    }
  }

  @Test("A misspelt fragment of another module is suggested")
  func aMisspeltFragmentOfAnotherModuleIsSuggested() {
    let output = Self.compile(
      "query Q { story { ...Story_stroy } }",
      imported: ["fragment Story_story on Story { title }", "fragment Story_strop on Repository { stars }"])
    #expect(output.diagnostics.map(\.message) == ["There is no fragment 'Story_stroy'. Did you mean 'Story_story'?"])
    #expect(output.diagnostics.first?.fixIts.map(\.replacement) == ["Story_story"])
  }

  @Test("A duplicate of another module's fragment is reported at the target's fragment")
  func aDuplicateOfAnotherModulesFragmentIsReportedAtTheTargetsOwn() {
    let output = Self.compile(
      "query Q { story { ...Story_story } } fragment Story_story on Story { title }", imported: ["fragment Story_story on Story { title }"])
    #expect(
      output.diagnostics.map(\.message) == [
        "Two modules have a fragment 'Story_story': 'Other' and 'App'. The names of fragments are unique among all modules; rename one of the two"
      ])
    #expect(Self.places(output) == [["Query:46", "Imported0:9"]])
  }

  @Test("An operation named like a fragment of another module is reported at the operation")
  func anOperationNamedAsAFragmentOfAnotherModuleIsReportedAtTheOperation() {
    let output = Self.compile("query Story_story { story { ...Story_story } }", imported: ["fragment Story_story on Story { title }"])
    #expect(Self.places(output) == [["Query:6", "Imported0:9"]])
  }

  @Test("A fragment that two modules have is an error that names both", .cases)
  func fragmentOfTwoModules() {
    eachCase(of: ["...Story_story", "...Card", ""] as [String]) { spread in
      let output = Self.compile(
        "query Q { story { title \(spread) } }",
        imported: [
          "fragment Card on Story { ...Story_story } fragment Story_story on Story { title }",
          "fragment Story_story on Story { author { name } }",
        ], from: ["Feed", "Profile"])
      #expect(Self.places(output) == [["Imported1:9", "Imported0:51"]])
      #expect(
        output.diagnostics.map(\.message) == [
          "Two modules have a fragment 'Story_story': 'Feed' and 'Profile'. The names of fragments are unique among all modules; rename one of the two"
        ])
      #expect(output.artifacts.isEmpty)
    }
  }

  /// In Swift, `Feed.Story_story` would be a member of the fragment.
  @Test("A fragment cannot have the name of a module whose fragments can be spread")
  func fragmentNamedLikeAModule() {
    let output = Self.compile(
      "query Q { story { ...Feed ...Profile } } fragment Feed on Story { title } fragment Profile on Story { title }",
      imported: ["fragment Story_story on Story { title }", "query P { story { title } }"], from: ["Feed", "Profile"])
    #expect(Self.places(output) == [["Query:50"]])
    #expect(
      output.diagnostics.map(\.message) == [
        "The fragment 'Feed' has the name of a module that this one imports, and its type would hide the module in Swift. Rename the fragment"
      ])
    #expect(output.artifacts.isEmpty)
  }

  /// Extensions of the other module's schema are not a schema, and an error in the other module's file would not help.
  @Test("Extensions of another module's schema are not a schema")
  func extensionsOfAnotherModulesSchemaAreNoSchema() {
    var input = CompilerInput()
    input.add([Self.source("Query.graphql", "query Q { story { title } }")], as: .document)
    input.add([Self.source("client.graphql", "extend type Story { isRead: Boolean }")], as: .imported(module: "Other"))
    let output = Compiler.compile(input)
    #expect(output.diagnostics.map(\.id) == ["no-schema"] && output.diagnostics.first?.range.file == FileID(rawValue: 0))
  }
}
