internal import RelayCompilerCore

/// The command `generate`: reads, compiles, reports, and writes only if there is no error.
struct GenerateCommand {
  let arguments: Arguments
  private var timings: [(stage: String, nanoseconds: UInt64)] = []
  private var mark = FileSystem.now()
  /// The input and the compiled program. The process exits without releasing them object by object.
  private var kept: (loaded: LoadedInput, output: CompilerOutput)?

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Runs the command and returns its exit status.
  mutating func run() -> Int32 {
    if !arguments.packages.isEmpty { return runPackages() }
    let start = mark
    let threads = arguments.threads ?? defaultThreadCount
    var loader = InputLoader(arguments, threads: threads)
    let loaded = loader.load()
    lap("read")

    var reporter = DiagnosticReporter(style: arguments.diagnostics)
    for problem in loader.problems { reporter.report(problem.diagnostics, in: [problem.file]) }
    // If something could not be read, nothing is written.
    var input = loaded.input
    if reporter.hasErrors { input.swift = nil }
    let output = Compiler.compile(input) { lap($0.rawValue) }
    kept = (loaded, output)
    reporter.report(loaded.explained(output.diagnostics), in: loaded.input.files)

    reportUnknownScalars(of: loaded, in: output.schema, &reporter)

    var report = ArtifactWriter.Report()
    if !reporter.hasErrors, let files = files(of: output, loaded, threads: threads, &reporter) {
      report = write(files, owning: [loaded.ownedDirectory].compactMap { $0 }, loaded.ownedFiles, threads: threads, &reporter)
    }
    reporter.finish()
    if arguments.timings { printTimings(total: FileSystem.now() - start, report) }
    return reporter.hasErrors ? 1 : 0
  }

  /// A type for a scalar that the schema does not have has no effect.
  private func reportUnknownScalars(of loaded: LoadedInput, in schema: Schema?, _ reporter: inout DiagnosticReporter) {
    guard let schema, schema.queryType != nil, let (names, file) = loaded.customScalars else { return }
    let scalars = schema.scalars
    let known = Set(scalars)
    reporter.report(
      names.filter { !known.contains($0.name) }.map { .unknownCustomScalar($0, among: scalars) }, in: [file])
  }

  typealias File = (path: String, bytes: [UInt8])

  /// All files to write: Swift, Relay's artifacts and persisted queries, as requested. nil after an error.
  private mutating func files(
    of output: CompilerOutput, _ loaded: LoadedInput, threads: Int, _ reporter: inout DiagnosticReporter
  ) -> [File]? {
    let selected = loaded.selected
    var files = output.files.filter { selected?.outputs.contains($0.name) ?? true }.map { File($0.name, $0.bytes) }
    if let directory = arguments.artifactsJSON {
      let artifacts = output.artifacts.filter { artifact in
        guard let selected, !artifact.range.isGenerated else { return true }
        return selected.sources.contains(loaded.input.files[Int(artifact.range.file.rawValue)].path)
      }
      let (places, problems) = places(of: artifacts, in: OutputFolder(FileSystem.absolute(directory)))
      reporter.report(problems, in: loaded.input.files)
      let skipsNulls = loaded.input.options.featureFlags.skipPrintingNulls.isFullyEnabled
      files += parallelMap(places, threads: threads) { place in
        (place.path, ArtifactJSON.file(for: place.artifact, skipsNulls: skipsNulls))
      }
      lap("json")
    }
    if reporter.hasErrors { return nil }
    guard let path = loaded.persistedQueries, let persist = loaded.input.options.persist else { return files }
    if let file = persistedQueries(of: output.artifacts, in: path, as: persist.format, &reporter) { files.append(file) }
    lap("persist")
    return reporter.hasErrors ? nil : files
  }

  /// The file of persisted queries; nil after an error.
  func persistedQueries(
    of artifacts: [Artifact], in path: String, as format: PersistConfig.Format, _ reporter: inout DiagnosticReporter
  ) -> File? {
    let persister = QueryPersister(path: path, format: format, command: arguments.check ? nil : arguments.persistCommand)
    do throws(QueryPersisterError) {
      return (path, try persister.file(for: artifacts))
    } catch {
      reporter.report(.persistedQueries(error), of: path)
      return nil
    }
  }

  /// Writes files, or compares them in a check, and removes what else is in the folders of generated files, and of the owned files.
  mutating func write(
    _ files: [File], owning folders: [String], _ ownedFiles: [String] = [], threads: Int, _ reporter: inout DiagnosticReporter
  ) -> ArtifactWriter.Report {
    let writer = ArtifactWriter(isDryRun: arguments.check, threads: threads)
    var report = writer.write(files)
    if report.failures.isEmpty {
      writer.removeStale(in: folders, ownedFiles, keeping: files.map(\.path), report: &report)
    }
    for failure in report.failures { reporter.report(.unwritable(failure.reason), of: failure.path) }
    if arguments.check {
      for path in report.written { reporter.report(.outOfDate, of: path) }
      for path in report.removed { reporter.report(.superfluous, of: path) }
    }
    lap("write")
    return report
  }

  /// The file of each of Relay's artifacts.
  private func places(
    of artifacts: [Artifact], in folder: OutputFolder
  ) -> (places: [(path: String, artifact: Artifact)], problems: [Diagnostic]) {
    var places: [(path: String, artifact: Artifact)] = []
    var problems: [Diagnostic] = []
    var names: [String: Name] = [:]
    for artifact in artifacts {
      let name = "\(artifact.name).json"
      if let other = names.updateValue(artifact.name, forKey: OutputName.folded(name)) {
        problems.append(.artifactTaken(artifact.name, by: other, at: artifact.range))
      } else if let path = folder.file(named: name) {
        places.append((path, artifact))
      } else {
        problems.append(.invalidOutputName(name))
      }
    }
    return (places, problems)
  }

  // MARK: - Timings

  private mutating func lap(_ stage: String) {
    let now = FileSystem.now()
    timings.append((stage, now - mark))
    mark = now
  }

  private func printTimings(total: UInt64, _ report: ArtifactWriter.Report) {
    var text = ""
    for (stage, nanoseconds) in timings + [("total", total)] {
      let microseconds = nanoseconds / 1000
      let number = "\(microseconds / 1000).\(String(microseconds % 1000 / 100))"
      text += stage.padded(to: 12) + String(repeating: " ", count: max(1, 10 - number.utf8.count)) + number + " ms\n"
    }
    text += "files".padded(to: 12) + "\(report.written.count) written, \(report.unchanged) unchanged, \(report.removed.count) removed\n"
    FileSystem.writeToStandard(2, Array(text.utf8))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - utf8.count)) }
}
