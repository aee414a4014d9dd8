internal import RelayCompilerCore

/// Texts that open, change and close, and files that change on disk.
extension LanguageServer {
  private func key(_ uri: String) -> String {
    let path = DocumentURI.path(uri) ?? uri
    uris[path] = uri
    return path
  }

  func didOpen(_ params: JSON) throws(InvalidParameters) {
    let document = try params.require("textDocument")
    let path = key(try document.text("uri"))
    let bytes = Array(try document.text("text").utf8)
    buffers[path] = Buffer(bytes: bytes, version: document["version"] ?? .null)
    loadIfNeeded()
    if isPulled(path) {
      // What was pushed while it was closed would stand beside what is pulled.
      if let shown = published[path], shown != [] { push(path, []) }
    } else {
      published[path] = nil
    }
    change(path, bytes)
  }

  func didChange(_ params: JSON) throws(InvalidParameters) {
    let document = try params.require("textDocument")
    let path = key(try document.text("uri"))
    guard var buffer = buffers[path] else { throw InvalidParameters("the document is not open") }
    for change in try params.list("contentChanges") {
      let text = Array(try change.text("text").utf8)
      guard let json = change["range"], !json.isNull else {
        buffer.bytes = text
        continue
      }
      let range = try TextRange(json)
      let lines = LineTable(buffer.bytes)
      let start = lines.offset(of: range.start, in: buffer.bytes, client.encoding)
      let end = max(start, lines.offset(of: range.end, in: buffer.bytes, client.encoding))
      buffer.bytes.replaceSubrange(start..<end, with: text)
    }
    buffer.version = document["version"] ?? .null
    buffers[path] = buffer
    change(path, buffer.bytes)
  }

  func didClose(_ params: JSON) throws(InvalidParameters) {
    let path = key(try params.require("textDocument").text("uri"))
    let wasPulled = isPulled(path)
    guard buffers.removeValue(forKey: path) != nil else { return }
    // From now on, it is pushed.
    if wasPulled { published[path] = nil }
    if FilePath.name(of: path) == NearestConfiguration.fileName { return load() }
    if let bytes = try? FileSystem.read(path, limit: FileSizeLimit.source) {
      if projects.values.contains(where: { $0.texts.contains { $0.path == path && $0.bytes == bytes } && !$0.configuration.isLoose }) {
        return publish([path])
      }
      change(path, bytes)
    } else {
      for (key, project) in projects where project.indices[path] != nil { reload(key) }
    }
    for (key, project) in projects where project.configuration.isLoose && project.indices[path] != nil {
      close(key)
    }
    publish()
  }

  func didChangeFiles(_ params: JSON) throws(InvalidParameters) {
    loadIfNeeded()
    var changed: Set<String> = []
    // Each is read again once, however many of its files have come or gone.
    var reloaded: Set<String> = []
    for change in try params.list("changes") {
      guard let path = DocumentURI.path(try change.text("uri")) else { continue }
      if FilePath.name(of: path) == NearestConfiguration.fileName { return load() }
      if FilePath.name(of: path) == "Package.swift", packages.removeValue(forKey: FilePath.directory(of: path)) != nil { return load() }
      guard buffers[path] == nil else { continue }
      let owners = projects.filter { $0.value.indices[path] != nil }
      let bytes = try? FileSystem.read(path, limit: FileSizeLimit.source)
      if let bytes, !owners.isEmpty {
        update(path, bytes)
        changed.formUnion(owners.keys)
      } else {
        for (key, project) in projects where project.indices[path] != nil || bytes != nil && project.configuration.selects(path) {
          reloaded.insert(key)
        }
      }
    }
    for key in reloaded.sorted() { reload(key) }
    for key in changed.subtracting(reloaded).sorted() { check(key, edited: nil) }
  }

  func didChangeFolders(_ params: JSON) throws(InvalidParameters) {
    let event = try params.require("event")
    func paths(_ key: String) -> [String] { (event[key]?.array ?? []).compactMap { $0["uri"]?.string.flatMap(DocumentURI.path) } }
    let removed = paths("removed")
    folders = folders.filter { !removed.contains($0) } + paths("added")
    packages = [:]
    load()
  }

  // MARK: - State

  private func change(_ path: String, _ bytes: [UInt8]) {
    // The projects are other ones with another configuration.
    if FilePath.name(of: path) == NearestConfiguration.fileName, path.hasPrefix("/") { return load() }
    // A file that opens as it is on disk changes nothing.
    let known = projects.values.filter { $0.indices[path] != nil }
    if !known.isEmpty, known.allSatisfy({ project in project.indices[path].map { project.texts[$0].bytes == bytes } ?? false }) {
      return publish([path])
    }
    // First in the project of which it is a document.
    let keys = update(path, bytes).sorted { rank(projects[$0], path) < rank(projects[$1], path) }
    for key in keys { check(key, edited: projects[key]?.indices[path]) }
  }

  /// Puts a text into every project that has it. Returns the keys of these.
  @discardableResult
  func update(_ path: String, _ bytes: [UInt8]) -> [String] {
    if FilePath.name(of: path) == NearestConfiguration.fileName { return [] }
    var keys = projects.filter { $0.value.indices[path] != nil }.map(\.key)
    var new: GraphQLText?
    for key in keys {
      guard let index = projects[key]?.indices[path], let old = projects[key]?.texts[index] else { continue }
      if new?.role != old.role { new = GraphQLText(path: path, role: old.role, bytes: bytes) }
      guard let new else { continue }
      revision += 1
      projects[key]?.replace(index, with: new.imported(from: old.importedFrom), revision: revision)
    }
    if !keys.isEmpty { return keys }
    keys = projects.filter { !$0.value.configuration.isLoose && $0.value.configuration.selects(path) }.map(\.key)
    let text = GraphQLText(path: path, role: .document, bytes: bytes)
    if keys.isEmpty {
      let key = "loose:" + path
      projects[key] = Project(configuration: ProjectConfiguration(folder: path, isLoose: true), texts: [text], revision: &revision)
      return [key]
    }
    for key in keys {
      guard let old = projects[key] else { continue }
      let module = old.configuration.importedModule(of: path)
      let texts = old.texts + [text.imported(from: module)]
      replace(key, with: Project(configuration: old.configuration, texts: texts, after: old, revision: &revision))
    }
    return keys
  }

  func close(_ key: String) {
    projects[key] = nil
    problems[key] = nil
    submittedChecks[key] = nil
    finishedChecks[key] = nil
    checks.close(key)
  }

  func check(_ key: String, edited: Int?) {
    guard let project = projects[key] else { return }
    checkCount += 1
    submittedChecks[key] = checkCount
    checks.submit(CheckQueue.Job(key: key, project: project, edited: edited, number: checkCount))
  }

  // MARK: - Queries

  /// What an answer needs that looks for all uses: the text in each project that has it, that of `query` first.
  func queries(_ uri: String) -> [TextQuery] {
    guard let first = query(uri) else { return [] }
    let path = first.text.path
    let others = projects.keys.sorted().filter { $0 != first.project.configuration.key }.compactMap { key -> TextQuery? in
      guard let project = projects[key], let index = project.indices[path] else { return nil }
      return TextQuery(
        project: project, index: index, client: client, tools: tools, uris: uris, openTexts: first.openTexts, versions: first.versions,
        problems: [])
    }
    return [first] + others
  }

  /// A schema of at most so many bytes is built again before the next answer. A larger one is built in the background.
  private static let schemaBuiltAtOnce = 200_000

  /// What an answer about a text needs; nil if there is no such text.
  func query(_ uri: String) -> TextQuery? {
    loadIfNeeded()
    let path = DocumentURI.path(uri) ?? uri
    let owners = projects.filter { $0.value.indices[path] != nil }
    // A text of several projects is answered for the one of which it is a document.
    let best = owners.min { a, b in rank(a.value, path) < rank(b.value, path) || rank(a.value, path) == rank(b.value, path) && a.key < b.key
    }
    guard let (key, project) = best, let index = project.indices[path] else { return nil }
    if project.schemaRevision != project.schemaTextsRevision {
      let size = project.schemaTexts.reduce(0) { $0 + project.texts[$1].bytes.count }
      if size <= Self.schemaBuiltAtOnce { projects[key]?.buildSchema() } else { waitForFirstSchema(key) }
    }
    guard let current = projects[key] else { return nil }
    let own = problems[key]?[path]
    return TextQuery(
      project: current, index: index, client: client, tools: tools, uris: uris,
      inform: { [inbox] text in inbox.add(.event { $0.notify("window/showMessage", ["type": 2, "message": .string(text)]) }) },
      openTexts: buffers.mapValues(\.bytes), versions: buffers.compactMapValues(\.version.int),
      problems: own?.revision == current.revisions[index] ? own?.problems ?? [] : [])
  }

  /// The check that begins when a project is read builds its schema, which takes it less time than all else.
  private func waitForFirstSchema(_ key: String) {
    while projects[key]?.schemaRevision == 0, submittedChecks[key] != finishedChecks[key] { handle(inbox.nextEvent()) }
  }

  private func rank(_ project: Project?, _ path: String) -> Int {
    guard let project, let index = project.indices[path] else { return 3 }
    return project.texts[index].importedFrom != nil ? 2 : project.texts[index].isSchema ? 1 : 0
  }
}

extension Project {
  /// Builds the schema of the present texts. What is broken in them is left out; if nothing remains, the last schema stays.
  mutating func buildSchema() {
    let options = configuration.config.options
    let sources = schemaTexts.flatMap { index in texts[index].sources.map { Source($0, as: texts[index].compilerRole) } }
    let systems = SchemaSources(ParsedSource.parse(sources, options: options, threads: defaultThreadCount))
    let (built, problems) = SchemaBuilder.build(server: systems.server, clientExtensions: systems.clientExtensions, options: options)
    take(built, isBroken: systems.isSchemaBroken || problems.hasErrors, revision: schemaTextsRevision)
  }

  mutating func take(_ built: Schema, isBroken: Bool, revision: Int) {
    schemaRevision = revision
    // While a schema is edited, it lacks what stands after a mistake.
    if isBroken, built.types.count * 2 < schema.types.count { return }
    schema = built
  }
}
