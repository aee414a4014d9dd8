internal import RelayCompilerCore

/// `check_document`, `fix`, `explain_diagnostic` and `who_spreads`.
extension AgentTool {
  static let checkDocument = AgentTool(
    name: "check_document",
    description:
      "Checks a GraphQL document against the project's schema and fragments. Without 'text', it checks the file as it is on disk.",
    arguments: [
      Argument(name: "path", description: "The absolute path of the document, which need not exist."),
      Argument(name: "text", description: "The document's text.", isRequired: false),
    ]
  ) { workspace, arguments throws(InvalidParameters) in
    let found = try problems(workspace, arguments)
    return found.problems.isEmpty
      ? "The document has no errors." : found.problems.map { workspace.line(found.text, $0) }.joined(separator: "\n")
  }

  static let fix = AgentTool(
    name: "fix",
    description:
      "Applies the fixes of a document's diagnostics and returns the new text. The file is written only if the server was started with "
      + "--allow-writing and 'text' is not given.",
    arguments: [
      Argument(name: "path", description: "The absolute path of the document, which need not exist."),
      Argument(name: "text", description: "The document's text.", isRequired: false),
    ],
    writes: true
  ) { workspace, arguments throws(InvalidParameters) in
    let found = try problems(workspace, arguments)
    // From the end, so that places before an edit stay what they are; of two at one place, the first counts.
    let edits = found.problems.flatMap(\.fixIts).filter { fix in
      fix.location.text == found.index && found.text.canHold(fix.replacement, at: fix.location.range.lowerBound)
    }.sorted { $0.location.range.lowerBound > $1.location.range.lowerBound }
    var bytes = found.text.bytes
    var limit = bytes.count
    for edit in edits where edit.location.range.upperBound <= limit {
      bytes.replaceSubrange(edit.location.range, with: Array(edit.replacement.utf8))
      limit = edit.location.range.lowerBound
    }
    if workspace.mayWrite, arguments["text"] == nil, bytes != found.text.bytes {
      do throws(FileSystemError) {
        // Under another name first, so that no reader sees half of it. A link stays one.
        let path = FileSystem.target(of: found.text.path)
        try FileSystem.create(path + ".relay-fix", bytes, like: path)
        try FileSystem.rename(path + ".relay-fix", to: path)
      } catch {
        throw InvalidParameters("'\(error.path)' cannot be written: \(error.reason)")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func problems(
    _ workspace: AgentWorkspace, _ arguments: JSON
  ) throws(InvalidParameters) -> (text: GraphQLText, index: Int, problems: [ProjectCheck.Problem]) {
    let path = FileSystem.absolute(try arguments.text("path"))
    let owner = workspace.projects.first { $0.configuration.takes(path) }
    guard let project = owner ?? workspace.projects.first(where: { $0.indices[path] != nil }) else {
      throw InvalidParameters("'\(path)' belongs to no project: a relay.config.json in its folder, or above, must select it")
    }
    var texts = project.texts
    if let written = arguments["text"]?.string {
      texts.removeAll { $0.path == path }
      texts.append(
        GraphQLText(path: path, role: project.indices[path].map { project.texts[$0].role } ?? .document, bytes: Array(written.utf8)))
    } else if project.indices[path] == nil {
      throw InvalidParameters("There is no file '\(path)'; pass its 'text'")
    }
    var revision = 1 << 32
    let changed = Project(configuration: project.configuration, texts: texts, revision: &revision)
    guard let index = changed.indices[path] else { throw InvalidParameters("There is no file '\(path)'") }
    let found = workspace.problems(of: changed).filter { $0.text.path == path }.map(\.problem)
    return (changed.texts[index], index, found)
  }

  static let explainDiagnostic = AgentTool(
    name: "explain_diagnostic", description: "Explains a kind of diagnostic: what it means, why it is one, and what to do.",
    arguments: [Argument(name: "id", description: "The id in brackets at the end of the message, such as unknown-field.")]
  ) { workspace, arguments throws(InvalidParameters) in
    let id = try arguments.text("id")
    guard let text = workspace.explanation(id) else { throw InvalidParameters("There is no diagnostic '\(id)'") }
    return text
  }

  static let whoSpreads = AgentTool(
    name: "who_spreads", description: "Lists where a fragment is spread, and its declaration.",
    arguments: [Argument(name: "fragment", description: "The name of the fragment.")]
  ) { workspace, arguments throws(InvalidParameters) in
    let name = try arguments.text("fragment")
    // Several projects may have a text.
    var seen: Set<String> = []
    let lines = workspace.projects.flatMap { project in
      project.places(of: .fragment(Name(name))).map { place in
        let text = project.texts[place.text]
        let node = text.outline.nodes[place.node]
        let definition = text.outline.nodes[text.outline.definition(of: place.node)]
        let user = node.kind == .fragment ? "declaration" : "in \(definition.name?.string ?? "an operation without a name")"
        return "\(workspace.place(Int(node.nameStart), in: text)): \(user)"
      }
    }.filter { seen.insert($0).inserted }
    if lines.isEmpty { throw InvalidParameters("There is no fragment '\(name)'") }
    return lines.joined(separator: "\n")
  }
}
