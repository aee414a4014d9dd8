internal import RelayCompilerCore

/// `search_schema`, `type` and `breaks_if`.
extension AgentTool {
  private static let resultLimit = 50

  static let searchSchema = AgentTool(
    name: "search_schema",
    description: "Finds types, fields, arguments and enum values of the GraphQL schema whose name or description contains a text.",
    arguments: [Argument(name: "text", description: "What to look for, ignoring case.")]
  ) { workspace, arguments throws(InvalidParameters) in
    let wanted = try arguments.text("text").lowercased()
    guard !wanted.isEmpty else { throw InvalidParameters("'text' is empty") }
    var exact: [String] = []
    var names: [String] = []
    var others: [String] = []
    // Several projects may have the same schema.
    var seen: Set<String> = []
    for project in workspace.projects {
      let schema = project.schema
      func add(_ name: Name, _ description: String?, _ line: @autoclosure () -> String) {
        let text = name.string.lowercased()
        let isNamed = text.contains(wanted)
        guard isNamed || description?.lowercased().contains(wanted) == true else { return }
        let line = line()
        guard seen.insert(line).inserted else { return }
        if text == wanted { exact.append(line) } else if isNamed { names.append(line) } else { others.append(line) }
      }
      for id in schema.allTypes where !schema[id].isBuiltIn {
        add(schema[id].name, schema[id].description, "\(schema[id].kind.keyword) \(schema[id].name)")
        for field in schema[id].fieldList {
          add(
            schema[field].name, schema[field].description,
            "\(schema[id].name).\(schema[field].name): \(schema.description(of: schema[field].type))")
        }
        for value in schema[id].values { add(value.name, value.description, "\(schema[id].name).\(value.name)") }
        for input in schema[id].inputFields {
          add(input.name, input.description, "\(schema[id].name).\(input.name): \(schema.description(of: input.type))")
        }
      }
    }
    let found = exact + names + others
    if found.isEmpty { return "Nothing in the schema contains '\(wanted)'." }
    let more = found.count > resultLimit ? "\n… and \(found.count - resultLimit) more" : ""
    return found.prefix(resultLimit).joined(separator: "\n") + more
  }

  static let type = AgentTool(
    name: "type", description: "Shows a type of the GraphQL schema as SDL: its fields, their types, and what it implements.",
    arguments: [Argument(name: "name", description: "The name of the type.")]
  ) { workspace, arguments throws(InvalidParameters) in
    let name = try arguments.text("name")
    let found = workspace.first { project in
      project.schema.type(named: Name(name)).map { HoverText(project).type($0, limit: .max, hasArguments: true).plain }
    }
    if let found { return found }
    let names = Set(workspace.projects.flatMap { project in project.schema.allTypes.map { project.schema[$0].name.string } })
    let close = Suggestions.closest(to: name, among: names.sorted())
    throw InvalidParameters("There is no type '\(name)'" + Suggestions.sentence(close))
  }

  static let breaksIf = AgentTool(
    name: "breaks_if", description: "Lists the errors that the documents would have with another GraphQL schema.",
    arguments: [
      Argument(name: "schema", description: "The SDL of the whole new schema."),
      Argument(
        name: "path", description: "The absolute path of a file of the schema that it replaces, if there are several schemas.",
        isRequired: false),
    ]
  ) { workspace, arguments throws(InvalidParameters) in
    let sdl = try arguments.text("schema")
    let path = try arguments["path"].map { _ throws(InvalidParameters) in FileSystem.absolute(try arguments.text("path")) }
    let all = Set(workspace.projects.map(\.serverSchemaPaths))
    var schemas = all.filter { path.map($0.contains) ?? !$0.isEmpty }
    // Documents that have no schema yet may get one.
    if path == nil, schemas.isEmpty { schemas = all }
    guard schemas.count <= 1 else {
      throw InvalidParameters(
        "There are several schemas; pass the 'path' of one: \(schemas.compactMap(\.first).sorted().joined(separator: ", "))")
    }
    if let path, schemas.isEmpty { throw InvalidParameters("'\(path)' is no file of a schema") }
    var lines: [String] = []
    for project in workspace.projects where schemas.contains(project.serverSchemaPaths) {
      var revision = 1 << 32
      let documents = project.texts.filter { !project.serverSchemaPaths.contains($0.path) }
      let replaced = [GraphQLText(path: "/new-schema.graphql", role: .schema, bytes: Array(sdl.utf8))] + documents
      let changed = Project(configuration: project.configuration, texts: replaced, revision: &revision)
      let known = Set(workspace.problems(of: project).map { workspace.line($0.text, $0.problem) })
      lines += workspace.problems(of: changed).filter { $0.problem.severity == .error }.map { workspace.line($0.text, $0.problem) }
        .filter { !known.contains($0) }
    }
    return lines.isEmpty ? "Nothing breaks." : lines.joined(separator: "\n")
  }
}

extension Project {
  /// The files of the server's schema, sorted.
  fileprivate var serverSchemaPaths: [String] { schemaTexts.map { texts[$0] }.filter { $0.role != .clientSchema }.map(\.path) }
}
