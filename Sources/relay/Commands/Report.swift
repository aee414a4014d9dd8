internal import RelayCompilerCore

/// `relay report`: what a project asks of its server, and who uses it, as a page.
struct Report: Command {
  static let since = Option.value(
    "--since", "FILE", "Says what has changed since an earlier report: its page, or its result with --json.")
  static let title = Option.value("--title", "TEXT", "The title of the page. Default: the name of the current folder.")

  let name = "report"
  let summary = "Writes a page about operations, fragments and fields: sizes, users, and what is of no use."
  let details = """
    The page is one HTML file, which needs no network and runs no script. It has its data, so that a
    later report can be compared with it. Which fields are read is known from the index that
    'swift build --build-tests' writes.
    """
  let options = ModuleLoader.options + [since, title, BuildIndex.store, BuildIndex.scratch, .json, .output]

  /// With `--json`: the report, and the changes if an earlier one is given.
  private struct Result: Encodable {
    var report: ProjectReport
    var changes: ReportChanges?

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(changes, forKey: .changes)
    }

    enum Key: String, CodingKey { case changes }
  }

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let options = invocation.options
    let earlier: ProjectReport? = if let path = options.value(Self.since) { try EarlierReport.read(path) } else { nil }
    var loader = ModuleLoader(invocation)
    let project = try loader.load()
    if loader.reportAll(of: project) { return .findings }
    let (reads, notes) = BuildIndex.read(for: project, invocation)
    let report = ReportBuilder.report(on: project, reads: reads, notes: notes)
    let changes = earlier.map { ReportChanges(from: $0, to: report) }
    if invocation.isJSON {
      try invocation.write(json: Result(report: report, changes: changes))
    } else {
      let title = options.value(Self.title) ?? FilePath.name(of: FileSystem.currentDirectory)
      try invocation.write(ReportPage(report, changes: changes, title: title).text(data: try Invocation.json(report)))
    }
    for note in report.notes { invocation.say("note: \(note)") }
    let (operations, fragments) = (report.operations.count, report.fragments.count)
    let counts = "\(operations) \(operations == 1 ? "operation" : "operations"), \(fragments) \(fragments == 1 ? "fragment" : "fragments")"
    invocation.say("Reported on \(counts).")
    return .success
  }
}
