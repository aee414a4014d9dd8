import TestSupport
import Testing

/// Mistakes of the first hour whose cause is beside the documents: one error each, which names it.
@Suite("Mistakes of newcomers with the tool")
struct NewcomerTests {
  private static let query = "query ToDoListQuery { viewer { name } }\n"

  /// The messages of a run without their ids, and the files of their places.
  private func errors(_ run: ProcessRun) -> [String] {
    run.errors.split(separator: "\n").filter { $0.contains(": error: ") }.map { line in
      let place = line.prefix { $0 != ":" }.split(separator: "/").last ?? ""
      return "\(place): \(line.components(after: ": error: ").replacing(#/ \[[a-z-]+\]$/#, with: ""))"
    }
  }

  @Test("A second schema in a target")
  func secondSchema() throws {
    let tool = try Tool(["schema.graphql": Sample.schema, "old.graphql": Sample.schema, "Q.graphql": Self.query])
    try tool.write(
      PluginList(
        root: ".", module: "App",
        documents: ["Q", "old", "schema"].map { .init(source: "\($0).graphql", output: "\($0).graphql.swift") }), of: "App")
    #expect(
      errors(try tool.runAsPlugin("App")) == [
        "schema.graphql: There are two schemas: two files define 'Query' and 3 other types. Remove one of them, or name the right one as "
          + "'schema' in relay.config.json"
      ])
  }

  @Test("Downloads that went wrong, as the schema of a target", .cases)
  func downloads() {
    eachCase(of: [
      (
        "<!DOCTYPE html>\n<html><head></head></html>",
        "This is a web page or XML, not a schema. Save the schema as SDL, or the response to an introspection query as a '.json' file"
      ),
      (
        #"{"errors": [{"message": "introspection is disabled"}]}"#,
        "This is not a schema but an error of the server: 'introspection is disabled'. Save the response to an introspection query that "
          + "succeeds, or the schema as SDL"
      ),
      (
        #"{"message": "Bad credentials", "status": "401"}"#,
        "This is not a schema but an error of the server: 'Bad credentials'. Save the response to an introspection query that succeeds, or "
          + "the schema as SDL"
      ),
    ]) { text, message in
      let tool = try Tool(["src/schema.graphql": text, "src/Q.graphql": Self.query])
      let run = try tool.run("generate", "--output", "out", "src")
      #expect(errors(run) == ["schema.graphql: \(message)"], "\(run.errors)")
      // Under the names that a configuration gives it.
      for name in ["schema.graphql", "schema.json"] {
        try tool.write(text, name)
        let named = try tool.run("generate", "--schema", name, "--output", "out", "src/Q.graphql")
        #expect(errors(named) == ["\(name): \(message)"], "\(named.errors)")
      }
    }
  }

  @Test("The result of an introspection query under the name of a document")
  func introspection() throws {
    let json = """
      {"data": {"__schema": {"queryType": {"name": "Query"}, "types": [{"kind": "OBJECT", "name": "Query", "fields": [
        {"name": "name", "args": [], "type": {"kind": "SCALAR", "name": "String"}}]}]}}}
      """
    let tool = try Tool(["src/schema.graphql": json, "src/Q.graphql": "query NameQuery { name }"])
    #expect(
      errors(try tool.run("generate", "--output", "out", "src")) == [
        "schema.graphql: This is a schema in JSON. Rename the file to 'schema.json', and name it as 'schema' in relay.config.json"
      ])
    // It is not a part of the target if it is named, so its name is no matter.
    let named = try tool.run("generate", "--schema", "src/schema.graphql", "--output", "out", "src/Q.graphql")
    #expect(named.status == 0, "\(named.errors)")
  }

  @Test("A configuration with a mistake is the only error", .cases)
  func configuration() {
    eachCase(of: [
      ("{\n  // the schema\n  \"schema\": \"schema.graphql\"\n}", "JSON has no comments. Remove this one"),
      ("{\"schema\": \"schema.graphql\",}", "Remove this comma: nothing follows it"),
      ("{\"shema\": \"schema.graphql\"}", "Unknown key 'shema'. Did you mean 'schema'?"),
      (
        "{\"schemaNamespace\": \"API\"}",
        "Unknown key 'schemaNamespace', which is Apollo's. Remove it: generated types belong to their module"
      ),
    ]) { text, message in
      let tool = try Tool(["relay.config.json": text, "schema.graphql": Sample.schema, "src/Q.graphql": Self.query])
      try tool.write(
        PluginList(
          config: "relay.config.json", root: "src", module: "App",
          documents: [.init(source: "src/Q.graphql", output: "Q.graphql.swift")]),
        of: "App")
      #expect(errors(try tool.runAsPlugin("App")) == ["relay.config.json: \(message)"])
    }
  }

  @Test("A file of a project: its configuration is read, and its output alone is written")
  func fileOfAProject() throws {
    let whole = try Tool(Sample.project)
    #expect(try whole.run("generate").status == 0)

    let tool = try Tool(Sample.project)
    // It spreads a fragment of another file.
    let run = try tool.run("generate", "src/ToDoList.graphql")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "generated") == ["RelaySchemaTypes.graphql.swift", "ToDoList.graphql.swift"])
    for file in tool.files(in: "generated") { #expect(try tool.read("generated/" + file) == whole.read("generated/" + file), "\(file)") }

    // What other files have generated stays.
    #expect(try tool.run("generate").status == 0)
    try tool.write(Sample.item + "# changed\n", "src/ToDoItem.graphql")
    try tool.write(Sample.list.replacing("name", with: "id"), "src/ToDoList.graphql")
    let before = try tool.contents(of: "generated")
    #expect(try tool.run("generate", "--check", "src/ToDoList.graphql").errors.contains("out of date"))
    #expect(try tool.run("generate", "src/ToDoList.graphql").status == 0)
    let after = try tool.contents(of: "generated")
    #expect(after.keys.sorted() == Sample.generated)
    #expect(after.filter { before[$0.key] != $0.value }.keys.sorted() == ["ToDoList.graphql.swift"])
  }

  @Test("A file of a project in a folder below: the nearest configuration above it, up to the package")
  func fileOfAProjectBelow() throws {
    var files = Dictionary(uniqueKeysWithValues: Sample.project.map { ("App/" + $0.key, $0.value) })
    files["relay.config.json"] = "{ \"schema\": \"nowhere.graphql\" }"
    let tool = try Tool(files)
    let run = try tool.run("generate", "--artifacts-json", "json", "App/src/ToDoItem.graphql")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "App/generated") == ["RelaySchemaTypes.graphql.swift", "ToDoItem.graphql.swift"])
    #expect(tool.files(in: "json") == ["ToDoItem_todo.json"])

    try tool.remove("App/relay.config.json")
    try tool.write("", "App/Package.swift")
    let inPackage = try tool.run("generate", "App/src/ToDoItem.graphql")
    #expect(errors(inPackage).first?.contains("There is no schema for this document") == true, "\(inPackage.errors)")
  }

  @Test("Files of two projects")
  func filesOfTwoProjects() throws {
    var files: [String: String] = [:]
    for (path, text) in Sample.project {
      files["A/" + path] = text
      files["B/" + path] = text
    }
    let tool = try Tool(files)
    let run = try tool.run("generate", "A/src/ToDoItem.graphql", "B/src/ToDoItem.graphql")
    #expect(run.status == 1)
    #expect(errors(run).count == 1 && run.errors.contains("The inputs have several configurations"), "\(run.errors)")
    #expect(run.errors.contains("A/relay.config.json, ") && run.errors.contains("B/relay.config.json). Run the tool once for each"))
    #expect(!tool.exists("A/generated") && !tool.exists("B/generated"))
  }

  // MARK: - Modules

  private func modules(_ query: String, elsewhere: [PluginList.Elsewhere], schema: String?) throws -> Tool {
    let tool = try Tool([
      "Model/schema.graphql": Sample.schema, "Feed/Name.graphql": "fragment Feed_name on User { name }",
      "Feed/Title.swift": "let title = graphql(\"\"\"\nfragment Feed_title on User { name }\n\"\"\")", "App/Q.graphql": query,
    ])
    if let schema { try tool.write("{\"schema\": \"\(schema)\"}", "App/relay.config.json") }
    try tool.write(
      PluginList(
        config: schema.map { _ in "App/relay.config.json" }, root: "App", module: "App",
        documents: [.init(source: "App/Q.graphql", output: "Q.graphql.swift")], elsewhere: elsewhere), of: "App")
    return tool
  }

  @Test("A fragment of a module that is no dependency", .cases)
  func fragmentElsewhere() {
    eachCase(of: ["Feed_name", "Feed_title"]) { name in
      let text = "fragment App_name on User { ...\(name) }"
      for (isAbove, cure) in [
        (false, "on which this one does not depend. Add 'Feed' to the dependencies of the target"),
        (true, "which depends on this one. Move the fragment to this module, or to one that both depend on"),
      ] {
        let tool = try modules(
          text, elsewhere: [.init(module: "Feed", root: "Feed", isAbove: isAbove)], schema: "../Model/schema.graphql")
        let run = try tool.runAsPlugin("App")
        #expect(errors(run) == ["Q.graphql: The fragment '\(name)' belongs to the module 'Feed', \(cure)"], "\(run.errors)")
      }
      let alone = try modules(text, elsewhere: [], schema: "../Model/schema.graphql").runAsPlugin("App")
      #expect(errors(alone) == ["Q.graphql: There is no fragment '\(name)'"], "\(alone.errors)")
    }
  }

  @Test("A module without the module of the schema among its dependencies")
  func schemaElsewhere() throws {
    let feed = PluginList.Elsewhere(module: "Feed", root: "Feed", isAbove: false)
    let model = PluginList.Elsewhere(module: "Model", root: "Model", isAbove: false)
    let one = try modules(Self.query, elsewhere: [feed, model], schema: nil)
    #expect(
      errors(try one.runAsPlugin("App")) == [
        "Q.graphql: There is no schema for this document. The module 'Model' has one: add 'Model' to the dependencies of the target, or name a "
          + "schema as 'schema' in relay.config.json"
      ])
    try one.write("{\"schema\": \"../Model/schema.graphql\"}", "Feed/relay.config.json")
    #expect(
      errors(try one.runAsPlugin("App")) == [
        "Q.graphql: There is no schema for this document. The modules 'Feed', 'Model' have one: add the right one of them to the dependencies "
          + "of the target, or name a schema as 'schema' in relay.config.json"
      ])
    let none = try modules(Self.query, elsewhere: [feed], schema: nil)
    #expect(
      errors(try none.runAsPlugin("App")) == [
        "Q.graphql: There is no schema for this document. Put the schema beside it (schema.graphql), or name it as 'schema' in relay.config.json"
      ])
  }
}

extension Substring {
  /// What follows the first place of a text.
  fileprivate func components(after text: String) -> Substring {
    firstRange(of: text).map { self[$0.upperBound...] } ?? self
  }
}
