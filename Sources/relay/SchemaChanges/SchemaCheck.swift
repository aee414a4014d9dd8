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
    /// The operations that exceed a budget.
    var exceeding: [BrokenDocument] = []
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
    let configured = project?.loaded.input.options.swift.budgets ?? OperationBudgets()
    let budgets = try BudgetCheck(options, configured: configured, schema: new.schema)
    if let budgets, let project { report.exceeding = try exceeding(budgets, project) }
    let released = BrokenDocuments(released: old, new)
    for path in options.values(Check.released) {
      if let budgets { report.exceeding += try exceeding(budgets, inReleased: path) }
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
    return !report.broken.isEmpty || !report.exceeding.isEmpty || isStrict && breaks ? .findings : .success
  }

  /// Operations are measured as they are sent, so that they must compile with the old schema.
  private func exceeding(_ budgets: BudgetCheck, _ project: Project) throws(CommandError) -> [BrokenDocument] {
    let output = Compiler.compile(project.loaded.input)
    if output.diagnostics.hasErrors {
      invocation.report(output.diagnostics.filter { $0.severity == .error }, in: project.loaded.input.files)
      throw .findings("operations cannot be compared with a budget, because documents do not compile with the old schema")
    }
    let files = project.loaded.input.files
    return budgets.diagnostics(of: output.artifacts).compactMap { diagnostic in
      guard files.indices.contains(diagnostic.range.file.index) else { return nil }
      let file = files[diagnostic.range.file.index]
      return BrokenDocument(file: BrokenDocuments.shown(file.path), messages: BrokenDocuments.messages([diagnostic], in: file))
    }
  }

  private func exceeding(_ budgets: BudgetCheck, inReleased path: String) throws(CommandError) -> [BrokenDocument] {
    let file = try Invocation.read(path, limit: FileSizeLimit.output)
    return try ReleasedOperations.read(file, named: path).compactMap { operation in
      let messages = budgets.messages(of: operation.text)
      return messages.isEmpty ? nil : BrokenDocument(file: path, id: operation.id, messages: messages)
    }
  }
}
