internal import RelayCompilerCore

/// From `initialize` to the loaded workspace.
extension LanguageServer {
  func initialize(_ params: JSON) -> JSON {
    phase = .running
    client = ClientCapabilities(params["capabilities"], options: params["initializationOptions"])
    let listed = (params["workspaceFolders"]?.array ?? []).compactMap { $0["uri"]?.string.flatMap(DocumentURI.path) }
    let root = params["rootUri"]?.string.flatMap(DocumentURI.path) ?? params["rootPath"]?.string.map { FileSystem.absolute($0) }
    folders = listed.isEmpty ? [root ?? FileSystem.currentDirectory] : listed
    if let id = params["processId"]?.int {
      ClientProcess.watch(id, while: { [weak inbox] in inbox != nil }) { [weak inbox, ownsProcess] in
        inbox?.add(.end)
        if ownsProcess { ClientProcess.endOwn { inbox?.hasEnded ?? true } }
      }
    }
    return ["capabilities": .object(capabilities), "serverInfo": ["name": "relay", "version": .string(Compiler.version)]]
  }

  private var capabilities: [JSON.Member] {
    // Never for Swift, which has its own formatter. A client that cannot be told so gets no edits for Swift.
    guard tools.formatter != nil, !client.registersFormatting else { return common.members }
    return common.members + [JSON.Member("documentFormattingProvider", true)]
  }

  private var common: JSON {
    [
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": false],
      "hoverProvider": true,
      "definitionProvider": true,
      "declarationProvider": true,
      "typeDefinitionProvider": true,
      "implementationProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "completionProvider": ["triggerCharacters": ["{", "(", "$", "@", ":", "[", ".", " "], "resolveProvider": true],
      "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "semanticTokensProvider": [
        "legend": ["tokenTypes": .array(SemanticTokenType.allCases.map { .string($0.rawValue) }), "tokenModifiers": ["deprecated"]],
        "full": true,
        // The server of the language Swift colors Swift files, and a client takes tokens of one server only.
        "documentSelector": [["language": "graphql"]],
      ],
      "documentLinkProvider": ["resolveProvider": false],
      "inlayHintProvider": true,
      "codeLensProvider": ["resolveProvider": false],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite"]],
      "executeCommandProvider": ["commands": .array(Self.commands.map { .string($0) })],
      "diagnosticProvider": [
        "identifier": "relay", "interFileDependencies": true,
        // What is not open is pushed.
        "workspaceDiagnostics": .bool(!client.pullsDiagnostics),
      ],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }

  /// Asks the client to tell about files that change on disk.
  func registerWatchers() {
    loadIfNeeded()
    if tools.formatter != nil, client.registersFormatting {
      let selector: JSON = .array(["**/*.graphql", "**/*.graphqls", "**/*.gql"].map { ["pattern": .string($0)] })
      request(
        "client/registerCapability",
        [
          "registrations": [
            ["id": "formatting", "method": "textDocument/formatting", "registerOptions": ["documentSelector": selector]]
          ]
        ])
    }
    guard client.registersWatchers else { return }
    let watchers: [JSON] = ["**/*.{graphql,graphqls,gql}", "**/*.swift", "**/relay.config.json"].map { ["globPattern": .string($0)] }
    request(
      "client/registerCapability",
      [
        "registrations": [
          ["id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": ["watchers": .array(watchers)]]
        ]
      ])
  }

  // MARK: - Loading

  func loadIfNeeded() {
    guard !isLoaded else { return }
    isLoaded = true
    load()
  }

  /// Reads everything again: at the start, and when a configuration changes.
  func load() {
    let configurations = withKnownModules(
      ProjectConfiguration.discover(in: folders) { path in
        buffers[path]?.bytes ?? (try? FileSystem.read(path, limit: FileSizeLimit.configuration))
      })
    var loaded: [String: Project] = [:]
    var known: [String: GraphQLText] = [:]
    for configuration in configurations {
      let project = project(configuration, known: known)
      if configurations.count > 1 { known.merge(zip(project.paths, project.texts)) { $1 } }
      loaded[configuration.key] = project
    }
    for key in projects.keys where loaded[key] == nil { close(key) }
    projects = loaded
    for (path, buffer) in buffers { update(path, buffer.bytes) }
    for key in projects.keys.sorted() { check(key, edited: nil) }
    publish()
  }

  /// Reads the files of a project again: one has come or gone.
  func reload(_ key: String) {
    guard let old = projects[key] else { return }
    let new = project(old.configuration, after: old, known: [:])
    replace(key, with: new)
    for (path, buffer) in buffers where new.configuration.selects(path) && new.indices[path] == nil { update(path, buffer.bytes) }
    check(key, edited: nil)
  }

  /// - Parameter known: texts that other projects have read just now.
  private func project(_ configuration: ProjectConfiguration, after old: Project? = nil, known: [String: GraphQLText]) -> Project {
    let buffers = buffers
    let texts = parallelMap(configuration.files()) { file -> GraphQLText? in
      let module = file.role == .document ? configuration.importedModule(of: file.path) : nil
      if let text = known[file.path], text.role == file.role { return text.imported(from: module) }
      let bytes = buffers[file.path]?.bytes ?? (try? FileSystem.read(file.path, limit: FileSizeLimit.source))
      return bytes.map { GraphQLText(path: file.path, role: file.role, bytes: $0).imported(from: module) }
    }
    return Project(configuration: configuration, texts: texts.compactMap(\.self), after: old, revision: &revision)
  }
}
