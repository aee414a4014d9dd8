internal import RelayCompilerCore

/// The build plugin's command `collect`: writes fingerprints of the GraphQL of a module that other modules can use (`ModuleExports`), and
/// the same for the modules below whose own fingerprints cannot be found. A build runs it after every change of the module's Swift, and
/// `generate` only if the text has changed. `generate` reports the errors of the GraphQL.
struct CollectCommand {
  let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() -> Int32 {
    let threads = arguments.threads ?? defaultThreadCount
    var loader = InputLoader(arguments, threads: threads)
    let loaded = loader.loadExports()
    var reporter = DiagnosticReporter(style: arguments.diagnostics)
    for problem in loader.problems { reporter.report(problem.diagnostics, in: [problem.file]) }
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
