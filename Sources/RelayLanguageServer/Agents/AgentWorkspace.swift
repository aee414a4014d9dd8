internal import RelayCompilerCore

/// The projects of a folder as they are on disk.
struct AgentWorkspace {
  let projects: [Project]
  let tools: ServerTools
  let mayWrite: Bool
  let explanation: (String) -> String?

  /// - Parameter modules: those of a package, by its folder.
  init(
    folder: String, tools: ServerTools, mayWrite: Bool, modules: (_ package: String) -> [PackageModule] = { _ in [] },
    explanation: @escaping (String) -> String?
  ) throws(InvalidParameters) {
    self.explanation = explanation
    self.tools = tools
    self.mayWrite = mayWrite
    let configurations = ProjectConfiguration.discover(in: [folder]) { try? FileSystem.read($0, limit: FileSizeLimit.configuration) }
    var revision = 0
    var read: [String: GraphQLText] = [:]
    func project(_ configuration: ProjectConfiguration) -> Project {
      let texts = parallelMap(configuration.files()) { [read] file -> GraphQLText? in
        let module = file.role == .document ? configuration.importedModule(of: file.path) : nil
        if let text = read[file.path], text.role == file.role { return text.imported(from: module) }
        guard let bytes = try? FileSystem.read(file.path, limit: FileSizeLimit.source) else { return nil }
        return GraphQLText(path: file.path, role: file.role, bytes: bytes).imported(from: module)
      }.compactMap(\.self)
      for text in texts { read[text.path] = text }
      return Project(configuration: configuration, texts: texts, revision: &revision)
    }
    var projects = configurations.map(project)
    let known = Set(configurations.compactMap { PackageModule.packageFolder(of: $0.folder) }).flatMap(modules)
    if known.count > 1 {
      let whole = projects
      projects = PackageModule.projects(of: configurations, known) { folder in whole.contains { $0.hasGraphQL(in: folder) } }.map(project)
    }
    for index in projects.indices { projects[index].buildSchema() }
    self.projects = projects
    if projects.allSatisfy({ $0.texts.isEmpty }) { throw InvalidParameters("There is no GraphQL in '\(folder)'") }
  }

  /// The project with most of its own: several configurations are rare, and then the first that has what is asked for answers.
  func first<Result>(_ find: (Project) -> Result?) -> Result? { projects.lazy.compactMap(find).first }

  /// A question about a text of a project. Columns count bytes.
  func query(_ project: Project, _ index: Int) -> TextQuery {
    var client = ClientCapabilities()
    client.encoding = .utf8
    return TextQuery(project: project, index: index, client: client, tools: tools, uris: [:], problems: [])
  }

  /// The definition with a name, and its project.
  func definition(_ name: Name) -> (project: Project, place: Place)? {
    first { project in
      ((project.fragments[name] ?? []) + (project.operations[name] ?? [])).first { project.texts[$0.text].importedFrom == nil }
        .map { (project, $0) }
    }
  }

  /// A place as `path:line:column`, from 1.
  func place(_ offset: Int, in text: GraphQLText) -> String {
    let position = text.position(offset, .utf8)
    return "\(text.path):\(position.line + 1):\(position.character + 1)"
  }

  /// What is wrong in a project, with texts in place of those on disk.
  func problems(of project: Project) -> [(text: GraphQLText, problem: ProjectCheck.Problem)] {
    var check = ProjectCheck()
    var found: [Int: [ProjectCheck.Problem]] = [:]
    var schema: SharedSchema?
    check.check(project, edited: nil, sharing: &schema, isCancelled: { false }, onSchema: { _, _, _ in }) { result in
      found.merge(result.diagnostics) { $1 }
    }
    return found.sorted { $0.key < $1.key }.flatMap { index, problems in problems.map { (project.texts[index], $0) } }
  }

  func line(_ text: GraphQLText, _ problem: ProjectCheck.Problem) -> String {
    let severity = problem.severity == .error ? "error" : problem.severity == .warning ? "warning" : "hint"
    return "\(place(problem.range.lowerBound, in: text)): \(severity): \(problem.message) [\(problem.id)]"
  }
}
