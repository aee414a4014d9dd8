internal import RelayCompilerCore

/// From a project of Relay.swift: its `relay.config.json` without what only Relay's compiler for Swift needs, and documents that compile.
struct RelaySwiftMigration {
  private(set) var sources = MigrationSources()
  private(set) var report = MigrationReport()
  private(set) var remaining: (diagnostics: [Diagnostic], files: [SourceFile]) = ([], [])
  private let configuration: (path: String, old: [UInt8], new: [UInt8])

  /// Keys of Relay.swift's configuration without a meaning here: the plugin generates Swift, and puts it into the build folder.
  private static let obsolete = [
    "language", "artifactDirectory", "noSourceControl", "noFutureProofEnums", "eagerEsModules", "codegenCommand",
  ]

  private static let scriptExtensions = [".js", ".cjs", ".mjs"]

  /// The configuration in a folder: Relay's compiler looks for these names.
  static func nearestConfiguration(exists: (String) -> Bool) -> String {
    let names = [NearestConfiguration.fileName] + scriptExtensions.map { "relay.config\($0)" }
    return names.first(where: exists) ?? NearestConfiguration.fileName
  }

  /// - Parameter path: a `relay.config.json`, or a script that exports the same.
  init(configuration path: String) throws(CommandError) {
    var file = try Invocation.read(path, limit: FileSizeLimit.configuration)
    let original = file.bytes
    let isScript = Self.scriptExtensions.contains { path.hasSuffix($0) }
    if isScript {
      guard let json = JavaScriptConfiguration.json(String(decoding: file.bytes, as: UTF8.self)) else {
        throw .environment("'\(path)' does more than name values. Write what it exports into a relay.config.json, and migrate that")
      }
      let target = FilePath.file(NearestConfiguration.fileName, in: FilePath.directory(of: file.path))
      if FileSystem.kind(target) != nil { throw .environment("'\(target)' exists already. Name it with '--config', or move it away") }
      file = SourceFile(path: target, bytes: Array(json.utf8))
      report.notes.append("the configuration is in '\(NearestConfiguration.fileName)' now. Remove '\(FilePath.name(of: path))'")
    }
    let (text, removed) = Self.withoutObsoleteKeys(file)
    configuration = (file.path, isScript ? [] : original, text)
    let (config, diagnostics) = ConfigParser.parse(SourceFile(path: file.path, bytes: text), file: FileID(rawValue: 0))
    if let error = diagnostics.first(where: { $0.severity == .error }) { throw .environment("'\(path)': \(error.message)") }
    sources.options = config.options
    let folder = FilePath.directory(of: file.path)
    func paths(_ path: RelayConfig.Path) throws(CommandError) -> [SourceFile] {
      try ServerSchemaFiles.files(at: FilePath.absolute(path.path, relativeTo: folder))
    }
    for path in config.schema { for file in try paths(path) { sources.files.append(MigrationSources.File(file, as: .schema)) } }
    for path in config.schemaExtensions {
      for file in try paths(path) { sources.files.append(MigrationSources.File(file, as: .clientSchema)) }
    }
    let root = config.src.map { FilePath.absolute($0.path, relativeTo: folder) } ?? folder
    let excludes = config.excludes.map(Glob.init)
    let known = Set(sources.files.map(\.path))
    let found = try Invocation.files(
      below: root, excluding: { path in excludes.contains { $0.matches(path) } || path.hasSuffix("__generated__/") },
      where: { OutputName.isDocument($0) || OutputName.isSwift($0) })
    for path in found where !known.contains(path) {
      let source = try Invocation.read(path)
      if OutputName.isSwift(path), !GraphQLLiterals.mayExist(in: source.bytes) { continue }
      sources.files.append(MigrationSources.File(source, as: .document))
    }
    let (repairs, input, output) = sources.repair()
    report.aliases = repairs.aliases
    report.notes += repairs.renamed.sorted().map {
      "an operation is called '\($0)' now, because a fragment has its name. Servers that count operations by name see a new one"
    }
    if !removed.isEmpty {
      report.notes.append("\(removed.map { "'\($0)'" }.joined(separator: ", ")) in the configuration has no meaning here")
    }
    report.count(sources, changed: repairs.changed, input, output)
    report.swift = Self.places(in: found.filter(OutputName.isSwift))
    remaining = (output.diagnostics.filter { $0.severity == .error }, input.files)
  }

  private static let names: [(what: String, instead: String)] = [
    ("import RelaySwiftUI", "import RelayRuntime"), ("import Relay", "import RelayRuntime"),
    ("mockResponse(", "resolve(_:data:)"), ("MockPayloadGenerator", "MockPayload"),
  ]

  private static func places(in files: [String]) -> [MigrationReport.Place] {
    MigrationReport.Place.all(in: files) { line in
      line.contains("import RelayRuntime") ? nil : names.first { line.contains($0.what) }
    }
  }

  /// Removes members of the configuration, and leaves the rest as it is. What is not JSON is left to the reader of configurations.
  private static func withoutObsoleteKeys(_ file: SourceFile) -> (text: [UInt8], removed: [String]) {
    guard let json = try? JSONSyntax.parse(file, file: FileID(rawValue: 0)), case .object(let members) = json.value else {
      return (file.bytes, [])
    }
    let removed = members.filter { obsolete.contains($0.key) }.map(\.key)
    let lastKept = members.lastIndex { !obsolete.contains($0.key) }
    var edits = TextEdits()
    for (index, member) in members.enumerated() where obsolete.contains(member.key) && index < lastKept ?? 0 {
      _ = edits.add(Int(member.keyRange.start)..<Int(members[index + 1].keyRange.start), "")
    }
    // The last members go with the comma before them.
    if let last = members.last, obsolete.contains(last.key) {
      let start = lastKept.map { members[$0].value.range.end } ?? members[0].keyRange.start
      _ = edits.add(Int(start)..<Int(last.value.range.end), "")
    }
    return (edits.applied(to: file.bytes), removed)
  }

  mutating func changes() -> [(path: String, old: [UInt8], new: [UInt8])] {
    var all = sources.files.filter { $0.bytes != $0.original }.map { ($0.path, $0.original, $0.bytes) }
    if configuration.old != configuration.new { all.insert(configuration, at: 0) }
    report.written = all.map(\.0)
    return all
  }
}

/// The files of a schema at a path that may be a folder.
private enum ServerSchemaFiles {
  static func files(at path: String) throws(CommandError) -> [SourceFile] {
    switch FileSystem.kind(path) {
    case .directory:
      var files: [SourceFile] = []
      for path in try Invocation.files(below: path, where: OutputName.isDocument) { files.append(try Invocation.read(path)) }
      return files
    case nil: throw .environment("there is no file or folder '\(path)'")
    default: return [try Invocation.read(path)]
    }
  }
}
