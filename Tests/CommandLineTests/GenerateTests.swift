import Foundation
import TestSupport
import Testing

/// From input files to output files.
@Suite("generate")
struct GenerateTests {
  @Test("The configuration determines what is read and written")
  func configurationDecidesWhatIsReadAndWritten() throws {
    let tool = try Tool(Sample.project)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty && run.output.isEmpty)
    #expect(tool.files(in: "generated") == Sample.generated)
    #expect(try tool.read("generated/ToDoItem.graphql.swift").contains("struct ToDoItem_todo"))
  }

  @Test("The command line takes precedence over the configuration")
  func commandLineComesBeforeTheConfiguration() throws {
    var files = Sample.project
    files["relay.config.json"] = "{ \"schema\": \"nowhere.graphql\", \"src\": \"nowhere\", \"artifactDirectory\": \"nowhere\" }"
    let tool = try Tool(files)
    let run = try tool.run(
      "generate", "--config", "relay.config.json", "--schema", "schema.graphql", "--output", "generated", "src/ToDoItem.graphql",
      "src/ToDoList.graphql")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "generated") == Sample.generated)
    #expect(!tool.exists("nowhere"))
  }

  @Test("Without a configuration, type definitions are the schema")
  func withoutAConfigurationTypeDefinitionsAreTheSchema() throws {
    let tool = try Tool(["app/schema.graphql": Sample.schema, "app/ToDoItem.graphql": Sample.item, "app/ToDoList.graphql": Sample.list])
    let run = try tool.run("generate", "--output", "generated", "app")
    #expect(run.status == 0, "\(run.errors)")
    #expect(Set(tool.files(in: "generated")).isSuperset(of: Sample.generated))
  }

  @Test("The configuration of the folder is the default")
  func theConfigurationOfTheFolderIsTheDefault() throws {
    let tool = try Tool(Sample.project)
    let run = try tool.run("generate")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "generated") == Sample.generated)
  }

  @Test("Nothing to read is an error")
  func nothingToReadIsAnError() throws {
    let run = try Tool().run("generate")
    #expect(run.status == 1)
    #expect(run.errors.contains("relay.config.json"), "\(run.errors)")
  }

  @Test("Swift is written next to the sources, unless only artifacts are requested")
  func swiftGoesBesideTheSourcesUnlessOnlyArtifactsAreWanted() throws {
    let tool = try Tool(["schema.graphql": Sample.schema, "src/a/ToDoItem.graphql": Sample.item])
    #expect(try tool.run("generate", "--schema", "schema.graphql", "--artifacts-json", "json", "src").status == 0)
    #expect(tool.files(in: "src") == ["a/ToDoItem.graphql"])
    #expect(try tool.run("generate", "--schema", "schema.graphql", "src").status == 0)
    #expect(tool.files(in: "src").contains("a/__generated__/ToDoItem.graphql.swift"))
  }

  @Test("The schema may consist of several files")
  func schemaMayBeSpreadOverSeveralFiles() throws {
    let tool = try Tool([
      "schema/root.graphqls": "type Query { viewer: User }", "schema/types/user.graphqls": "type User { name: String! }",
      "client.graphql": "extend type User { isSelected: Boolean }", "src/Q.graphql": "query Q { viewer { name isSelected } }",
    ])
    let run = try tool.run("generate", "--schema", "schema", "--schema-extension", "client.graphql", "--output", "generated", "src")
    #expect(run.status == 0, "\(run.errors)")
    let text = try tool.read("generated/Q.graphql.swift")
    #expect(text.contains("var isSelected"))
  }

  @Test("Artifacts are valid JSON")
  func artifactsAreValidJSON() throws {
    var files = Sample.project
    files["src/Refetch.graphql"] = "fragment R_user on User @refetchable(queryName: \"RRefetchQuery\") { name }"
    let tool = try Tool(files)
    let run = try tool.run("generate", "--config", "relay.config.json", "--artifacts-json", "json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "json") == ["RRefetchQuery.json", "R_user.json", "ToDoItem_todo.json", "ToDoListQuery.json"])
    func artifact(_ name: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(tool.read("json/\(name).json").utf8)) as? [String: Any])
    }
    let request = try artifact("ToDoListQuery")
    #expect(request["kind"] as? String == "Request")
    #expect(Set(request.keys).isSuperset(of: ["fragment", "operation", "params"]))
    let refetch = ((try artifact("R_user")["metadata"] as? [String: Any])?["refetch"] as? [String: Any])
    #expect((refetch?["operation"] as? [String: Any])?["$require"] as? String == "RRefetchQuery")
  }

  @Test("Excluded folders are left out")
  func excludedFoldersAreLeftOut() throws {
    var files = Sample.project
    files["src/node_modules/x/Bad.graphql"] = "nonsense"
    files["src/__generated__/Bad.graphql"] = "nonsense"
    files["src/.hidden/Bad.graphql"] = "nonsense"
    let tool = try Tool(files)
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)

    try tool.write("nonsense", "src/Drafts/Bad.graphql")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 1)
    try tool.write(
      Sample.config.replacingOccurrences(
        of: "\"src\": \"src\",",
        with: "\"src\": \"src\", \"excludes\": [\"**/Drafts/**\", \"**/node_modules/**\", \"**/__generated__/**\"],"), "relay.config.json")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "generated") == Sample.generated)
  }

  @Test("Patterns", .cases)
  func patterns() {
    eachCase(of: [
      ("**/Drafts/**", true), ("Drafts/**", false), ("src/**", false), ("A/**", true), ("A/Drafts/Bad.graphql", true),
      ("**/Bad.graphql", true), ("**/B?d.*", true), ("*/Drafts/*", true), ("*/*", true), ("*", true), ("?", true), ("??", false),
      ("**/A/**/B*.graphql", true), ("**/B/**/B*.graphql", false), ("**", true),
      ("**/*a*a*a*a*a*a*a*a*a*a*a*a*a*a*/**/**/**/**/**/**/**/**/**/**/**/x", false),
    ]) { try patterns($0.0, $0.1) }
  }

  func patterns(_ pattern: String, _ isExcluded: Bool) throws {
    let tool = try Tool([
      "relay.config.json": "{ \"schema\": \"schema.graphql\", \"src\": \"src\", \"excludes\": [\"\(pattern)\"] }",
      "schema.graphql": Sample.schema, "src/A/Drafts/Bad.graphql": "nonsense",
    ])
    #expect(try tool.run("generate", "--artifacts-json", "json").status == (isExcluded ? 0 : 1))
  }

  @Test("Literals in Swift files are documents")
  func literalsInSwiftFilesAreDocuments() throws {
    let tool = try Tool([
      "schema.graphql": Sample.schema,
      "src/View.swift": """
      import RelayRuntime
      // graphql("not this one")
      let text = "graphql(\\"nor this\\")"
      private let item = graphql(\"\"\"
        fragment View_todo on Todo {
          text
        }
        \"\"\")
      private let list = graphql(#"query ViewQuery { viewer { todos { ...View_todo } } }"#)
      """,
    ])
    let run = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", "src")
    #expect(run.status == 0, "\(run.errors)")
    let text = try tool.contents(of: "generated").values.joined()
    #expect(text.contains("struct View_todo"))
    #expect(text.contains("struct ViewQuery"))

    try tool.write(tool.read("src/View.swift").replacingOccurrences(of: "    text\n", with: "    txet\n"), "src/View.swift")
    let failed = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", "src")
    #expect(failed.status == 1)
    #expect(failed.errors.hasPrefix("\(tool.path("src/View.swift")):6:5: error: "), "\(failed.errors)")
  }

  @Test("Files with the same name in two folders")
  func sameNameInTwoFolders() throws {
    let tool = try Tool([
      "schema.graphql": Sample.schema, "src/A/Query.graphql": "query AQuery { viewer { id } }",
      "src/B/Query.graphql": "query BQuery { viewer { id } }", "src/A_Query.graphql": "query CQuery { viewer { id } }",
      "src/A+Query.graphql": "query DQuery { viewer { id } }",
    ])
    let run = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", "src")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      tool.files(in: "generated") == [
        "A%2BQuery.graphql.swift", "A+Query.graphql.swift", "A_Query.graphql.swift", "B+Query.graphql.swift",
        "RelaySchemaTypes.graphql.swift",
      ])
  }

  /// The same bytes on every run, with any number of threads, in any folder and for any order of the inputs.
  @Test("Output depends only on the inputs")
  func outputDependsOnNothingButTheInputs() throws {
    var files: [String: String] = ["schema.graphql": Sample.schema]
    for index in 0..<40 {
      files["src/F\(index).graphql"] = "fragment F\(index)_todo on Todo { text ...F\((index + 1) % 40 == 0 ? 40 : index + 1)_todo }"
      files["src/Q\(index).graphql"] = "query Q\(index)($id: ID!) { node(id: $id) { ...F\(index)_todo @alias } viewer { name } }"
    }
    files["src/F40.graphql"] = "fragment F40_todo on Todo { complete }"
    let one = try Tool(files)
    let other = try Tool(files)
    let first = try one.run(
      "generate", "--schema", "schema.graphql", "--output", "out", "--artifacts-json", "json", "--threads", "1", "src")
    #expect(first.status == 0, "\(first.errors)")
    let second = try other.run(
      "generate", "--schema", "schema.graphql", "--output", "out", "--artifacts-json", "json", "--threads", "7", "src")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try one.contents(of: "out") == other.contents(of: "out"))
    #expect(try one.contents(of: "json") == other.contents(of: "json"))
    for text in try one.contents(of: "out").values { #expect(!text.contains(one.directory.path)) }

    let third = try other.run(
      "generate", "--schema", "schema.graphql", "--output", "again", "src/Q3.graphql", "src/F40.graphql", "src")
    #expect(third.status == 0, "\(third.errors)")
    #expect(try one.contents(of: "out") == other.contents(of: "again"))
  }
}
