internal import RelayCompilerCore

/// Diagnostics: results of the check become what the client sees.
extension LanguageServer {
  func receive(_ event: CheckQueue.Event) {
    switch event {
    case .schema(let key, let schema, let isBroken, let revision):
      guard let project = projects[key], project.schemaRevision != revision, project.schemaTextsRevision == revision else { return }
      projects[key]?.take(schema, isBroken: isBroken, revision: revision)
    case .end(let key, let number): finishedChecks[key] = number
    case .result(let key, let result):
      guard let project = projects[key] else { return }
      for (index, found) in result.diagnostics where index < project.texts.count && index < result.revisions.count {
        // A newer check of a text that has changed is on its way.
        guard project.revisions[index] == result.revisions[index] else { continue }
        problems[key, default: [:]][project.texts[index].path] = (result.revisions[index], found)
      }
      publish()
    }
  }

  /// Publishes the diagnostics of every text for which they have changed.
  func publish() {
    var current: [String: [JSON]] = [:]
    for key in projects.keys.sorted() {
      guard let project = projects[key] else { continue }
      if let path = project.configuration.path {
        current[path, default: []] += project.configuration.problems(client.encoding)
      }
      for (path, entry) in problems[key] ?? [:] {
        guard let index = project.indices[path], project.revisions[index] == entry.revision else {
          // It has changed and will be checked; until then, what the client shows stays.
          if project.indices[path] != nil, case .array(let shown)? = published[path] { current[path] = shown }
          continue
        }
        let list = entry.problems.map { json($0, in: project, index) }
        let known = current[path] ?? []
        current[path] = known + list.filter { !known.contains($0) }
      }
    }
    var isChanged = false
    for path in Set(current.keys).union(published.keys).sorted() {
      let list = JSON.array(current[path] ?? [])
      if published[path] == list { continue }
      // A file without problems of which the client knows nothing needs no message.
      if published[path] == nil, list == .array([]), buffers[path] == nil { continue }
      isChanged = true
      published[path] = current[path] == nil && buffers[path] == nil ? nil : list
      notify("textDocument/publishDiagnostics", ["uri": .string(uri(path)), "diagnostics": list])
    }
    // Who asked for diagnostics before they were there asks again.
    if isChanged, client.refreshesDiagnostics { request("workspace/diagnostic/refresh", .null) }
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

  func workspaceDiagnostics() -> JSON {
    loadIfNeeded()
    let items = published.keys.sorted().map { path -> JSON in
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
        "source": "relay", "message": .string(diagnostic.message),
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
