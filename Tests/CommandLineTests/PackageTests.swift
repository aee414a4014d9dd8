import Foundation
import TestSupport
import Testing

/// `generate --package`: modules that spread one another's fragments, without a build.
@Suite("Packages")
struct PackageTests {
  private static let files = [
    "app/relay.config.json": #"{"schema": "schema.graphql", "persistConfig": {"file": "queries.json"}}"#,
    "app/schema.graphql": "type Query { todo: Todo } type Todo { id: ID! text: String! state: State! } enum State { OPEN DONE }\n",
    "app/Sources/Model/Todo.graphql": "fragment Model_todo on Todo { text }\n",
    "app/Sources/Model/Rows/Row.swift": "let row = graphql(\"\"\"\nfragment Row_todo on Todo { state }\n\"\"\")\n",
    "app/Sources/Other/Other.swift": "let other = 1\n",
    "app/Sources/App/TodoQuery.graphql": "query TodoQuery { todo { ...Model_todo ...Row_todo } }\n",
    "app/Sources/Built/BuiltQuery.graphql": "query BuiltQuery { todo { id } }\n",
  ]

  private static func target(
    _ name: String, sources: [String] = [], targets: [String] = [], products: [String] = ["RelayRuntime"], type: String = "library"
  ) -> String {
    let lists = [("sources", sources), ("target_dependencies", targets), ("product_dependencies", products)].map { key, values in
      "\"\(key)\": [\(values.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    return """
      {"name": "\(name)", "c99name": "\(name)", "module_type": "SwiftTarget", "type": "\(type)", "path": "Sources/\(name)", \(lists.joined(separator: ", "))}
      """
  }

  private static let targets = [
    target("Model", sources: ["Rows/Row.swift"]), target("Other", sources: ["Other.swift"], products: []),
    target("App", targets: ["Model"], products: [], type: "executable"),
    target("Built", products: ["RelayRuntime", "RelayCodegenPlugin"]),
  ]

  private static func tool(_ targets: [String] = targets, _ changes: [String: String] = [:]) throws -> Tool {
    let tool = try Tool(files.merging(changes) { $1 })
    try tool.write(
      "{\"name\": \"app\", \"path\": \"\(tool.path("app"))\", \"products\": [], \"targets\": [\(targets.joined(separator: ", "))]}",
      "app.json")
    return tool
  }

  @Test("Each module gets its Swift, and the manifest has the operations of all")
  func generate() throws {
    let tool = try Self.tool()
    let run = try tool.run("generate", "--package", "app.json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      tool.files(in: "app").filter { $0.hasSuffix(".graphql.swift") } == [
        "Sources/App/__generated__/RelaySchemaTypes.graphql.swift", "Sources/App/__generated__/TodoQuery.graphql.swift",
        "Sources/Model/__generated__/RelaySchemaTypes.graphql.swift", "Sources/Model/__generated__/Rows+Row.graphql.swift",
        "Sources/Model/__generated__/Todo.graphql.swift",
      ])
    let query = try tool.read("app/Sources/App/__generated__/TodoQuery.graphql.swift")
    #expect(query.contains("import Model\n") && !query.contains("public struct"))
    #expect(try tool.read("app/Sources/Model/__generated__/Rows+Row.graphql.swift").contains("public struct Row_todo"))
    let manifest = try tool.read("app/queries.json")
    #expect(manifest.contains("query TodoQuery") && manifest.contains("query BuiltQuery"))

    let stamps = try tool.stamps(of: "app")
    #expect(try tool.run("generate", "--package", "app.json").status == 0)
    #expect(try tool.run("generate", "--package", "app.json", "--check").status == 0)
    #expect(try tool.stamps(of: "app") == stamps)
  }

  @Test("A check tells what an edit of another module makes out of date")
  func check() throws {
    let tool = try Self.tool()
    #expect(try tool.run("generate", "--package", "app.json").status == 0)
    try tool.write("fragment Model_todo on Todo { id }\n", "app/Sources/Model/Todo.graphql")
    let stamps = try tool.stamps(of: "app")
    let run = try tool.run("generate", "--package", "app.json", "--check")
    #expect(run.status == 1)
    for file in ["App/__generated__/TodoQuery", "Model/__generated__/Todo"] {
      #expect(run.errors.contains("Sources/\(file).graphql.swift:1:1: error: This file is out of date"), "\(run.errors)")
    }
    #expect(run.errors.contains("app/queries.json:1:1: error: This file is out of date"))
    #expect(!run.errors.contains("Rows+Row"))
    #expect(try tool.stamps(of: "app") == stamps)
    #expect(try tool.run("generate", "--package", "app.json").status == 0)
    #expect(try tool.run("generate", "--package", "app.json", "--check").status == 0)

    try tool.remove("app/Sources/Model/Todo.graphql")
    try tool.write("query TodoQuery { todo { ...Row_todo } }\n", "app/Sources/App/TodoQuery.graphql")
    let removed = try tool.run("generate", "--package", "app.json", "--check")
    #expect(
      removed.errors.contains("Model/__generated__/Todo.graphql.swift:1:1: error: No document generates this file"), "\(removed.errors)")
    #expect(try tool.run("generate", "--package", "app.json").status == 0)
    #expect(!tool.exists("app/Sources/Model/__generated__/Todo.graphql.swift"))
  }

  @Test("Modules of two packages")
  func twoPackages() throws {
    let tool = try Self.tool([
      Self.target("App", products: ["Kit"]), Self.target("Built", products: ["RelayRuntime", "RelayCodegenPlugin"]),
    ])
    try tool.write(Self.files["app/Sources/Model/Todo.graphql"] ?? "", "kit/Sources/Model/Todo.graphql")
    try tool.write("fragment Row_todo on Todo { state }\n", "kit/Sources/Model/Row.graphql")
    try tool.write(#"{"schema": "../app/schema.graphql"}"#, "kit/relay.config.json")
    try tool.write(
      """
      {"name": "kit", "path": "\(tool.path("kit"))", "products": [{"name": "Kit", "targets": ["Model"]}], "targets": [\(Self.target("Model"))]}
      """, "kit.json")
    let run = try tool.run("generate", "--package", "app.json", "--package", "kit.json", "--output", "Generated")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.exists("kit/Sources/Model/Generated/Row.graphql.swift"))
    #expect(try tool.read("app/Sources/App/Generated/TodoQuery.graphql.swift").contains("import Model\n"))
  }

  @Test(
    "Files that the configuration of an imported module leaves out are not read",
    arguments: [#""excludes": ["Other/**"]"#, #""src": "Mine""#])
  func selection(_ key: String) throws {
    let tool = try Self.tool(
      [
        Self.target("Model", sources: ["Mine/Row.swift", "Other/Row.swift"]),
        Self.target("App", targets: ["Model"], products: [], type: "executable"),
      ],
      [
        "app/Sources/Model/relay.config.json": "{\"schema\": \"../../schema.graphql\", \(key)}",
        "app/Sources/Model/Mine/Row.swift": Self.files["app/Sources/Model/Rows/Row.swift"] ?? "",
        "app/Sources/Model/Mine/Todo.graphql": Self.files["app/Sources/Model/Todo.graphql"] ?? "",
        "app/Sources/Model/Other/Todo.graphql": "fragment Model_todo on Todo { id }\n",
        "app/Sources/Model/Other/Broken.graphql": "query {\n",
        "app/Sources/Model/Other/Row.swift": "let row = graphql(\"\"\"\nfragment Row_todo on Todo { id }\n\"\"\")\n",
      ])
    for unused in ["Rows/Row.swift", "Todo.graphql"] { try tool.remove("app/Sources/Model/\(unused)") }
    let run = try tool.run("generate", "--package", "app.json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let manifest = try tool.read("app/queries.json")
    for text in ["fragment Model_todo on Todo {\\n  text", "fragment Row_todo on Todo {\\n  state"] {
      #expect(manifest.contains(text), "\(manifest)")
    }
  }

  @Test("Fragments of one name, in modules that do not know each other")
  func sameName() throws {
    let tool = try Self.tool(Self.targets, ["app/Sources/Built/Todo.graphql": "fragment Model_todo on Todo { id }\n"])
    let run = try tool.run("generate", "--package", "app.json")
    #expect(run.status == 1)
    #expect(
      run.errors.contains("Sources/Built/Todo.graphql:1:1: error: Two modules have a fragment 'Model_todo': 'Model' and 'Built'."),
      "\(run.errors)")
    #expect(run.errors.contains("Sources/Model/Todo.graphql:1:1: note: "), "\(run.errors)")
    #expect(tool.files(in: "app").allSatisfy { !$0.hasSuffix(".graphql.swift") })
  }

  @Test("A fragment of a module on which this one does not depend")
  func fragmentElsewhere() throws {
    let tool = try Self.tool([
      Self.target("Model", sources: ["Rows/Row.swift"]), Self.target("App", type: "executable"), Self.target("Built", targets: ["App"]),
    ])
    try tool.write("query TodoQuery { todo { ...Row_todo ...Built_todo } }\n", "app/Sources/App/TodoQuery.graphql")
    try tool.write("fragment Built_todo on Todo { id }\n", "app/Sources/Built/Todo.graphql")
    let run = try tool.run("generate", "--package", "app.json")
    let errors = run.errors.split(separator: "\n").map { $0.drop { $0 != ":" } }
    #expect(
      errors == [
        ":1:29: error: The fragment 'Row_todo' belongs to the module 'Model', on which this one does not depend. Add 'Model' to the "
          + "dependencies of the target [unknown-fragment]",
        ":1:41: error: The fragment 'Built_todo' belongs to the module 'Built', which depends on this one. Move the fragment to this module, or to "
          + "one that both depend on [unknown-fragment]",
      ], "\(run.errors)")
  }

  @Test("An error of a schema or fragment that modules share is reported once")
  func reportedOnce() throws {
    let tool = try Self.tool(Self.targets, ["app/schema.graphql": "type Query { todo: Tdo }\n"])
    let run = try tool.run("generate", "--package", "app.json")
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("schema.graphql:1:20: error: ") }.count == 1, "\(run.errors)")
  }

  @Test("What is no description of a package is an error", .cases)
  func notAPackage() {
    eachCase(of: ["[]", "{", "{}", #"{"path": "app", "targets": []}"#, #"{"path": "/"}"#]) { try notAPackage($0) }
  }

  func notAPackage(_ text: String) throws {
    let tool = try Self.tool()
    try tool.write(text, "app.json")
    let run = try tool.run("generate", "--package", "app.json")
    #expect(run.status == 1 && run.errors.contains("app.json:1:"), "\(run.errors)")
    #expect(try tool.run("generate", "--package", "none.json").errors.contains("none.json:1:1: error: "))
    for others in [
      ["App"], ["--config", "c.json"], ["--schema", "s"], ["--output", "a/b"], ["--output", ".."], ["--artifacts-json", "x"],
    ] {
      #expect(try tool.run(["generate", "--package", "app.json"] + others).errors.hasPrefix("error: "))
    }
  }

  // MARK: - Commands of the plugin

  /// The plugin's list for the module App, which imports the files of Model.
  private static func appList() -> PluginList {
    PluginList(
      config: "app/relay.config.json", root: "app/Sources/App", module: "App",
      documents: [.init(source: "app/Sources/App/TodoQuery.graphql", output: "TodoQuery.graphql.swift")],
      imported: [
        .init(module: "Model", source: "app/Sources/Model/Todo.graphql"),
        .init(module: "Model", source: "app/Sources/Model/Rows/Row.swift"),
      ])
  }

  @Test("The plugin's commands write an archive that generating uses, and only what has changed")
  func collectAndSchema() throws {
    let tool = try Self.tool()
    var list = Self.appList()
    list.exports = [.init(module: "Model", root: tool.path("app/Sources/Model"), file: tool.path("Exports/RelayExports.graphql.swift"))]
    list.schemaArchive = tool.path("Schema/schema.relay-archive")
    try tool.write(list, of: "App")
    #expect(try tool.runAsPlugin("App").status == 0)
    let plain = try tool.contents(of: "App.out")

    let model = PluginList(
      root: "app/Sources/Model", module: "Model", documents: [.init(source: "app/Sources/Model/Todo.graphql", output: "x.swift")],
      swiftSources: ["app/Sources/Model/Rows/Row.swift"])
    try tool.write(model, of: "Model")
    #expect(try tool.run("collect", "--plugin-inputs", "Model.json", "--plugin-outputs", "Exports").status == 0)
    #expect(try tool.run("schema", "--plugin-inputs", "App.json", "--plugin-outputs", "Schema").status == 0)
    #expect(tool.files(in: "Schema") == ["RelaySchema.graphql.swift", "schema.relay-archive"])
    let exports = try tool.read("Exports/RelayExports.graphql.swift")
    #expect(exports.contains(" Todo.graphql\n") && exports.contains(" Rows/Row.swift\n"))
    let stamps = (try tool.stamps(of: "Exports"), try tool.stamps(of: "Schema"))
    #expect(try tool.run("collect", "--plugin-inputs", "Model.json", "--plugin-outputs", "Exports").status == 0)
    #expect(try tool.run("schema", "--plugin-inputs", "App.json", "--plugin-outputs", "Schema").status == 0)
    #expect(try tool.stamps(of: "Exports") == stamps.0 && tool.stamps(of: "Schema") == stamps.1)

    #expect(try tool.runAsPlugin("App").status == 0)
    #expect(try tool.contents(of: "App.out") == plain)
    // What is damaged is not used.
    try tool.write("relay-schema nonsense", "Schema/schema.relay-archive")
    try tool.write("nonsense", "Exports/RelayExports.graphql.swift")
    #expect(try tool.runAsPlugin("App").status == 0)
    #expect(try tool.contents(of: "App.out") == plain)
    // Nor is what has become too large.
    #expect(truncate(tool.path("Schema/schema.relay-archive"), 1 << 40) == 0)
    #expect(try tool.runAsPlugin("App").status == 0)
    #expect(try tool.contents(of: "App.out") == plain)
  }

  @Test("Where the exports of modules below cannot be found, the module's own command finds out what they are")
  func collectImports() throws {
    let tool = try Self.tool()
    var list = Self.appList()
    list.imported.append(.init(module: "Other", source: "app/Sources/Other/Other.swift"))
    try tool.write(list, of: "App")
    #expect(try tool.runAsPlugin("App").status == 0)
    let plain = try tool.contents(of: "App.out")

    list.exports = ["Model", "Other"].map {
      .init(module: $0, root: tool.path("app/Sources/\($0)"), file: tool.path("Exports/RelayImports.graphql.swift"))
    }
    try tool.write(list, of: "App")
    func collect() throws -> String {
      #expect(try tool.run("collect", "--plugin-inputs", "App.json", "--plugin-outputs", "Exports").status == 0)
      #expect(tool.files(in: "Exports") == ["RelayExports.graphql.swift", "RelayImports.graphql.swift"])
      #expect(try tool.runAsPlugin("App").status == 0)
      return try tool.read("Exports/RelayImports.graphql.swift")
    }
    let imports = try collect()
    #expect(imports.contains("\n// module Model\n") && imports.contains(" Todo.graphql\n") && imports.hasSuffix("\n// module Other\n"))
    #expect(try tool.contents(of: "App.out") == plain)
    let stamps = try tool.stamps(of: "Exports")
    try tool.write("let other = 2\n", "app/Sources/Other/Other.swift")
    #expect(try collect() == imports)
    #expect(try tool.stamps(of: "Exports") == stamps)
    try tool.write("fragment Model_todo on Todo { id }\n", "app/Sources/Model/Todo.graphql")
    #expect(try collect() != imports)
    #expect(try tool.contents(of: "App.out") != plain)
  }

  @Test("The archive of a schema among documents; what is wrong with it is left to the command that generates")
  func schemaDocuments() throws {
    let tool = try Self.tool()
    var list = PluginList(
      root: "app", module: "App",
      documents: [
        .init(source: "app/schema.graphql", output: "schema.graphql.swift"),
        .init(source: "app/Sources/Model/Todo.graphql", output: "Todo.graphql.swift"),
      ])
    list.schemaDocuments = [tool.path("app/schema.graphql")]
    list.schemaArchive = tool.path("Schema/schema.relay-archive")
    try tool.write(list, of: "App")
    #expect(try tool.runAsPlugin("App").status == 0)
    let plain = try tool.contents(of: "App.out")
    func makeArchive() throws -> String {
      let run = try tool.run("schema", "--plugin-inputs", "App.json", "--plugin-outputs", "Schema")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      return String(decoding: try Data(contentsOf: URL(filePath: tool.path("Schema/schema.relay-archive"))), as: UTF8.self)
    }
    #expect(try makeArchive().hasPrefix("relay-schema "))
    #expect(try tool.runAsPlugin("App").status == 0)
    #expect(try tool.contents(of: "App.out") == plain)
    try tool.write("type Query { todo: Tdo }\n", "app/schema.graphql")
    #expect(try makeArchive().isEmpty)
    #expect(try tool.runAsPlugin("App").errors.contains("app/schema.graphql:1:20: error: "))
  }

  @Test("An error of the schema is reported by the command that reads it, one of the configuration by the command that generates")
  func schemaErrors() throws {
    let tool = try Self.tool(Self.targets, ["app/schema.graphql": "type Query { todo: Tdo }\n"])
    try tool.write(PluginList(config: "app/relay.config.json", root: "app/Sources/App", module: "App"), of: "App")
    let run = try tool.run("schema", "--plugin-inputs", "App.json", "--plugin-outputs", "Schema")
    #expect(run.status == 1 && run.errors.contains("schema.graphql:1:20: error: "), "\(run.errors)")
    try tool.write(#"{"schema": "missing.graphql"}"#, "app/relay.config.json")
    let missing = try tool.run("schema", "--plugin-inputs", "App.json", "--plugin-outputs", "Schema")
    #expect(missing.status == 0 && missing.errors.isEmpty, "\(missing.errors)")
    #expect(tool.exists("Schema/RelaySchema.graphql.swift"))
    #expect(try tool.run("collect").errors.hasPrefix("error: "))
  }
}
