internal import RelayCompilerCore

/// `relay check --against`: the changes between two schemas, and what they break.
struct SchemaCheck {
  private let invocation: Invocation
  private let options: OptionValues

  init(_ invocation: Invocation) {
    self.invocation = invocation
    options = invocation.options
  }

  /// The result as JSON.
  struct Report: Encodable {
    var changes: [SchemaChange]
    var broken: [BrokenDocument]
    /// How many documents and released operations were validated.
    var checked: Int
  }

  func run() throws(CommandError) -> ExitStatus {
    let selection = Project.Selection(options)
    // Documents are optional: without any, only the schemas are compared.
    let hasDocuments = !selection.documents.isEmpty || selection.config != nil || Project.nearestConfiguration != nil
    let project = hasDocuments ? try Project(selection) : nil
    if let project, project.reportProblems(invocation) { return .environment }
    let oldFiles = try selection.schemas.isEmpty ? project?.serverSchema ?? [] : ServerSchema.files(at: selection.schemas)
    if oldFiles.isEmpty { throw .usage("name the old schema with '--schema', or in a relay.config.json in the current folder") }
    let newFiles = try ServerSchema.files(at: options.values(Check.against))
    var diagnostics: [Diagnostic] = []
    let old = ServerSchema(oldFiles, diagnostics: &diagnostics)
    let new = ServerSchema(newFiles, firstFile: oldFiles.count, diagnostics: &diagnostics)
    invocation.report(diagnostics.filter { $0.severity == .error }, in: oldFiles + newFiles)
    guard let old, let new else { return .environment }

    var report = Report(changes: SchemaComparison.changes(from: old.schema, to: new.schema), broken: [], checked: 0)
    if let project {
      let documents = project.documents
      let finder = BrokenDocuments(
        old: old, new: new, clientExtensions: project.clientSchema, options: project.loaded.input.options)
      report.broken = finder.find(in: documents)
      report.checked = documents.count
    }
    let released = BrokenDocuments(released: old, new)
    for path in options.values(Check.released) {
      let (broken, count) = try released.find(inReleased: path)
      report.broken += broken
      report.checked += count
    }
    if invocation.isJSON {
      try invocation.write(json: report)
    } else {
      try invocation.write(SchemaReport(report, colored: invocation.streams.colors(.output) && !options.has(.output)).text)
    }
    let isStrict = options.has(Check.strict) || report.checked == 0
    let breaks = report.changes.contains { $0.level == .breaking }
    return !report.broken.isEmpty || isStrict && breaks ? .findings : .success
  }
}
