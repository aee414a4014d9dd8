import TestSupport
import Testing

/// What the build plugin tells the tool about the modules of a package.
@Suite("Modules")
struct ModuleTests {
  private static let schema = """
    type Query { todo(order: Order, filter: Filter): Todo }
    type Todo { id: ID! text: String! state: State! }
    enum State { OPEN DONE }
    enum Order { NEWEST OLDEST }
    input Filter { text: String }

    """

  private func project(_ config: String) throws -> Tool {
    let tool = try Tool([
      "relay.config.json": config, "Model/schema.graphql": Self.schema, "Model/Todo.graphql": "fragment Model_todo on Todo { text }",
      "Model/Update.graphql": "fragment Model_edit on Todo @updatable { text } fragment Model_chosen on Todo @assignable { __typename }",
      "App/TodoQuery.graphql": "query TodoQuery($filter: Filter) { todo(filter: $filter) { state ...Model_todo } }",
      "App/Update.graphql": "query Chosen @updatable { todo { ...Model_chosen } } query Edit { todo { ...Model_edit ...Model_chosen } }",
    ])
    try tool.write(
      PluginList(
        config: "relay.config.json", root: "Model", module: "Model",
        documents: ["schema", "Todo", "Update"].map { .init(source: "Model/\($0).graphql", output: "\($0).graphql.swift") },
        schemaOutput: "Types.graphql.swift"), of: "Model")
    try tool.write(
      PluginList(
        config: "relay.config.json", root: "App", module: "App",
        documents: ["TodoQuery", "Update"].map { .init(source: "App/\($0).graphql", output: "\($0).graphql.swift") },
        schemaOutput: "Types.graphql.swift",
        imported: ["schema", "Todo", "Update"].map { .init(module: "Model", source: "Model/\($0).graphql") }), of: "App")
    return tool
  }

  /// The module `App` of the project, as a list from the plugin.
  private func app(kind: String?, imported: String?, config: String = "relay.config.json") -> PluginList {
    PluginList(
      config: config, root: "App", module: "App", kind: kind,
      documents: ["TodoQuery", "Update"].map { .init(source: "App/\($0).graphql", output: "\($0).graphql.swift") },
      schemaOutput: "Types.graphql.swift",
      imported: ["schema", "Todo", "Update"].map { .init(module: "Model", kind: imported, source: "Model/\($0).graphql") })
  }

  /// Bazel runs the tool in a sandbox, whose folder a rule cannot know.
  @Test("Paths in a list may be relative to the current folder")
  func relativePaths() throws {
    let tool = try Tool([
      "relay.config.json": #"{"schema": "Schemas/schema.graphql"}"#, "Schemas/schema.graphql": Sample.schema,
      "App/List/ToDoItem.graphql": Sample.item,
      "list.json": """
      {"name": "App", "root": "App", "config": "relay.config.json", "documents": ["App/List/ToDoItem.graphql"],
       "documentOutputs": ["List+ToDoItem.graphql.swift"], "schemaOutput": "RelaySchemaTypes.graphql.swift"}
      """,
    ])
    let run = try tool.run("generate", "--plugin-inputs", "list.json", "--plugin-outputs", "Out")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try tool.read("Out/List+ToDoItem.graphql.swift").contains("struct ToDoItem_todo"))
    try tool.write(Sample.item.replacing("text", with: "txet"), "App/List/ToDoItem.graphql")
    let failed = try tool.run("generate", "--plugin-inputs", "list.json", "--plugin-outputs", "Out")
    #expect(failed.errors.contains(tool.path("App/List/ToDoItem.graphql") + ":"), "\(failed.errors)")
  }

  @Test("Only code that another module can import is public", .cases)
  func access() {
    eachCase(of: [nil, "library", "executable", "test"]) { try access($0) }
  }

  func access(_ kind: String?) throws {
    for config in ["{}", #"{"swift": {"accessLevel": "public"}}"#] {
      let tool = try project(config)
      try tool.write(app(kind: kind, imported: nil), of: "App")
      #expect(try tool.runAsPlugin("App").status == 0)
      let isPublic = config != "{}" || kind == nil || kind == "library"
      for file in ["TodoQuery", "Types"] {
        let text = try tool.read("App.out/\(file).graphql.swift")
        #expect(text.contains("public import RelayRuntime") == isPublic)
        #expect(text.contains("public struct") == isPublic)
        #expect(!text.contains("@testable"))
      }
    }
  }

  @Test("A test imports internal code with @testable")
  func testable() throws {
    for (config, imported, isTestable) in [
      ("{}", "library", false), ("{}", "executable", true), (#"{"swift": {"accessLevel": "internal"}}"#, "library", true),
    ] {
      let tool = try project(config)
      try tool.write(app(kind: "test", imported: imported), of: "App")
      #expect(try tool.runAsPlugin("App").status == 0)
      for file in ["TodoQuery", "Update"] {
        let lines = try tool.read("App.out/\(file).graphql.swift").split(separator: "\n")
        #expect(lines.contains(isTestable ? "@testable import Model" : "import Model"))
        #expect(lines.contains("import RelayRuntime"))
      }
    }
  }

  @Test("A test gets types for the payloads of the module that it tests")
  func payloadsOfAnotherModule() throws {
    let tool = try project("{}")
    try tool.write(#"{ "swift": { "payloads": ["Model"] } }"#, "relay.config.json")
    try tool.write(
      """
      query StoryQuery($order: Order) { todo(order: $order) { state ...Model_todo } }
      fragment Model_page on Todo { state }
      """, "Model/Todo.graphql")
    try tool.write("fragment Model_todo on Todo { text }", "Model/Update.graphql")
    try tool.write("query TodoQuery { todo { id ...Model_todo } }", "App/TodoQuery.graphql")
    try tool.write("fragment App_todo on Todo { id }", "App/Update.graphql")
    try tool.write(app(kind: "test", imported: "executable"), of: "App")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let types = try tool.read("App.out/Types.graphql.swift")
    #expect(types.contains("@testable import Model\n"))
    #expect(types.contains("\nextension StoryQuery: __OperationWithPayload {\n"))
    for name in ["Model_page", "Model_todo"] {
      #expect(types.contains("\nextension \(name) {\n"), "\(name)")
    }
    // The enum belongs to the other module.
    #expect(types.contains("init(state: State, text: String, id: String)") && !types.contains("enum State"), "\(types)")
    #expect(!(try tool.read("App.out/TodoQuery.graphql.swift").contains("Payload")))
  }

  /// The test has a configuration of its own, which does not repeat the app's.
  @Test("Payloads of another module have the enums of its schema's module", .cases)
  func payloadsWithASharedSchema() {
    eachCase(of: ["library", "executable"]) { kind in
      let tool = try project(#"{ "schema": "Model/schema.graphql", "swift": { "schemaModule": "Model" } }"#)
      try tool.write(#"{ "swift": { "payloads": ["App"] } }"#, "Tests/relay.config.json")
      try tool.write(
        PluginList(
          config: "Tests/relay.config.json", root: "Tests", module: "AppTests", kind: "test", schemaOutput: "Types.graphql.swift",
          imported: [
            .init(module: "Model", source: "Model/Todo.graphql"), .init(module: "Model", source: "Model/Update.graphql"),
            .init(module: "App", kind: kind, source: "App/TodoQuery.graphql"),
          ],
          importedConfigs: [.init(module: "App", config: "relay.config.json")]), of: "AppTests")
      let run = try tool.runAsPlugin("AppTests")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let types = try tool.read("AppTests.out/Types.graphql.swift")
      #expect(types.contains("import Model\n") && types.contains("(state: Model.State, "), "\(types)")
      #expect(!types.contains("enum State"))
    }
  }

  @Test("Payloads of modules that the target cannot use are an error")
  func payloadsOfAnUnknownModule() throws {
    let tool = try project(#"{ "swift": { "payloads": ["Mdel", "App"] } }"#)
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "relay.config.json:1:27: error: Expected this module or one that it depends on, with GraphQL for 'payloads', found 'Mdel'. Did you mean 'Model'?"
      ), "\(run.errors)")
    try tool.write(#"{ "swift": { "payloads": ["App"] } }"#, "relay.config.json")
    #expect(try tool.runAsPlugin("App").status == 0)
    #expect(try tool.read("App.out/TodoQuery.graphql.swift").contains("struct Payload: RelayRuntime.OperationPayload"))
    try tool.write(#"{ "swift": { "payloads": ["Model"] } }"#, "relay.config.json")
    let alone = try tool.run(["generate", "--schema", "Model/schema.graphql", "--config", "relay.config.json", "--output", "out", "App"])
    #expect(alone.status == 1 && alone.errors.contains("which only a build with the plugin can know"), "\(alone.errors)")
  }

  @Test("A kind of module that the tool does not know is an error")
  func unknownKind() throws {
    let tool = try project("{}")
    try tool.write(app(kind: "macro", imported: nil), of: "App")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1)
    #expect(run.errors.contains("'library', 'executable' or 'test'"), "\(run.errors)")
  }

  @Test("Each module has the types that it uses")
  func eachModuleHasTheTypesThatItUses() throws {
    let tool = try project("{}")
    for module in ["Model", "App"] {
      let run = try tool.runAsPlugin(module)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(tool.files(in: "Model.out") == ["Todo.graphql.swift", "Types.graphql.swift", "Update.graphql.swift", "schema.graphql.swift"])
    #expect(!(try tool.read("Model.out/Types.graphql.swift").contains("State")))
    let types = try tool.read("App.out/Types.graphql.swift")
    #expect(types.contains("State"))
    #expect(types.contains("struct Filter"))
    #expect(!types.contains("Order"))
    #expect(try tool.read("App.out/TodoQuery.graphql.swift").contains("import Model"))
  }

  /// Documents of another library next to the target's own: a definition of the same name, and directives that Relay does not have.
  @Test(
    "'src' and 'excludes' determine a target's documents",
    arguments: [#""src": "App/Screens""#, #""excludes": ["Other/**"]"#, #""src": "App", "excludes": ["Other/**"]"#])
  func selectedDocuments(_ keys: String) throws {
    let tool = try Tool([
      "relay.config.json": "{ \"schema\": \"schema.graphql\", \(keys) }", "schema.graphql": Self.schema,
      "App/Screens/Todo.graphql": "query TodoQuery { todo { text } }",
      "App/Other/Todo.graphql": "query TodoQuery($id: ID!) @import(module: \"Design\") { todo { id ...Details } }",
      "App/Other/View.swift": #"let query = graphql("""fragment Details on Task { text }""")"#,
    ])
    try tool.write(
      PluginList(
        config: "relay.config.json", root: "App", module: "App",
        documents: ["Other", "Screens"].map { .init(source: "App/\($0)/Todo.graphql", output: "\($0)+Todo.graphql.swift") },
        swiftSources: ["App/Other/View.swift"]), of: "App")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try tool.read("App.out/Screens+Todo.graphql.swift").contains("struct TodoQuery"))
    #expect(!(try tool.read("App.out/Other+Todo.graphql.swift").contains("TodoQuery")))
    // The same without the plugin.
    let alone = try tool.run(["generate", "--config", "relay.config.json", "--output", "out", "App"])
    #expect(alone.status == (keys.contains("excludes") ? 0 : 1), "\(alone.errors)")

    try tool.write(#"{ "schema": "schema.graphql" }"#, "relay.config.json")
    #expect(try tool.runAsPlugin("App").status == 1)
    try tool.write(#"{ "schema": "schema.graphql", "src": "App/Screen" }"#, "relay.config.json")
    let missing = try tool.runAsPlugin("App")
    #expect(missing.status == 1 && missing.errors.contains("relay.config.json:1:38: error: "), "\(missing.errors)")
  }

  @Test("Updaters assign objects by fragments of other modules")
  func updatersAssignObjectsOfFragmentsOfOtherModules() throws {
    let tool = try project("{}")
    #expect(try tool.runAsPlugin("App").status == 0)
    let update = try tool.read("App.out/Update.graphql.swift")
    #expect(update.contains("func setTodo(_ value: Model.Model_chosen?)"))
    #expect(update.contains("func asAssignable() -> Model.Model_chosen {") && update.contains("Model.Model_edit_Key"))
  }

  /// The providers' types belong to the fragment's module and need not be visible elsewhere.
  @Test("Operations refer to fragments of other modules with providers")
  func operationsNameTheFragmentsOfOtherModulesThatHaveProviders() throws {
    let tool = try project("{}")
    try tool.write(
      """
      fragment Model_todo on Todo { text ...Model_state }
      fragment Model_state on Todo @argumentDefinitions(shown: {type: "Boolean!", provider: "ShowsState"}) { state @include(if: $shown) }
      """, "Model/Todo.graphql")
    for module in ["Model", "App"] {
      let run = try tool.runAsPlugin(module)
      #expect(run.status == 0, "\(run.errors)")
    }
    let model = try tool.read("Model.out/Todo.graphql.swift")
    #expect(
      model.contains(#"("__relay_internal__pv__ShowsState", (Bool).self, ShowsState.self)])"#)
        && model.contains("fragments: [Model_state.definition])"))
    let app = try tool.read("App.out/TodoQuery.graphql.swift")
    #expect(app.contains("fragments: [Model.Model_todo.definition], providers: [Model.Model_state.definition],"), "\(app)")
    #expect(!app.contains("ShowsState.self"))
  }

  /// The plugin's list for a module `App` without a configuration, above modules with one each.
  private func modules(
    _ configs: [String: String], _ app: String = "query StoryQuery { story { ...Story_story isRead at } }", config: String? = nil
  ) throws -> Tool {
    let tool = try Tool([
      "schema.graphql": "scalar Time type Query { story: Story } type Story { title: String at: Time }",
      "Feed/client.graphql": "extend type Story { isRead: Boolean }", "Feed/Story.graphql": "fragment Story_story on Story { title }",
      "Talk/Talk.graphql": "fragment Talk_talk on Talk { text }", "App/StoryQuery.graphql": app,
    ])
    var list = PluginList(
      root: "App", module: "App", documents: [.init(source: "App/StoryQuery.graphql", output: "StoryQuery.graphql.swift")],
      imported: ["Feed/client.graphql", "Feed/Story.graphql", "Talk/Talk.graphql"].map { .init(module: String($0.prefix(4)), source: $0) })
    list.config = config
    for (module, config) in configs.sorted(by: { $0.key < $1.key }) {
      try tool.write(config, "\(module)/relay.config.json")
      list.importedConfigs.append(.init(module: module, config: "\(module)/relay.config.json"))
    }
    try tool.write(list, of: "App")
    return tool
  }

  private static let feed = """
    { "schema": "../schema.graphql", "schemaExtensions": ["client.graphql"], "customScalarTypes": { "Time": "Date" } }
    """

  @Test("A module without a configuration uses the schema of the module on which it depends")
  func aModuleWithoutAConfigurationTakesTheSchemaOfTheModuleThatItDependsOn() throws {
    let tool = try modules(["Feed": Self.feed])
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let swift = try tool.read("App.out/StoryQuery.graphql.swift")
    #expect(swift.contains("import Feed") && swift.contains("var at: Foundation.Date?"), "\(swift)")
    // A client field is not sent.
    #expect(swift.contains("var isRead: Bool?") && !swift.contains("\n        isRead\n"), "\(swift)")
  }

  @Test("A document that cannot be read is reported once, although it is also looked at for type definitions")
  func unreadableDocument() throws {
    let tool = try modules(["Feed": Self.feed])
    try tool.remove("App/StoryQuery.graphql")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("Cannot read this file") }.count == 1, "\(run.errors)")
  }

  @Test("A module with a configuration that names no schema keeps the rest of its own")
  func aModuleWithAConfigurationThatNamesNoSchemaKeepsTheRestOfItsOwn() throws {
    let tool = try modules(["Feed": Self.feed], config: "App/relay.config.json")
    try tool.write(
      #"{ "schemaExtensions": ["own.graphql"], "swift": { "accessLevel": "internal" } }"#, "App/relay.config.json")
    try tool.write("extend type Story { isOwn: Boolean }", "App/own.graphql")
    try tool.write("query StoryQuery { story { ...Story_story isRead isOwn at } }", "App/StoryQuery.graphql")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0, "\(run.errors)")
    let swift = try tool.read("App.out/StoryQuery.graphql.swift")
    #expect(swift.contains("\nstruct StoryQuery") && swift.contains("var at: RelayRuntime.JSON?"), "\(swift)")
  }

  @Test("The payloads of a module below have its acronyms")
  func payloadsHaveTheAcronymsOfTheirModule() throws {
    let feed = Self.feed.replacing("\"customScalarTypes\"", with: "\"swift\": { \"acronyms\": [\"READ\"] }, \"customScalarTypes\"")
    let tool = try modules(["Feed": feed], config: "App/relay.config.json")
    try tool.write(#"{ "swift": { "payloads": ["Feed"] } }"#, "App/relay.config.json")
    try tool.write("query FeedQuery { story { isRead } } fragment Story_story on Story { at }", "Feed/Story.graphql")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0, "\(run.errors)")
    let types = try tool.read("App.out/RelaySchemaTypes.graphql.swift")
    #expect(types.contains("init(isREAD: Bool? = nil)") && types.contains("set(\"isRead\", isREAD)"), "\(types)")
    #expect(try tool.read("App.out/StoryQuery.graphql.swift").contains("var isRead: Bool?"))
  }

  @Test("Several configurations below are an error in the module's own file that names the solutions")
  func severalConfigurationsBelowAreAnErrorInTheModulesOwnFileThatNamesTheWaysOut() throws {
    let tool = try modules(["Feed": Self.feed, "Talk": #"{ "schema": "talk.graphql" }"#])
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1 && run.errors.contains("App/StoryQuery.graphql:1:1: error: This module has no schema"), "\(run.errors)")
    for part in ["Feed/relay.config.json for Feed", "Talk/relay.config.json for Talk", "'schema' in a relay.config.json", "schema.graphql"]
    {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
  }

  @Test("A module with its own schema uses no other")
  func aModuleWithASchemaOfItsOwnTakesNoOther() throws {
    let tool = try modules(["Feed": Self.feed], "type Query { own: String } query StoryQuery { own }")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try tool.read("App.out/StoryQuery.graphql.swift").contains("var own: String?"))
  }

  @Test("One module has the types for all")
  func oneModuleHasTheTypesOfAll() throws {
    let tool = try project("{ \"swift\": { \"schemaModule\": \"Model\" } }")
    for module in ["Model", "App"] {
      let run = try tool.runAsPlugin(module)
      #expect(run.status == 0, "\(run.errors)")
    }
    let types = try tool.read("Model.out/Types.graphql.swift")
    #expect(types.contains("State"))
    #expect(types.contains("struct Filter"))
    #expect(types.contains("Order"))
    #expect(!(try tool.read("App.out/Types.graphql.swift").contains("State")))
    #expect(try tool.read("App.out/TodoQuery.graphql.swift").contains("Model.State"))
  }

  @Test("Generated files of removed documents are removed")
  func generatedFilesOfFormerDocumentsGo() throws {
    let tool = try project("{}")
    #expect(try tool.runAsPlugin("App").status == 0)
    try tool.write(tool.read("App.json").replacing("TodoQuery.graphql.swift", with: "Renamed.graphql.swift"), "App.json")
    #expect(try tool.runAsPlugin("App").status == 0)
    #expect(tool.files(in: "App.out") == ["Renamed.graphql.swift", "Types.graphql.swift", "Update.graphql.swift"])
  }
}
