internal import Foundation
internal import RelayCompilerCore

/// `relay check`: whether the documents compile, and whether the file of persisted queries has all of them. Nothing is written.
struct DocumentCheck {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(CommandError) -> ExitStatus {
    let project = try Project(Project.Selection(invocation.options))
    var problems: [(diagnostics: [Diagnostic], files: [SourceFile])] = project.problems.map { ($0.diagnostics, [$0.file]) }
    let output = Compiler.compile(project.loaded.input)
    problems.append((project.loaded.explained(output.diagnostics), project.loaded.input.files))
    if let schema = output.schema,
      let budgets = try BudgetCheck(invocation.options, configured: project.loaded.input.options.swift.budgets, schema: schema)
    {
      problems.append((budgets.diagnostics(of: output.artifacts), project.loaded.input.files))
    }
    if !problems.contains(where: \.diagnostics.hasErrors), let stale = staleQueries(project, output.artifacts) {
      problems.append(stale)
    }
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

  /// What is wrong with the file of `persistConfig`; nil if it has all queries.
  private func staleQueries(_ project: Project, _ artifacts: [Artifact]) -> (diagnostics: [Diagnostic], files: [SourceFile])? {
    guard let path = project.loaded.persistedQueries, let persist = project.loaded.input.options.persist else { return nil }
    let file = SourceFile(path: path, bytes: [])
    do throws(QueryPersisterError) {
      let merged = try QueryPersister(path: path, format: persist.format, command: nil).file(for: artifacts)
      let isCurrent = (try? FileSystem.contains(merged, path)) ?? false
      return isCurrent ? nil : ([.outOfDate], [file])
    } catch {
      return ([.persistedQueries(error)], [file])
    }
  }
}
