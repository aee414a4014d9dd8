internal import RelayCompilerCore

/// `swift_for` and `who_reads`.
extension AgentTool {
  static let swiftFor = AgentTool(
    name: "swift_for", description: "Shows the Swift that is generated from an operation or fragment.",
    arguments: [Argument(name: "name", description: "The name of the operation or fragment.")]
  ) { workspace, arguments throws(InvalidParameters) in
    let (project, place) = try definition(workspace, arguments)
    guard let text = GeneratedSwift(project, of: [place])?.text(of: place) else {
      throw InvalidParameters("The documents have errors, so nothing is generated; ask check_document")
    }
    return String(decoding: text, as: UTF8.self)
  }

  static let whoReads = AgentTool(
    name: "who_reads",
    description:
      "Lists where Swift code reads the fields of an operation or fragment, by the index of the last build. Without 'field', it lists all "
      + "fields with the number of their reads, and the uses of the generated type.",
    arguments: [
      Argument(name: "name", description: "The name of the operation or fragment."),
      Argument(
        name: "field", description: "The response keys that lead to the field, such as feed.edges.node.title.", isRequired: false),
    ]
  ) { workspace, arguments throws(InvalidParameters) in
    let (project, place) = try definition(workspace, arguments)
    let query = workspace.query(project, place.text)
    guard let index = query.swiftIndex(isCurrent: true) else {
      throw InvalidParameters("There is no index of a build. 'swift build --build-tests' writes one")
    }
    guard let generated = GeneratedSwift(project, of: [place]) else {
      throw InvalidParameters("The documents have errors, so nothing is generated; ask check_document")
    }
    var names: [String: [[String]]] = [:]
    for (definition, property) in generated.properties() where definition == place && !property.path.isEmpty {
      names[property.path.map(\.string).joined(separator: "."), default: []].append(property.qualifiedName)
    }
    func reads(_ names: [[String]]) -> [String] { workspace.places(query.swiftLocations(index.uses(of: names, withRequirements: true))) }
    if let field = arguments["field"]?.string {
      guard let names = names[field] else {
        throw InvalidParameters(
          "There is no field '\(field)'" + Suggestions.sentence(Suggestions.closest(to: field, among: names.keys.sorted())))
      }
      let found = reads(names)
      return found.isEmpty ? "No Swift code reads '\(field)'." : found.joined(separator: "\n")
    }
    var lines: [String] = []
    let name = Name(try arguments.text("name"))
    let symbol: Symbol = project.fragments[name]?.contains(place) == true ? .fragment(name) : .operation(name)
    for use in workspace.places(query.swiftReferences(to: symbol, at: place.node)) { lines.append("\(use): uses the type") }
    for (field, names) in names.sorted(by: { $0.key < $1.key }) {
      let count = reads(names).count
      lines.append("\(field): \(count == 1 ? "1 read" : "\(count) reads")")
    }
    let changed = index.changedFiles.count
    if changed > 0 {
      lines.append(
        "\(changed == 1 ? "1 Swift file has" : "\(changed) Swift files have") changed since the build; what they read may be more, or less."
      )
    }
    return lines.joined(separator: "\n")
  }

  private static func definition(
    _ workspace: AgentWorkspace, _ arguments: JSON
  ) throws(InvalidParameters) -> (project: Project, place: Place) {
    let name = try arguments.text("name")
    guard let found = workspace.definition(Name(name)) else { throw InvalidParameters("There is no operation or fragment '\(name)'") }
    return found
  }
}

extension AgentWorkspace {
  /// Locations of the protocol as `path:line:column`, from 1.
  fileprivate func places(_ locations: [JSON]) -> [String] {
    locations.compactMap { location in
      guard let path = location["uri"]?.string.flatMap(DocumentURI.path), let start = location["range"]?["start"],
        let line = start["line"]?.int, let column = start["character"]?.int
      else { return nil }
      return "\(path):\(line + 1):\(column + 1)"
    }
  }
}
