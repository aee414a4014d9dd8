internal import RelayCompilerCore

/// `relay migrate apollo` and `relay migrate relay-swift`: what a tool can do of moving an app, and the list of what is left.
struct Migrate: Command {
  private static let config = Option.value(
    "--config", "FILE",
    "Reads the configuration FILE of the other library. Default: apollo-codegen-config.json, or relay.config.json or .js, in the current "
      + "folder.")
  private static let index = Option.value(
    "--index-store", "FOLDER", "Finds the places where Swift uses Apollo by the index of a build. Default: by the names of Apollo's API.")

  let name = "migrate"
  let summary = "Moves a project from Apollo iOS or Relay.swift, and lists what is left to do."
  let inputs: String? = "apollo|relay-swift"
  let details = """
    What it changes in documents does not change what a server answers. An operation that has the name
    of a fragment gets another one, and a deferred inline fragment a name; each is listed.
    """
  let options = [config, Fix.dryRun, index, Option.json, .output]

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    guard invocation.options.inputs.count == 1 else {
      throw .usage("say from where to migrate: 'relay migrate apollo' or 'relay migrate relay-swift'")
    }
    let isDryRun = invocation.options.has(Fix.dryRun)
    let report: MigrationReport
    let changes: [(path: String, old: [UInt8], new: [UInt8])]
    let remaining: (diagnostics: [Diagnostic], files: [SourceFile])
    switch invocation.options.inputs[0] {
    case "apollo":
      var migration = try ApolloMigration(configuration: invocation.options.value(Self.config) ?? "apollo-codegen-config.json")
      if let path = migration.occupied { throw .environment("'\(path)' exists already. Move it away to migrate again") }
      try migration.findSwift(indexStore: invocation.options.value(Self.index).map(FileSystem.absolute))
      changes = migration.changes()
      (report, remaining) = (migration.report, migration.remaining)
    case "relay-swift":
      let nearest = RelaySwiftMigration.nearestConfiguration { FileSystem.kind(FileSystem.absolute($0)) == .file }
      var migration = try RelaySwiftMigration(configuration: invocation.options.value(Self.config) ?? nearest)
      changes = migration.changes()
      (report, remaining) = (migration.report, migration.remaining)
    case let other: throw .usage("'\(other)' is not known; 'apollo' and 'relay-swift' are")
    }
    if !isDryRun {
      for change in changes { try Invocation.replace(change.path, with: change.new) }
    }
    if invocation.isJSON {
      try invocation.write(json: report)
    } else {
      let differences = isDryRun ? changes.map { TextDifference.unified($0.old, $0.new, path: $0.path) }.joined() : ""
      try invocation.write(differences + report.text)
    }
    invocation.report(remaining.diagnostics, in: remaining.files)
    if isDryRun { invocation.say("Nothing was written.") }
    return remaining.diagnostics.isEmpty ? .success : .findings
  }
}
