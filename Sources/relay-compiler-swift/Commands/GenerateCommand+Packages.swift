internal import RelayCompilerCore

/// `generate --package`: all modules of packages at once, with the fragments that they spread of one another.
///
/// The Swift of a module goes to a folder in the module's own. Modules whose Swift the build plugin generates are only checked, and their
/// operations are persisted. Nothing is written if any module has an error.
extension GenerateCommand {
  /// Returns the exit status.
  mutating func runPackages() -> Int32 {
    let threads = arguments.threads ?? defaultThreadCount
    var reporter = DiagnosticReporter(style: arguments.diagnostics)
    var seen = ReportedDiagnostics()
    let files = ReadFiles()
    guard var packages = packages(files, &reporter) else {
      reporter.finish()
      return 1
    }
    var run = PackageRun()
    for module in packages.modules {
      var loader = InputLoader(arguments, files: files, threads: threads)
      let loaded: LoadedInput
      do throws(FileSystemError) {
        let list = try packages.list(of: module)
        let folder = OutputFolder(FilePath.file(arguments.output ?? "__generated__", in: module.module.root))
        loaded = loader.load(list, into: folder)
      } catch {
        reporter.report(.unreadable(error.reason), of: error.path)
        continue
      }
      for problem in loader.problems { reporter.report(seen.new(problem.diagnostics, in: [problem.file]), in: [problem.file]) }
      compile(module, loaded, isComplete: loader.problems.isEmpty, &run, &seen, &reporter)
    }
    run.reportNames(&seen, &reporter)
    if !reporter.hasErrors { write(run, threads: threads, &reporter) }
    reporter.finish()
    return reporter.hasErrors ? 1 : 0
  }

  private func packages(_ read: ReadFiles, _ reporter: inout DiagnosticReporter) -> PackageModules? {
    var files: [SourceFile] = []
    for path in arguments.packages.map({ FileSystem.absolute($0) }) {
      do throws(FileSystemError) {
        files.append(SourceFile(path: path, bytes: try FileSystem.read(path, limit: FileSizeLimit.configuration)))
      } catch {
        reporter.report(.unreadable(error.reason), of: error.path)
        return nil
      }
    }
    do throws(ModuleListError) {
      return try PackageModules(files, files: read)
    } catch {
      reporter.report([error.diagnostic], in: files)
      return nil
    }
  }

  private func compile(
    _ module: PackageModules.PackageModule, _ loaded: LoadedInput, isComplete: Bool, _ run: inout PackageRun,
    _ seen: inout ReportedDiagnostics, _ reporter: inout DiagnosticReporter
  ) {
    var input = loaded.input
    if module.hasPlugin || !isComplete { input.swift = nil }
    input.schemaArchive = run.schemaArchive
    let output = Compiler.compile(input)
    let diagnostics = loaded.explained(output.diagnostics)
    reporter.report(seen.new(diagnostics, in: input.files), in: input.files)
    // The next module most likely has the same schema. If not, the archive is ignored.
    if let schema = output.schema, !diagnostics.hasErrors, input.schemaArchive == nil {
      run.schemaArchive = SchemaArchive.encode(schema, of: input.sources, files: output.schemaFiles, options: input.options)
    }
    run.add(output, of: module, loaded)
  }

  private mutating func write(_ run: PackageRun, threads: Int, _ reporter: inout DiagnosticReporter) {
    var files = run.files
    for (path, queries) in run.persisted.sorted(by: { $0.key < $1.key }) {
      if let file = persistedQueries(of: queries.artifacts, in: path, as: queries.format, &reporter) { files.append(file) }
    }
    if reporter.hasErrors { return }
    _ = write(files, owning: run.folders, threads: threads, &reporter)
  }
}

/// The results of the modules that have been compiled.
private struct PackageRun {
  struct Fragment {
    var module: String
    var name: NameSyntax
    var file: SourceFile
  }

  var schemaArchive: [UInt8]?
  var files: [GenerateCommand.File] = []
  /// The folders of generated Swift.
  var folders: [String] = []
  var fragments: [Fragment] = []
  /// By the file of `persistConfig`, which modules may share.
  var persisted: [String: (format: PersistConfig.Format, artifacts: [Artifact])] = [:]

  mutating func add(_ output: CompilerOutput, of module: PackageModules.PackageModule, _ loaded: LoadedInput) {
    if !module.hasPlugin {
      files += output.files.map { ($0.name, $0.bytes) }
      if let folder = loaded.ownedDirectory { folders.append(folder) }
    }
    for case .fragment(let fragment) in output.artifacts where !fragment.range.isGenerated {
      let index = Int(fragment.range.file.rawValue)
      guard loaded.input.sources.indices.contains(index) else { continue }
      let name = NameSyntax(fragment.reader.name, at: fragment.range)
      fragments.append(Fragment(module: module.module.name, name: name, file: loaded.input.sources[index].file))
    }
    if let path = loaded.persistedQueries, let persist = loaded.input.options.persist {
      persisted[path, default: (persist.format, [])].artifacts += output.artifacts
    }
  }

  /// Two modules may have fragments of the same name even if no module imports both.
  func reportNames(_ seen: inout ReportedDiagnostics, _ reporter: inout DiagnosticReporter) {
    var known: [Name: Fragment] = [:]
    for fragment in fragments {
      guard let first = known.updateValue(fragment, forKey: fragment.name.name) else { continue }
      known[fragment.name.name] = first
      guard first.module != fragment.module else { continue }
      func name(_ fragment: Fragment, in file: UInt32) -> NameSyntax {
        let range = fragment.name.range
        return NameSyntax(
          fragment.name.name, at: SourceRange(file: FileID(rawValue: file), start: range.start, end: range.end))
      }
      let problem = Diagnostic.fragmentOfTwoModules(name(fragment, in: 0), fragment.module, first: name(first, in: 1), first.module)
      let files = [fragment.file, first.file]
      reporter.report(seen.new([problem], in: files), in: files)
    }
  }
}

/// Diagnostics of modules that see the same files: each is reported once.
struct ReportedDiagnostics {
  private var keys: Set<String> = []

  mutating func new(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [Diagnostic] {
    diagnostics.filter { diagnostic in
      let index = Int(diagnostic.range.file.rawValue)
      let path = files.indices.contains(index) ? files[index].path : ""
      return keys.insert("\(path):\(diagnostic.range.start):\(diagnostic.message)").inserted
    }
  }
}
