internal import RelayCompilerCore

/// The build plugin's command `collect`: writes what the GraphQL of a module is to others (`ModuleExports`). A build runs it after every change
/// of the module's Swift, and `generate` only if the text has changed. It reports no errors of the GraphQL; `generate` does.
struct CollectCommand {
  let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() -> Int32 {
    let threads = arguments.threads ?? defaultThreadCount
    let loaded = InputLoader.loadExports(arguments, threads: threads)
    var reporter = DiagnosticReporter(style: arguments.diagnostics)
    for problem in loaded.problems { reporter.report(problem.diagnostics, in: [problem.file]) }
    if !reporter.hasErrors, let path = OutputFolder(FileSystem.absolute(arguments.pluginOutputs ?? "")).file(named: OutputName.exports) {
      let text = ModuleExports.text(of: loaded.files, threads: threads)
      for failure in ArtifactWriter(threads: 1).write([(path, text)]).failures {
        reporter.report(.unwritable(failure.reason), of: failure.path)
      }
    }
    reporter.finish()
    return reporter.hasErrors ? 1 : 0
  }
}
