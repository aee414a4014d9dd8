internal import RelayCompilerCore

/// `relay fix`: applies the fixes that the compiler's diagnostics carry, until no diagnostic has one.
struct Fix: Command {
  private static let rule = Option.value(
    "--rule", "ID", repeatable: true,
    "Fixes only diagnostics with this id, which stands in brackets behind a message. May be repeated. Default: all.")
  static let dryRun = Option.flag("--dry-run", "Writes nothing, and prints what would change.")

  let name = "fix"
  let summary = "Applies the fixes that diagnostics carry, and keeps everything else as it is."
  let inputs: String? = "[DOCUMENT…]"
  let options = ModuleLoader.options + [rule, dryRun, .json, .output]

  /// A fix may reveal what the next one fixes. More rounds than this are fixes that undo one another.
  private static let maximumRounds = 20

  struct Result: Encodable {
    /// The number of fixes by the id of their diagnostics.
    var fixes: [String: Int] = [:]
    var files: [String] = []
    /// The number of errors that remain.
    var errors = 0
  }

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let rules = Set(invocation.options.values(Self.rule))
    let files = ReadFiles()
    var loader = ModuleLoader(invocation, files: files, checksMutations: rules.contains("mutation-coverage"))
    var project = try loader.load()
    var result = Result()
    var originals: [String: [UInt8]] = [:]
    for round in 0... {
      let fixes = FixRound(project, loader.problems, rules: rules)
      if fixes.edits.isEmpty { break }
      if round == Self.maximumRounds { throw .environment("the fixes of these diagnostics undo one another; nothing was written") }
      for (path, edits) in fixes.edits {
        let bytes = try Self.contents(of: path, files)
        originals[path] = originals[path] ?? bytes
        files.replace(path, with: edits.applied(to: bytes))
      }
      result.fixes.merge(fixes.counts) { $0 + $1 }
      project = try loader.load()
    }
    var changed: [(path: String, old: [UInt8], new: [UInt8])] = []
    for (path, old) in originals.sorted(by: { $0.key < $1.key }) {
      let new = try Self.contents(of: path, files)
      if new != old { changed.append((path, old, new)) }
    }
    result.files = changed.map(\.path)
    if invocation.options.has(Self.dryRun) {
      let text = changed.map { TextDifference.unified($0.old, $0.new, path: $0.path) }.joined()
      if !invocation.isJSON { try invocation.write(text) }
    } else {
      for file in changed { try Invocation.replace(file.path, with: file.new) }
    }
    return try report(result, project, loader, invocation)
  }

  private static func contents(of path: String, _ files: ReadFiles) throws(CommandError) -> [UInt8] {
    switch files.read([path], limit: FileSizeLimit.source, threads: 1)[0] {
    case .success(let bytes): return bytes
    case .failure(let failure): throw .unreadable(failure)
    }
  }

  private func report(
    _ result: Result, _ project: ProjectModules, _ loader: ModuleLoader, _ invocation: Invocation
  ) throws(CommandError) -> ExitStatus {
    var result = result
    let remaining = project.modules.flatMap(\.diagnostics) + loader.problems.flatMap(\.diagnostics)
    result.errors = remaining.count { $0.severity == .error }
    if invocation.isJSON { try invocation.write(json: result) }
    let count = result.fixes.values.reduce(0, +)
    let isDryRun = invocation.options.has(Self.dryRun)
    if count == 0 {
      invocation.say("Nothing to fix.")
    } else {
      let fixes = count == 1 ? "1 fix" : "\(count) fixes"
      let files = result.files.count == 1 ? "1 file" : "\(result.files.count) files"
      invocation.say("\(fixes) in \(files)\(isDryRun ? ", which were not written" : "").")
    }
    if result.errors > 0 {
      invocation.say(
        "\(result.errors == 1 ? "1 error has" : "\(result.errors) errors have") no fix; 'relay check' shows \(result.errors == 1 ? "it" : "them")."
      )
    }
    return result.errors > 0 || isDryRun && count > 0 ? .findings : .success
  }
}
