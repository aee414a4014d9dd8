internal import RelayCompilerCore

/// Diagnostics: results of the check become what the client sees.
extension LanguageServer {
  func receive(_ event: CheckQueue.Event) {
    switch event {
    case .schema(let key, let schema, let isBroken, let revision):
      guard let project = projects[key], project.schemaRevision != revision, project.schemaTextsRevision == revision else { return }
      projects[key]?.take(schema, isBroken: isBroken, revision: revision)
    case .end(let key, let number): if submittedChecks[key] != nil { finishedChecks[key] = number }
    case .result(let key, let result):
      guard let project = projects[key] else { return }
      var changed: Set<String> = []
      for (index, found) in result.diagnostics {
        let path = result.paths[index]
        // A newer check of a text that has changed is on its way.
        guard let now = project.indices[path], project.revisions[now] == result.revisions[index] else { continue }
        problems[key, default: [:]][path] = (result.revisions[index], found.map { $0.moved(from: result.paths, to: project) })
        changed.insert(path)
      }
      publish(changed)
    }
  }

  /// Gives a project other texts. What is known of those that stay remains.
  func replace(_ key: String, with project: Project) {
    let old = projects[key]?.paths ?? []
    problems[key] = problems[key]?.filter { project.indices[$0.key] != nil }.mapValues { entry in
      (entry.revision, entry.problems.map { $0.moved(from: old, to: project) })
    }
    projects[key] = project
    publish(Set(old).subtracting(project.paths))
  }

  /// Publishes the diagnostics of every text for which they have changed.
  func publish() {
    let configurations = projects.values.compactMap(\.configuration.path)
    publish(Set(problems.values.flatMap(\.keys)).union(configurations).union(published.keys))
  }

  /// Publishes the diagnostics of these texts if they have changed.
  func publish(_ paths: Set<String>) {
    var isStale = false
    for path in paths.sorted() {
      let current = currentDiagnostics(of: path)
      let list = JSON.array(current ?? [])
      if published[path] == list { continue }
      let isPulled = isPulled(path)
      // A file without problems of which the client knows nothing needs no message.
      if published[path] == nil, list == .array([]), buffers[path] == nil || isPulled { continue }
      published[path] = current == nil && buffers[path] == nil ? nil : list
      if !isPulled { push(path, list) }
      // Who waits for an answer needs not ask again.
      if isPulled ? !pulls.contains(where: { $0.path == path }) : !client.pullsDiagnostics { isStale = true }
    }
    // Who asked for diagnostics before these were there asks again.
    if isStale, client.refreshesDiagnostics { request("workspace/diagnostic/refresh", .null) }
  }

  func push(_ path: String, _ diagnostics: JSON) {
    notify("textDocument/publishDiagnostics", ["uri": .string(uri(path)), "diagnostics": diagnostics])
  }

  /// What is wrong with a text, as far as it has been checked; nil if no project has it.
  private func currentDiagnostics(of path: String) -> [JSON]? {
    var current: [JSON]?
    for key in projects.keys.sorted() {
      guard let project = projects[key] else { continue }
      // Several projects may be of one configuration.
      if project.configuration.path == path {
        let known = current ?? []
        current = known + project.configuration.problems(client.encoding).filter { !known.contains($0) }
      }
      guard let entry = problems[key]?[path] else { continue }
      guard let index = project.indices[path], project.revisions[index] == entry.revision else {
        // It has changed and will be checked; until then, what the client shows stays.
        if project.indices[path] != nil, case .array(let shown)? = published[path] { current = shown }
        continue
      }
      let known = current ?? []
      current = known + entry.problems.map { json($0, in: project, index) }.filter { !known.contains($0) }
    }
    return current
  }

  func uri(_ path: String) -> String { uris[path] ?? DocumentURI.uri(path) }

  private func json(_ problem: ProjectCheck.Problem, in project: Project, _ index: Int) -> JSON {
    let text = project.texts[index]
    var related: JSON?
    if client.hasRelatedInformation, !problem.notes.isEmpty {
      related = .array(
        problem.notes.map { note in
          let other = project.texts[note.location.text]
          return [
            "location": ["uri": .string(uri(other.path)), "range": other.range(note.location.range, client.encoding).json],
            "message": .string(note.message),
          ]
        })
    }
    return .object([
      "range": text.range(problem.range, client.encoding).json,
      "severity": .int(problem.severity.level),
      "code": .string(problem.id),
      "source": "relay",
      "message": .string(problem.message),
      "tags": problem.id.contains("deprecated") ? [2] : problem.id.hasPrefix("unused") ? [1] : nil,
      "relatedInformation": related,
    ])
  }

  // MARK: - Pulled

  /// Whether the client asks for the diagnostics of a text. What it asks for is not pushed, or it would be shown twice.
  func isPulled(_ path: String) -> Bool {
    client.pullsDiagnostics && buffers[path] != nil && projects.values.contains { $0.indices[path] != nil }
  }

  /// The answer to `textDocument/diagnostic`; nil if the text is being checked, and the answer comes after that.
  func diagnosticReport(_ uri: String, _ id: JSON) -> Answer? {
    loadIfNeeded()
    let path = DocumentURI.path(uri) ?? uri
    if isChecked(path) { return diagnosticReport(path) }
    pulls.append((id, path))
    return nil
  }

  private func diagnosticReport(_ path: String) -> Answer {
    guard projects.values.contains(where: { $0.indices[path] != nil }) else { return .success(.null) }
    return .success(["kind": "full", "items": .array(currentDiagnostics(of: path) ?? [])])
  }

  /// Answers the requests that have waited for a check.
  func answerPulls() {
    if pulls.isEmpty { return }
    let checked = pulls.filter { isChecked($0.path) }
    pulls.removeAll { isChecked($0.path) }
    for pull in checked { reply(to: pull.id, diagnosticReport(pull.path)) }
  }

  func cancel(_ id: JSON) {
    answers.cancel(id)
    guard let index = pulls.firstIndex(where: { $0.id == id }) else { return }
    pulls.remove(at: index)
    reply(to: id, .cancelled)
  }

  /// Whether a text has been checked as it is now in all projects that have it.
  private func isChecked(_ path: String) -> Bool {
    projects.allSatisfy { key, project in
      guard let index = project.indices[path] else { return true }
      // What is wrong in another project's text is known there.
      return project.texts[index].importedFrom != nil || submittedChecks[key] == finishedChecks[key]
        || problems[key]?[path]?.revision == project.revisions[index]
    }
  }

  func workspaceDiagnostics() -> JSON {
    loadIfNeeded()
    let items = published.keys.sorted().filter(isChecked).map { path -> JSON in
      ["uri": .string(uri(path)), "kind": "full", "version": buffers[path]?.version ?? .null, "items": published[path] ?? []]
    }
    return ["items": .array(items)]
  }
}

extension ProjectConfiguration {
  fileprivate func problems(_ encoding: PositionEncoding) -> [JSON] {
    let lines = LineTable(bytes)
    func range(_ range: SourceRange) -> TextRange {
      TextRange(
        lines.position(of: Int(range.start), in: bytes, encoding), lines.position(of: Int(range.end), in: bytes, encoding))
    }
    var diagnostics = diagnostics
    for (key, paths) in [("schema", config.schema), ("schemaExtensions", config.schemaExtensions), ("src", config.src.map { [$0] } ?? [])] {
      for path in paths where FileSystem.kind(resolve(path)) == nil {
        diagnostics.append(.missingConfiguredPath(key, path: path.path, resolved: resolve(path), at: path.range))
      }
    }
    return diagnostics.map { diagnostic in
      [
        "range": range(diagnostic.range).json, "severity": .int(diagnostic.severity.level), "code": .string(diagnostic.id.rawValue),
        "source": "relay", "message": .string(VisibleText.escaped(diagnostic.message)),
      ]
    }
  }
}

extension Diagnostic.Severity {
  /// As the protocol counts.
  var level: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .hint: 4
    }
  }
}

extension ProjectCheck.Problem {
  /// The problem with the places of the texts that a project has now.
  fileprivate func moved(from paths: [String], to project: Project) -> Self {
    if notes.isEmpty && fixIts.isEmpty || paths == project.paths { return self }
    func moved(_ location: Location) -> Location? {
      guard location.text < paths.count, let index = project.indices[paths[location.text]] else { return nil }
      return Location(text: index, range: location.range)
    }
    var result = self
    result.notes = notes.compactMap { note in moved(note.location).map { (note.message, $0) } }
    result.fixIts = fixIts.compactMap { fixIt in moved(fixIt.location).map { FixIt(location: $0, replacement: fixIt.replacement) } }
    return result
  }
}
