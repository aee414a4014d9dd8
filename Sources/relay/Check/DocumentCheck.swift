internal import Foundation
internal import RelayCompilerCore

/// `relay check`: whether the documents compile, and whether the file of persisted queries has all of them. Nothing is written.
struct DocumentCheck {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(CommandError) -> ExitStatus {
    let (project, unread) = try load()
    var seen = ReportedDiagnostics()
    var problems: [(diagnostics: [Diagnostic], files: [SourceFile])] = unread.map { ($0.diagnostics, [$0.file]) }
    for module in project.modules {
      problems.append((module.diagnostics, module.files))
      if let schema = module.schema,
        let budgets = try BudgetCheck(invocation.options, configured: module.input.options.swift.budgets, schema: schema)
      {
        problems.append((budgets.diagnostics(of: module.output.artifacts), module.files))
      }
    }
    if !problems.contains(where: \.diagnostics.hasErrors) { problems += staleQueries(project) }
    // Modules that depend on one another have files in common.
    problems = problems.map { (seen.new($0.diagnostics, in: $0.files), $0.files) }
    let hasErrors = problems.contains(where: \.diagnostics.hasErrors)
    if invocation.isJSON {
      var lines: [UInt8] = []
      for (diagnostics, files) in problems { lines += DiagnosticRenderer.render(diagnostics, in: files, style: .json) }
      let objects = lines.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      try invocation.write("{\"diagnostics\":[" + objects.joined(separator: ",\n") + "]}\n")
    } else {
      for (diagnostics, files) in problems { invocation.report(diagnostics, in: files) }
      if !hasErrors {
        let count = project.documents.count
        invocation.say("\(count) \(count == 1 ? "document compiles" : "documents compile"), nothing would change.")
      }
    }
    return hasErrors ? .findings : .success
  }

  /// The modules of a package, or what a configuration or the command line selects, and what could not be read.
  private func load() throws(CommandError) -> (ProjectModules, [InputReader.Problem]) {
    var loader = ModuleLoader(invocation, emitsSwift: false, findsPackage: Project.nearestConfiguration == nil)
    if let modules = try loader.loadPackages() { return (modules, loader.problems) }
    let project = try Project(Project.Selection(invocation.options))
    return (ProjectModules(modules: [ProjectModule(project.loaded, checksMutations: false)]), project.problems)
  }

  /// What is wrong with the files of `persistConfig`, which modules may share.
  private func staleQueries(_ project: ProjectModules) -> [(diagnostics: [Diagnostic], files: [SourceFile])] {
    project.persisted.compactMap { path, queries in
      let file = SourceFile(path: path, bytes: [])
      do throws(QueryPersisterError) {
        let merged = try QueryPersister(path: path, format: queries.format, command: nil).file(for: queries.artifacts)
        let isCurrent = (try? FileSystem.contains(merged, FileSystem.target(of: path))) ?? false
        return isCurrent ? nil : ([.outOfDate], [file])
      } catch {
        return ([.persistedQueries(error)], [file])
      }
    }
  }
}
