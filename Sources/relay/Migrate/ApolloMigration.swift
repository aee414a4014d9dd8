internal import Foundation
internal import RelayCompilerCore
internal import RelayIndexStore

/// From `apollo-codegen-config.json` and the files that it names to `relay.config.json` and documents that compile.
///
/// What it changes in documents does not change what a server answers: it adds `@alias`, names deferred selections, renames operations that have the
/// name of a fragment, removes Apollo's own directives, and leaves out local cache mutations, which are never sent.
struct ApolloMigration {
  /// The folder of the configuration, to which its paths are relative.
  let folder: String
  private let apollo: ApolloConfiguration
  private(set) var sources = MigrationSources()
  private(set) var report = MigrationReport()
  /// The new configuration and, if there are keys, the schema extension with them.
  private(set) var newFiles: [(path: String, bytes: [UInt8])] = []

  private static let keysName = "relay-keys.graphqls"
  private static let directivesName = "relay-directives.graphqls"

  init(configuration path: String) throws(CommandError) {
    let file = try Invocation.read(path, limit: FileSizeLimit.configuration)
    folder = FilePath.directory(of: file.path)
    apollo = try ApolloConfiguration(file.bytes, path: path)
    // What an earlier migration wrote is none of Apollo's.
    func isApollos(_ path: String) -> Bool { ![Self.keysName, Self.directivesName].contains(FilePath.name(of: path)) }
    let schemaPaths = try ApolloSearchPath.files(apollo.schemaSearchPaths, in: folder).filter(isApollos)
    let paths = try ApolloSearchPath.files(apollo.operationSearchPaths, in: folder).filter { isApollos($0) && !schemaPaths.contains($0) }
    var schema: [SourceFile] = []
    for path in schemaPaths { schema.append(try Invocation.read(path)) }
    guard !schema.isEmpty else {
      throw .environment(
        "'\(path)' finds no schema: no file matches \(apollo.schemaSearchPaths.map { "'\($0)'" }.joined(separator: ", "))")
    }
    guard !paths.isEmpty else {
      throw .environment(
        "'\(path)' finds no documents: no file matches \(apollo.operationSearchPaths.map { "'\($0)'" }.joined(separator: ", "))")
    }
    for path in paths { sources.files.append(MigrationSources.File(try Invocation.read(path), as: .document)) }
    let documents = ApolloDocuments(&sources)
    try configure(schema, documentPaths: paths, documents)
    let deferred = DeferredInlineFragments(in: &sources)
    report.notes += deferred.names.map {
      "the deferred selections in '\($0)' have this name now, because only fragments with a name can be deferred"
    }
    let (repairs, input, output) = sources.repair()
    report.aliases = repairs.aliases
    report.notes += repairs.renamed.sorted().map {
      "an operation is called '\($0)' now, because a fragment has its name. Servers that count operations by name see a new one"
    }
    report.notes += apollo.notes
    report.excluded = documents.excluded.map { "\($0.name) in \($0.path): a local cache mutation, which becomes an updater" }
    report.count(sources, changed: repairs.changed.union(documents.changed).union(deferred.changed), input, output)
    remaining = (output.diagnostics.filter { $0.severity == .error }, input.files)
  }

  /// The errors that are left.
  private(set) var remaining: (diagnostics: [Diagnostic], files: [SourceFile]) = ([], [])

  // MARK: - Configuration

  private mutating func configure(_ schema: [SourceFile], documentPaths: [String], _ documents: ApolloDocuments) throws(CommandError) {
    let server = schema.count == 1 ? schema : schema.filter { !Self.isExtension($0) }
    guard !server.isEmpty else {
      let names = schema.map { "'\(FilePath.name(of: $0.path))'" }.joined(separator: ", ")
      throw .environment("the search paths find only extensions of a schema: \(names). Add the schema itself to 'schemaSearchPaths'")
    }
    let client = schema.filter { file in !server.contains { $0.path == file.path } }
    for file in server { sources.files.append(MigrationSources.File(file, as: .schema)) }
    for file in client { sources.files.append(MigrationSources.File(file, as: .clientSchema)) }
    var extensions = client.map(\.path)
    if let keys = ApolloKeys.extension(for: server) {
      let path = FilePath.file(Self.keysName, in: FilePath.directory(of: server[0].path))
      let file = SourceFile(path: path, text: keys)
      sources.files.append(MigrationSources.File(file, as: .clientSchema, isNew: true))
      newFiles.append((path, file.bytes))
      extensions.append(path)
    }
    var serverPaths = server.map(\.path)
    if let text = missingDirectives(in: server) {
      let path = FilePath.file(Self.directivesName, in: FilePath.directory(of: server[0].path))
      let file = SourceFile(path: path, text: text)
      sources.files.append(MigrationSources.File(file, as: .schema, isNew: true))
      newFiles.append((path, file.bytes))
      serverPaths.append(path)
    }
    let root = Self.commonFolder(of: documentPaths)
    let text = try configuration(
      schema: serverPaths, extensions: extensions, root: root, excludes: excludes(below: root, documents), imports: documents.imports
    )
    let path = FilePath.file(NearestConfiguration.fileName, in: folder)
    newFiles.insert((path, Array(text.utf8)), at: 0)
    let (config, diagnostics) = ConfigParser.parse(SourceFile(path: path, text: text), file: FileID(rawValue: 0))
    if let error = diagnostics.first(where: { $0.severity == .error }) {
      throw .environment("the configuration would be wrong: \(error.message)")
    }
    sources.options = config.options
  }

  /// The declaration of `@defer`, which Apollo's compiler knows without one, if documents use it and the schema does not declare it.
  private func missingDirectives(in schema: [SourceFile]) -> String? {
    let word = Array("@defer".utf8)
    func mentions(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) } }
    guard sources.files.contains(where: { $0.role == .document && mentions($0.bytes) }), !schema.contains(where: { mentions($0.bytes) })
    else {
      return nil
    }
    return """
      # The server's directive, which its schema does not declare.
      directive @defer(label: String, if: Boolean! = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT

      """
  }

  /// The documents below the root that are none of Apollo's, and those that are left out.
  private func excludes(below root: String, _ documents: ApolloDocuments) throws(CommandError) -> [String] {
    let kept = Set(sources.files.map(\.path))
    let found = try Invocation.files(below: root, where: OutputName.isDocument)
    return found.filter { !kept.contains($0) || documents.excludedFiles.contains($0) }.compactMap { FilePath.relative($0, to: root) }
  }

  private func configuration(
    schema: [String], extensions: [String], root: String, excludes: [String], imports: Set<String>
  ) throws(CommandError) -> String {
    struct Configuration: Encodable {
      struct Swift: Encodable {
        var accessLevel: String?
        var imports: [String]?
      }
      var schema: [String]
      var schemaExtensions: [String]?
      var src: String
      var excludes: [String]?
      var customScalarTypes: [String: String]?
      var swift: Swift?
    }
    func relative(_ path: String) -> String { FilePath.steps(to: path, from: folder) }
    let scalars = customScalars()
    let swift = Configuration.Swift(accessLevel: apollo.accessLevel, imports: imports.isEmpty ? nil : imports.sorted())
    let configuration = Configuration(
      schema: schema.map(relative), schemaExtensions: extensions.isEmpty ? nil : extensions.map(relative),
      src: root == folder ? "." : relative(root), excludes: excludes.isEmpty ? nil : excludes,
      customScalarTypes: scalars.isEmpty ? nil : scalars, swift: swift.accessLevel == nil && swift.imports == nil ? nil : swift)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(configuration) else { throw .environment("the configuration cannot be written as JSON") }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The Swift types of custom scalars that are an alias of one of Swift's own in Apollo's generated code.
  private func customScalars() -> [String: String] {
    guard let output = apollo.output?.schemaTypes?.path else { return [:] }
    let root = FilePath.absolute(output, relativeTo: folder)
    guard FileSystem.kind(root) == .directory,
      let files = try? FileSystem.files(
        below: root, excluding: { _ in false }, where: { $0.contains("CustomScalars/") && $0.hasSuffix(".swift") })
    else { return [:] }
    var types: [String: String] = [:]
    for path in files {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      for match in text.matches(of: /typealias\s+(\w+)\s*=\s*(String|Int|Double|Bool|URL|Date|UUID|Decimal)\b/) {
        // The specification's own scalar, and uploads, are known.
        if match.1 != "ID", match.1 != "Upload" { types[String(match.1)] = String(match.2) }
      }
    }
    return types
  }

  /// Whether a schema file only extends what others define, and therefore is the client's. It may declare the directives that it uses.
  private static func isExtension(_ file: SourceFile) -> Bool {
    if file.path.hasSuffix(".json") { return false }
    let definitions = IntrospectionReader.parseSchema(file, file: FileID(rawValue: 0), isOfServer: true).0.definitions
    var extends = false
    for definition in definitions {
      switch definition {
      case .type(let type) where type.isExtension: extends = true
      case .schema(let schema) where schema.isExtension: extends = true
      case .directive: continue
      case .type, .schema, .operation, .fragment: return false
      }
    }
    return extends
  }

  private static func commonFolder(of paths: [String]) -> String {
    var common = FilePath.directory(of: paths[0]).split(separator: "/")
    for path in paths.dropFirst() {
      let parts = FilePath.directory(of: path).split(separator: "/")
      common = Array(zip(common, parts).prefix { $0 == $1 }.map(\.0))
    }
    return "/" + common.joined(separator: "/")
  }

  // MARK: - Swift

  /// Lists the places where Swift code uses Apollo.
  mutating func findSwift(indexStore: String?) throws(CommandError) {
    let root = FilePath.directory(of: NearestConfiguration.packageFolder(above: folder) ?? FilePath.file("x", in: folder))
    let generated = apollo.output?.schemaTypes?.path.map { FilePath.absolute($0, relativeTo: folder) + "/" }
    let files = try Invocation.files(below: root, where: OutputName.isSwift).filter { path in
      generated.map { !path.hasPrefix($0) } ?? true
    }
    guard let indexStore else {
      report.swift = ApolloSwift.places(in: files)
      return
    }
    guard let library = Toolchain.indexStoreLibrary() else {
      throw .environment("no toolchain with libIndexStore was found. Name the library in RELAY_INDEXSTORE_LIBRARY")
    }
    do throws(IndexStoreError) {
      report.swift = ApolloSwift.places(in: try IndexStore(path: indexStore, library: library), files: Set(files))
      report.isExact = true
    } catch {
      throw .environment(error.message)
    }
  }

  /// The path of a file that would be written, and is there with something else in it.
  var occupied: String? { newFiles.first { FileSystem.kind($0.path) != nil && !Self.isThere($0) }?.path }

  private static func isThere(_ file: (path: String, bytes: [UInt8])) -> Bool {
    (try? FileSystem.contains(file.bytes, FileSystem.target(of: file.path))) ?? false
  }

  /// The files as they are to be, with what they were.
  mutating func changes() -> [(path: String, old: [UInt8], new: [UInt8])] {
    let changed = sources.files.filter { $0.bytes != $0.original && !$0.original.isEmpty }.map { ($0.path, $0.original, $0.bytes) }
    let added = newFiles.filter { !Self.isThere($0) }
    let all = changed + added.map { ($0.path, [], $0.bytes) }
    report.written = all.map(\.0)
    return all
  }
}

extension NearestConfiguration {
  /// The path of the nearest Package.swift in the folder or above it.
  fileprivate static func packageFolder(above folder: String) -> String? {
    var folder = folder
    while true {
      let path = FilePath.file("Package.swift", in: folder)
      if FileSystem.kind(path) == .file { return path }
      let parent = FilePath.directory(of: folder)
      if parent == folder { return nil }
      folder = parent
    }
  }
}
