internal import RelayCompilerCore

/// `relay persist`: adds the operations of a project, or of all modules of packages, to their files of persisted queries.
struct Persist: Command {
  let name = "persist"
  let summary = "Adds the operations of a project or of whole packages to the file of persistConfig."
  let details = """
    The build never writes that file, because it is among the sources. Entries that are there stay:
    released apps go on sending their ids.
    """
  static let check = Option.flag("--check", "Writes nothing. The status is 1 if a file lacks an operation.")
  static let command = Option.value(
    "--persist-command", "COMMAND",
    "Runs COMMAND in a shell, and gives it the operations that are new, one JSON object a line. Files change only if it succeeds.")
  let options: [Option] = [.config, ModuleLoader.package, check, command, .json]

  private struct Report: Encodable {
    struct File: Encodable {
      var path: String
      var operations: Int
      var isChanged: Bool
    }

    var files: [File] = []
  }

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let options = invocation.options
    let isCheck = options.has(Self.check)
    var loader = ModuleLoader(invocation, emitsSwift: false, findsPackage: Project.nearestConfiguration == nil)
    let project = try loader.load()
    if loader.reportAll(of: project) { return .findings }
    let persisted = project.persisted
    guard !persisted.isEmpty else { throw .usage("no configuration has 'persistConfig', which names the file") }
    var report = Report()
    for (path, queries) in persisted {
      let persister = QueryPersister(
        path: path, format: queries.format, command: isCheck ? nil : options.value(Self.command))
      let merged: [UInt8]
      do throws(QueryPersisterError) {
        merged = try persister.file(for: queries.artifacts)
      } catch {
        invocation.report([.persistedQueries(error)], in: [SourceFile(path: path, bytes: [])])
        return .environment
      }
      let isCurrent = (try? FileSystem.contains(merged, FileSystem.target(of: path))) ?? false
      if !isCheck, !isCurrent { try Invocation.replace(path, with: merged) }
      report.files.append(
        Report.File(path: path, operations: queries.artifacts.count { $0.persistedQuery != nil }, isChanged: !isCurrent))
    }
    if invocation.isJSON { invocation.streams.write(try Invocation.json(report), to: .output) }
    for file in report.files {
      let shown = FilePath.relative(file.path, to: FileSystem.currentDirectory) ?? file.path
      let state = !file.isChanged ? "has all" : isCheck ? "lacks some of the" : "now has all"
      invocation.say("\(shown) \(state) \(file.operations) operations.")
    }
    return isCheck && report.files.contains(where: \.isChanged) ? .findings : .success
  }
}
