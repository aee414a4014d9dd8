internal import RelayCompilerCore

/// The build plugin's command `collect`: writes what the GraphQL of a module is to others (`ModuleExports`), and
/// what that of those modules below is whose own text cannot be found. A build runs it after every change
/// of the module's Swift, and `generate` only if the text has changed. It reports no errors of the GraphQL; `generate` does.
struct CollectCommand {
  let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() -> Int32 {
    let threads = arguments.threads ?? defaultThreadCount
    let loaded = InputLoader.loadExports(arguments, threads: threads)
    var reporter = DiagnosticReporter(style: arguments.diagnostics)
    for problem in loaded.problems { reporter.report(problem.diagnostics, in: [problem.file]) }
    let folder = OutputFolder(FileSystem.absolute(arguments.pluginOutputs ?? ""))
    if !reporter.hasErrors, let path = folder.file(named: OutputName.exports), let importsPath = folder.file(named: OutputName.imports) {
      var files = [(path, ModuleExports.text(of: loaded.files, threads: threads))]
      if !loaded.imported.isEmpty { files.append((importsPath, ModuleExports.text(of: loaded.imported, threads: threads))) }
      for failure in ArtifactWriter(threads: 1).write(files).failures { reporter.report(.unwritable(failure.reason), of: failure.path) }
    }
    reporter.finish()
    return reporter.hasErrors ? 1 : 0
  }
}
