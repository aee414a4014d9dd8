internal import Foundation
internal import RelayCompilerCore

/// The compiled modules of a project or of packages: their diagnostics and the operations for files of persisted queries.
struct Workspace {
  private var problems: [(diagnostics: [Diagnostic], files: [SourceFile])] = []
  /// By the file of `persistConfig`, which modules may share.
  private(set) var persisted: [String: (format: PersistConfig.Format, artifacts: [Artifact])] = [:]

  init(project: Project) {
    problems = project.problems.map { ($0.diagnostics, [$0.file]) }
    add(project.loaded)
  }

  /// - Parameter paths: folders of packages, or files with their descriptions.
  init(packages paths: [String]) throws(CommandError) {
    let files = ReadFiles()
    var modules: PackageModules
    let descriptions = try Self.descriptions(paths)
    do throws(ModuleListError) {
      modules = try PackageModules(descriptions, files: files)
    } catch {
      throw .environment(error.diagnostic.message)
    }
    let arguments: Arguments
    do throws(ArgumentsError) { arguments = try Arguments(["generate"]) } catch { throw .usage(error.message) }
    var seen = ReportedDiagnostics()
    for module in modules.modules {
      var loader = InputLoader(arguments, files: files, threads: defaultThreadCount)
      do throws(FileSystemError) {
        let list = try modules.list(of: module)
        var loaded = loader.load(list, into: OutputFolder(FilePath.file("__generated__", in: module.module.root)))
        loaded.input.swift = nil
        for problem in loader.problems { problems.append((seen.new(problem.diagnostics, in: [problem.file]), [problem.file])) }
        add(loaded, &seen)
      } catch {
        throw .environment("cannot read '\(error.path)': \(error.reason)")
      }
    }
  }

  private static func descriptions(_ paths: [String]) throws(CommandError) -> [SourceFile] {
    var files: [SourceFile] = []
    for path in paths {
      if FileSystem.kind(FileSystem.absolute(path)) == .directory {
        files.append(SourceFile(path: path, bytes: try PackageTool.output(["describe", "--type", "json"], in: FileSystem.absolute(path))))
      } else {
        files.append(try Invocation.read(path, limit: FileSizeLimit.configuration))
      }
    }
    return files
  }

  private mutating func add(_ loaded: LoadedInput) {
    var seen = ReportedDiagnostics()
    add(loaded, &seen)
  }

  private mutating func add(_ loaded: LoadedInput, _ seen: inout ReportedDiagnostics) {
    let output = Compiler.compile(loaded.input)
    problems.append((seen.new(loaded.explained(output.diagnostics), in: loaded.input.files), loaded.input.files))
    guard let path = loaded.persistedQueries, let persist = loaded.input.options.persist else { return }
    persisted[path, default: (persist.format, [])].artifacts += output.artifacts
  }

  /// Prints the diagnostics, and returns whether one of them is an error.
  func report(_ invocation: Invocation) -> Bool {
    var hasErrors = false
    for (diagnostics, files) in problems where invocation.report(diagnostics, in: files) { hasErrors = true }
    return hasErrors
  }
}
