import Testing

/// What the build plugin tells the tool of the modules of a package.
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
    let records: [String: [[String]]] = [
      "Model": [
        ["document", "Model/schema.graphql", "Model.out/schema.graphql.swift"],
        ["document", "Model/Todo.graphql", "Model.out/Todo.graphql.swift"],
        ["document", "Model/Update.graphql", "Model.out/Update.graphql.swift"],
      ],
      "App": [
        ["document", "App/TodoQuery.graphql", "App.out/TodoQuery.graphql.swift"],
        ["document", "App/Update.graphql", "App.out/Update.graphql.swift"], ["imported", "Model", "Model/schema.graphql"],
        ["imported", "Model", "Model/Todo.graphql"], ["imported", "Model", "Model/Update.graphql"],
      ],
    ]
    for (module, files) in records {
      var text = "config\t\(tool.path("relay.config.json"))\nroot\t\(tool.path(module))\nmodule\t\(module)\n"
      text += "schema-output\t\(tool.path("\(module).out/Schema.graphql.swift"))\n"
      for record in files {
        text += record.enumerated().map { $0 == 0 || $1 == "Model" ? $1 : tool.path($1) }.joined(separator: "\t") + "\n"
      }
      try tool.write(text, "\(module).txt")
    }
    return tool
  }

  @Test func eachModuleHasTheTypesThatItUses() throws {
    let tool = try project("{}")
    for module in ["Model", "App"] {
      let run = try tool.run("generate", "--plugin-inputs", "\(module).txt")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(tool.files(in: "Model.out") == ["Schema.graphql.swift", "Todo.graphql.swift", "Update.graphql.swift", "schema.graphql.swift"])
    #expect(!(try tool.read("Model.out/Schema.graphql.swift").contains("State")))
    let types = try tool.read("App.out/Schema.graphql.swift")
    #expect(types.contains("State") && types.contains("struct Filter") && !types.contains("Order"))
    #expect(try tool.read("App.out/TodoQuery.graphql.swift").contains("import Model"))
  }

  @Test func updatersAssignObjectsOfFragmentsOfOtherModules() throws {
    let tool = try project("{}")
    try tool.run("generate", "--plugin-inputs", "App.txt")
    let update = try tool.read("App.out/Update.graphql.swift")
    #expect(update.contains("func setTodo(_ value: Model.Model_chosen?)"))
    #expect(update.contains("func asAssignable() -> Model.Model_chosen {") && update.contains("Model.Model_edit_Key"))
  }

  /// The providers' types are those of the module that has the fragment, which need not be visible elsewhere.
  @Test func operationsNameTheFragmentsOfOtherModulesThatHaveProviders() throws {
    let tool = try project("{}")
    try tool.write(
      """
      fragment Model_todo on Todo { text ...Model_state }
      fragment Model_state on Todo @argumentDefinitions(shown: {type: "Boolean!", provider: "ShowsState"}) { state @include(if: $shown) }
      """, "Model/Todo.graphql")
    for module in ["Model", "App"] {
      let run = try tool.run("generate", "--plugin-inputs", "\(module).txt")
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

  /// As the plugin has it for a module `App` without a configuration above modules that have one each.
  private func modules(_ configs: [String: String], _ app: String = "query StoryQuery { story { ...Story_story isRead at } }") throws
    -> Tool
  {
    let tool = try Tool([
      "schema.graphql": "scalar Time type Query { story: Story } type Story { title: String at: Time }",
      "Feed/client.graphql": "extend type Story { isRead: Boolean }", "Feed/Story.graphql": "fragment Story_story on Story { title }",
      "Talk/Talk.graphql": "fragment Talk_talk on Talk { text }", "App/StoryQuery.graphql": app,
    ])
    var text = "root\t\(tool.path("App"))\nmodule\tApp\nschema-output\t\(tool.path("App.out/Schema.graphql.swift"))\n"
    text += "document\t\(tool.path("App/StoryQuery.graphql"))\t\(tool.path("App.out/StoryQuery.graphql.swift"))\n"
    for (module, config) in configs.sorted(by: { $0.key < $1.key }) {
      try tool.write(config, "\(module)/relay.config.json")
      text += "imported-config\t\(module)\t\(tool.path("\(module)/relay.config.json"))\n"
    }
    for file in ["Feed/client.graphql", "Feed/Story.graphql", "Talk/Talk.graphql"] {
      text += "imported\t\(file.prefix(4))\t\(tool.path(file))\n"
    }
    try tool.write(text, "App.txt")
    return tool
  }

  private static let feed = """
    { "schema": "../schema.graphql", "schemaExtensions": ["client.graphql"], "customScalarTypes": { "Time": "Date" } }
    """

  @Test func aModuleWithoutAConfigurationTakesTheSchemaOfTheModuleThatItDependsOn() throws {
    let tool = try modules(["Feed": Self.feed])
    let run = try tool.run("generate", "--plugin-inputs", "App.txt")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let swift = try tool.read("App.out/StoryQuery.graphql.swift")
    #expect(swift.contains("import Feed") && swift.contains("var at: Foundation.Date?"), "\(swift)")
    // A field of the client is not sent.
    #expect(swift.contains("var isRead: Bool?") && !swift.contains("\n        isRead\n"), "\(swift)")
  }

  @Test func aModuleWithAConfigurationThatNamesNoSchemaKeepsTheRestOfItsOwn() throws {
    let tool = try modules(["Feed": Self.feed])
    try tool.write(
      #"{ "schemaExtensions": ["own.graphql"], "swift": { "accessLevel": "internal" } }"#, "App/relay.config.json")
    try tool.write("extend type Story { isOwn: Boolean }", "App/own.graphql")
    try tool.write("query StoryQuery { story { ...Story_story isRead isOwn at } }", "App/StoryQuery.graphql")
    try tool.write("config\t\(tool.path("App/relay.config.json"))\n" + tool.read("App.txt"), "App.txt")
    let run = try tool.run("generate", "--plugin-inputs", "App.txt")
    #expect(run.status == 0, "\(run.errors)")
    let swift = try tool.read("App.out/StoryQuery.graphql.swift")
    #expect(swift.contains("\nstruct StoryQuery") && swift.contains("var at: RelayRuntime.JSON?"), "\(swift)")
  }

  @Test func severalConfigurationsBelowAreAnErrorInTheModulesOwnFileThatNamesTheWaysOut() throws {
    let tool = try modules(["Feed": Self.feed, "Talk": #"{ "schema": "talk.graphql" }"#])
    let run = try tool.run("generate", "--plugin-inputs", "App.txt")
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1 && run.errors.contains("App/StoryQuery.graphql:1:1: error: This module has no schema"), "\(run.errors)")
    for part in ["Feed/relay.config.json for Feed", "Talk/relay.config.json for Talk", "'schema' in a relay.config.json", "schema.graphql"]
    {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
  }

  @Test func aModuleWithASchemaOfItsOwnTakesNoOther() throws {
    let tool = try modules(["Feed": Self.feed], "type Query { own: String } query StoryQuery { own }")
    let run = try tool.run("generate", "--plugin-inputs", "App.txt")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try tool.read("App.out/StoryQuery.graphql.swift").contains("var own: String?"))
  }

  @Test func oneModuleHasTheTypesOfAll() throws {
    let tool = try project("{ \"swift\": { \"schemaModule\": \"Model\" } }")
    for module in ["Model", "App"] {
      let run = try tool.run("generate", "--plugin-inputs", "\(module).txt")
      #expect(run.status == 0, "\(run.errors)")
    }
    let types = try tool.read("Model.out/Schema.graphql.swift")
    #expect(types.contains("State") && types.contains("struct Filter") && types.contains("Order"))
    #expect(!(try tool.read("App.out/Schema.graphql.swift").contains("State")))
    #expect(try tool.read("App.out/TodoQuery.graphql.swift").contains("Model.State"))
  }

  @Test func generatedFilesOfFormerDocumentsGo() throws {
    let tool = try project("{}")
    try tool.run("generate", "--plugin-inputs", "App.txt")
    try tool.write(tool.read("App.txt").replacing("TodoQuery.graphql.swift", with: "Renamed.graphql.swift"), "App.txt")
    try tool.run("generate", "--plugin-inputs", "App.txt")
    #expect(tool.files(in: "App.out") == ["Renamed.graphql.swift", "Schema.graphql.swift", "Update.graphql.swift"])
  }

  @Test func recordsThatNoPluginWrites() throws {
    let tool = try Tool(["inputs.txt": "module\tApp\nnonsense\n"])
    let run = try tool.run("generate", "--plugin-inputs", "inputs.txt")
    #expect(run.status == 1)
    #expect(run.errors.contains("Line 2"), "\(run.errors)")
  }
}
