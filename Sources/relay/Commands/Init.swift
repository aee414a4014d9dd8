internal import Foundation
internal import RelayCompilerCore

/// `relay init`: prepares a folder or a package for Relay, up to a first query that the server answers.
struct Init: Command {
  let name = "init"
  let summary = "Prepares a folder or a package: configuration, schema, manifest, and a first query that runs."
  let details = """
    Fetches the schema, writes relay.config.json and a first query, and prints the lines that
    Package.swift needs; with --apply, changes it. In a folder without Package.swift, it makes a
    command-line app that prints what the query gets. Files that exist are not replaced.
    """
  static let target = Option.value("--target", "NAME", "Adds Relay to the target NAME. Default: the package's only target that is no test.")
  static let schema = Option.value("--schema", "FILE", "Uses the schema in FILE. The first query is then not sent anywhere.")
  static let relay = Option.value(
    "--relay", "PATH|URL", "Depends on the package in the folder PATH or at the URL. Default: the package that this tool is in.")
  static let from = Option.value("--from", "VERSION", "Depends on VERSION or a newer patch of it. Default: the version of this tool.")
  static let apply = Option.flag("--apply", "Changes Package.swift. Without Package.swift there is nothing to change, and it is written.")
  let options: [Option] = [FetchSchema.url, FetchSchema.header, FetchSchema.timeout, schema, target, relay, from, apply, .json]

  private struct Report: Encodable {
    var written: [String]
    var manifest: [String]
    var query: String
  }

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let options = invocation.options
    let folder = FileSystem.currentDirectory
    let schema = try InitialSchema(invocation)
    let dependency = try RelayDependency(options, from: folder)
    let hasPackage = FileSystem.kind(FilePath.file("Package.swift", in: folder)) != nil
    let package = try hasPackage ? InitialPackage(in: folder, target: options.value(Self.target)) : InitialPackage(new: folder, options)
    if !hasPackage { try refuseOccupied(folder) }

    var files = InitialFiles(folder: folder)
    let query = try schema.firstQuery(invocation)
    let config = ["schema": "schema.graphql", "src": FilePath.relative(package.sources, to: folder) ?? "."]
    files.add("schema.graphql", schema.sdl)
    files.add("relay.config.json", try Invocation.json(config))
    let sources = FilePath.relative(package.sources, to: folder) ?? package.sources
    files.add("\(sources)/\(query.name).graphql", query.text + "\n")
    if !hasPackage {
      files.add("Package.swift", NewManifest.text(name: package.target, dependency))
      files.add("\(sources)/\(package.target).swift", NewManifest.program(query: query.name, url: schema.url))
    }
    let (written, kept) = try files.write()
    var manifest: [String] = []
    if hasPackage {
      let edit = ManifestEdit(folder: folder, target: package.target, dependency: dependency)
      manifest = edit.lines
      if options.has(Self.apply) { try edit.apply() }
    }
    if invocation.isJSON {
      invocation.streams.write(try Invocation.json(Report(written: written, manifest: manifest, query: query.text)), to: .output)
      return .success
    }
    for file in written { invocation.streams.write("Wrote \(file)\n", to: .output) }
    for file in kept { invocation.streams.write("Kept \(file), which was there\n", to: .output) }
    if hasPackage, options.has(Self.apply) {
      invocation.streams.write("Changed Package.swift: '\(package.target)' uses Relay.\n", to: .output)
    } else if hasPackage {
      invocation.streams.write("\nAdd to Package.swift, or run this command with --apply:\n\n", to: .output)
      for line in manifest { invocation.streams.write("  \(line)\n", to: .output) }
    }
    invocation.say(hasPackage ? "\nNext: swift build" : "\nNext: swift run")
    return .success
  }

  /// A new package needs a folder without sources.
  private func refuseOccupied(_ folder: String) throws(CommandError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if let project = names.first(where: { $0.hasSuffix(".xcodeproj") }) {
      throw .usage(
        "'\(project)' is an Xcode project: add the package and its plugin 'RelayCodegenPlugin' there, then use 'relay fetch-schema'")
    }
    if names.contains("Sources") {
      throw .usage("there is a folder 'Sources' but no Package.swift; run this command in the package's folder")
    }
  }
}
