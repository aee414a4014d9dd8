internal import RelayCompilerCore

/// Replaces a schema file by what a server answered, and first says what has changed and what that breaks.
struct SchemaUpdate {
  private let invocation: Invocation
  private let result: IntrospectionResult
  private let path: String

  init(_ invocation: Invocation, result: IntrospectionResult, path: String) {
    (self.invocation, self.result, self.path) = (invocation, result, path)
  }

  /// The result as JSON.
  private struct Report: Encodable {
    var file: String
    var isNew: Bool
    var isWritten: Bool
    var changes: [SchemaChange]
    var broken: [BrokenDocument]
  }

  func run() throws(CommandError) -> ExitStatus {
    let isDryRun = invocation.options.has(FetchSchema.dryRun)
    let bytes = path.hasSuffix(".json") ? result.file.bytes : Array(result.sdl.utf8)
    let isNew = FileSystem.kind(path) == nil
    let isSame = !isNew && (try? FileSystem.read(path, limit: FileSizeLimit.source)) == bytes
    var report = Report(file: path, isNew: isNew, isWritten: !isDryRun && !isSame, changes: [], broken: [])
    if !isNew, !isSame { compare(&report) }
    if !isSame, !isDryRun { try Invocation.replace(path, with: bytes) }
    if invocation.isJSON {
      try print(report)
    } else {
      summarize(report, isSame: isSame, isDryRun: isDryRun)
    }
    return isDryRun && !isSame ? .findings : .success
  }

  private func print(_ report: Report) throws(CommandError) {
    invocation.streams.write(try Invocation.json(report), to: .output)
  }

  /// Compares with the file that is there. One that cannot be read is just replaced.
  private func compare(_ report: inout Report) {
    var ignored: [Diagnostic] = []
    let sdl = SourceFile(path: path.hasSuffix(".json") ? path + ".graphql" : path, text: result.sdl)
    guard let bytes = try? FileSystem.read(path, limit: FileSizeLimit.source),
      let old = ServerSchema([SourceFile(path: path, bytes: bytes)], diagnostics: &ignored),
      let new = ServerSchema([sdl], diagnostics: &ignored)
    else { return }
    report.changes = SchemaComparison.changes(from: old.schema, to: new.schema)
    guard invocation.options.has(.config) || Project.nearestConfiguration != nil,
      let project = try? Project(Project.Selection(invocation.options))
    else { return }
    report.broken = BrokenDocuments(
      old: old, new: new, clientExtensions: project.clientSchema, options: project.loaded.input.options
    ).find(in: project.documents)
  }

  private func summarize(_ report: Report, isSame: Bool, isDryRun: Bool) {
    let shown = FilePath.relative(path, to: FileSystem.currentDirectory) ?? path
    if isSame { return invocation.say("\(shown) is up to date.") }
    if !report.changes.isEmpty || !report.broken.isEmpty {
      let changes = SchemaCheck.Report(
        changes: report.changes.filter { $0.level != .safe }, broken: report.broken, checked: report.broken.count)
      if !changes.changes.isEmpty || !changes.broken.isEmpty {
        invocation.streams.write(SchemaReport(changes, colored: invocation.streams.colors(.error)).text, to: .error)
      }
    }
    let counts = ChangeLevel.allCases.compactMap { level -> String? in
      let count = report.changes.count { $0.level == level }
      return count == 0 ? nil : "\(count) \(level.rawValue)"
    }
    let types = result.document.definitions.count { if case .type = $0 { true } else { false } }
    let what = report.isNew ? "\(types) types" : counts.isEmpty ? "nothing that clients see" : counts.joined(separator: ", ")
    if isDryRun {
      invocation.say(report.isNew ? "\(shown) would be written: \(what)." : "\(shown) would change: \(what).")
    } else {
      invocation.say(report.isNew ? "Wrote \(shown): \(what)." : "Wrote \(shown). Changes: \(what).")
    }
  }
}
