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
