internal import RelayCompilerCore

/// Finds and reads the input of a compilation, and decides to which Swift file each document goes.
///
/// A file that cannot be read is reported, if possible at the position in the configuration that names it.
struct InputLoader {
  /// A compilation's input, and where its results go.
  struct Loaded {
    var input = CompilerInput()
    /// Whether a schema was named but could not be read, which has been reported. A further error about a missing schema would not help.
    var lacksNamedSchema = false
    /// The folder whose generated files belong to the tool.
    var ownedDirectory: String?
    /// The file of `persistConfig`. A build never writes it, because it is among the sources.
    var persistedQueries: String?
    /// Diagnostics for files that are not sources: the configuration, and files that could not be read.
    var problems: [(file: SourceFile, diagnostics: [Diagnostic])] = []
    /// The scalars for which the configuration has types, and the configuration.
    var customScalars: (names: [NameSyntax], file: SourceFile)?
    /// Modules that may have what this one lacks.
    var elsewhere = ModulesElsewhere()
    /// The only sources whose output is written, and the files that it goes to; nil for all.
    var selected: (sources: FileSet, outputs: Set<String>)?

    /// The compiler's diagnostics, without those that only follow from problems of the input, and with what is known about other modules.
    func explained(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
      let shown = lacksNamedSchema ? diagnostics.filter { $0.id != Diagnostic.noSchemaID } : diagnostics
      return elsewhere.explained(shown, in: input.files)
    }
  }

  /// The name of the configuration if none is given.
  static let fileName = "relay.config.json"

  private let arguments: Arguments
  private var loaded = Loaded()
  private var config = RelayConfig()
  /// The folder to which paths in the configuration are relative.
  private var base = FileSystem.currentDirectory
  private var configFile: SourceFile?
  /// If the target's own configuration names no schema, the configuration of a module below.
  private var configBelow: (config: RelayConfig, file: SourceFile)?
  /// Whether the inputs have more than one, so that nothing of them is compiled.
  private var hasSeveralConfigurations = false
  private var claims = OutputClaims()
  private let threads: Int

  /// - Parameter module: a module of a package, instead of the build plugin's list.
  static func load(_ arguments: Arguments, module: PluginInputs? = nil, threads: Int) -> Loaded {
    var arguments = arguments
    // It is the name of a folder in the module's, and part of the paths by now.
    if module != nil { arguments.output = nil }
    var loader = InputLoader(arguments: arguments, threads: threads)
    loader.run(module)
    return loader.loaded
  }

  /// The schema and nothing else, for the build plugin's command `schema`.
  static func loadSchema(_ arguments: Arguments, threads: Int) -> Loaded {
    var loader = InputLoader(arguments: arguments, threads: threads)
    guard let plugin = loader.pluginInputs() else { return loader.loaded }
    loader.addSchema(of: plugin)
    if !loader.loaded.input.sources.contains(where: { $0.role == .schema }) {
      loader.loaded.input.add(loader.read(plugin.schemaDocuments), as: .document)
    }
    return loader.loaded
  }

  /// What the build plugin's command `collect` looks at.
  struct Exports {
    /// The files of the module.
    var files: [ModuleExports.File] = []
    /// Those of modules below.
    var imported: [(name: String, files: [ModuleExports.File])] = []
    var problems: [(file: SourceFile, diagnostics: [Diagnostic])] = []
  }

  static func loadExports(_ arguments: Arguments, threads: Int) -> Exports {
    var loader = InputLoader(arguments: arguments, threads: threads)
    var exports = Exports()
    if let plugin = loader.pluginInputs() {
      exports.files = loader.exported(plugin.documents.map(\.source) + plugin.swiftSources, below: plugin.root ?? loader.base)
      let imports = FileSystem.absolute(arguments.pluginOutputs ?? "") + "/" + OutputName.imports
      for module in plugin.exports where module.file == imports {
        let paths = plugin.imported.filter { $0.module == module.module }.map(\.source)
        exports.imported.append((module.module, loader.exported(paths, below: module.root)))
      }
    }
    exports.problems = loader.loaded.problems
    return exports
  }

  private mutating func exported(_ paths: [String], below root: String) -> [ModuleExports.File] {
    zip(paths, readAll(paths)).compactMap { path, bytes in
      bytes.map { ModuleExports.File(path: FileSystem.relative(path, to: root) ?? path, source: SourceFile(path: path, bytes: $0)) }
    }
  }

  private init(arguments: Arguments, threads: Int) {
    self.arguments = arguments
    self.threads = threads
  }

  private mutating func run(_ module: PluginInputs?) {
    let plugin = module ?? pluginInputs()
    if plugin == nil, arguments.pluginInputs != nil { return }
    if let folder = module?.literalFolder, folder.isLink { return report(.folderIsLink(folder.path), of: folder.path) }
    loaded.elsewhere = plugin?.elsewhere ?? ModulesElsewhere()
    let used = addSchema(of: plugin)
    if hasSeveralConfigurations {
      loaded.lacksNamedSchema = true
      return
    }
    if let plugin { setAccess(for: plugin) }
    setPayloads(for: plugin)
    if arguments.pluginInputs == nil, let persist = config.options.persist {
      loaded.persistedQueries = FileSystem.absolute(persist.file, relativeTo: base)
    }
    loaded.input.options = config.options
    loaded.input.module = plugin?.module
    if let archive = plugin?.schemaArchive { loaded.input.schemaArchive = try? FileSystem.read(archive, limit: FileSizeLimit.output) }
    if let plugin {
      addDocuments(of: plugin, excluding: used)
    } else {
      addDocuments(excluding: used)
    }
    // Other modules use the enums and input objects of this one, so it generates all of them.
    if let module = plugin?.module, module == config.options.swift.schemaModule { loaded.input.swift?.schemaTypes = .all }
  }

  /// The list of the build plugin; nil without one, or if it cannot be read.
  private mutating func pluginInputs() -> PluginInputs? {
    guard let path = arguments.pluginInputs, let folder = arguments.pluginOutputs else { return nil }
    return pluginInputs(path, outputsIn: OutputFolder(FileSystem.absolute(folder)))
  }

  /// Reads the configuration and the schema. Returns the schema's files, which are not documents.
  @discardableResult
  private mutating func addSchema(of plugin: PluginInputs?) -> FileSet {
    if let path = arguments.config ?? plugin?.config ?? (plugin == nil ? nearestConfiguration() : nil) {
      readConfig(FileSystem.absolute(path))
    }
    if let plugin, arguments.schemas.isEmpty, config.schema.isEmpty { takeSchemaFromBelow(plugin) }
    loaded.input.options = config.options
    loaded.input.optionsBelow = configBelow?.config.options
    loaded.input.threads = threads

    let schema = named(arguments.schemas, "schema", \.schema, Self.isSchema)
    let extensions = named(arguments.schemaExtensions, "schemaExtensions", \.schemaExtensions, OutputName.isDocument)
    let schemaFiles = read(schema)
    loaded.input.add(schemaFiles, as: .schema)
    loaded.lacksNamedSchema =
      loaded.lacksNamedSchema
      || schemaFiles.isEmpty && !loaded.problems.isEmpty
        && !(arguments.schemas.isEmpty && config.schema.isEmpty && configBelow == nil)
    loaded.input.add(read(extensions), as: .clientSchema)
    return FileSet(schema + extensions)
  }

  // MARK: - Configuration

  private mutating func pluginInputs(_ path: String, outputsIn folder: OutputFolder) -> PluginInputs? {
    let path = FileSystem.absolute(path)
    guard let bytes = readOne(path) else { return nil }
    if folder.isLink {
      report(.folderIsLink(folder.path), of: path)
      return nil
    }
    let file = SourceFile(path: path, bytes: bytes)
    do throws(PluginInputsError) {
      return try PluginInputs(file, outputsIn: folder)
    } catch {
      loaded.problems.append((file, [error.diagnostic]))
      return nil
    }
  }

  /// An executable or an app can only be imported by tests, and a test by nothing; what is generated there is internal unless the
  /// configuration says otherwise. A test uses internal types of other modules through `@testable import`.
  private mutating func setAccess(for plugin: PluginInputs) {
    guard plugin.kind != .library else { return }
    config.options.swift.defaultAccessLevel = .internal
    guard plugin.kind == .test else { return }
    let isInternal = config.options.swift.configuredAccessLevel == .internal
    let testable = plugin.imported.filter { $0.kind != .library || isInternal }
    config.options.swift.testableModules = Set(testable.map(\.module))
  }

  /// If none is named, the configuration in the current folder or, with inputs, that of the inputs.
  private mutating func nearestConfiguration() -> String? {
    guard arguments.pluginInputs == nil else { return nil }
    let inputs = arguments.inputs.map { FileSystem.absolute($0) }
    if inputs.isEmpty {
      let path = FileSystem.absolute(Self.fileName)
      return FileSystem.kind(path) == .file ? path : nil
    }
    let found = NearestConfiguration.paths(for: inputs)
    if found.count > 1 {
      report(.severalConfigurations(found), of: inputs[0])
      hasSeveralConfigurations = true
      return nil
    }
    if !found.isEmpty { loaded.selected = (FileSet(), []) }
    return found.first
  }

  private mutating func readConfig(_ path: String) {
    base = FileSystem.directory(of: path)
    guard let (config, file) = parseConfig(path) else { return }
    configFile = file
    self.config = config
    loaded.customScalars = (config.customScalars, file)
  }

  private mutating func parseConfig(_ path: String) -> (RelayConfig, SourceFile)? {
    guard let bytes = readOne(path) else { return nil }
    let file = SourceFile(path: path, bytes: bytes)
    let (config, diagnostics) = ConfigParser.parse(file, file: FileID(rawValue: 0))
    if !diagnostics.isEmpty { loaded.problems.append((file, diagnostics)) }
    // What it would have named is not known.
    if diagnostics.hasErrors, config.schema.isEmpty { loaded.lacksNamedSchema = true }
    return (config, file)
  }

  /// A target without a schema uses that of the module on which it depends and, if it has no configuration, all options of that module.
  /// If there are several such modules, the choice would be a guess.
  private mutating func takeSchemaFromBelow(_ plugin: PluginInputs) {
    guard !plugin.importedConfigs.isEmpty, !hasTypeDefinitions(plugin) else { return }
    guard plugin.importedConfigs.count == 1, let path = plugin.importedConfigs.first?.path else {
      guard let document = plugin.documents.first?.source ?? plugin.swiftSources.first else { return }
      loaded.lacksNamedSchema = true
      return report(.severalSchemasBelow(plugin.importedConfigs), of: document)
    }
    guard let (config, file) = parseConfig(path) else { return }
    configBelow = (config, file)
    if configFile == nil {
      self.config.options = config.options
      // These options concern the other module's own files.
      self.config.options.persist = nil
      self.config.options.swift.payloads = SwiftOptions.Payloads()
    }
  }

  /// Finds the modules whose definitions get types for their payloads.
  private mutating func setPayloads(for plugin: PluginInputs?) {
    for module in config.payloadModules {
      if let plugin, module.name == plugin.module {
        config.options.swift.payloads.isForModule = true
      } else if let plugin, plugin.imported.contains(where: { $0.module == module.name }) {
        config.options.swift.payloads.imported.insert(module.name)
      } else if let configFile {
        let known = plugin.map { Set($0.imported.map(\.module)).union($0.module.map { [$0] } ?? []) }
        loaded.problems.append((configFile, [.unknownPayloadModule(module, known: known?.sorted())]))
      }
    }
  }

  private mutating func hasTypeDefinitions(_ plugin: PluginInputs) -> Bool {
    read(plugin.documents.map(\.source)).contains { file in
      Parser.parse(file, file: FileID(rawValue: 0)).0.definitions.contains(where: \.isTypeSystem)
    }
  }

  /// The files named on the command line or otherwise in the configuration. Folders stand for the files in them.
  private mutating func named(
    _ arguments: [String], _ key: String, _ configured: KeyPath<RelayConfig, [RelayConfig.Path]>, _ matches: (String) -> Bool
  ) -> [String] {
    guard arguments.isEmpty else {
      return arguments.flatMap { expand(FileSystem.absolute($0), matches) { $0.report(.noSuchFile, of: $1) } }
    }
    let configs = [(config, configFile), (configBelow?.config, configBelow?.file)]
    return configs.flatMap { config, file -> [String] in
      guard let config, let file else { return [] }
      return config[keyPath: configured].flatMap { path in
        expand(FileSystem.absolute(path.path, relativeTo: FileSystem.directory(of: file.path)), matches) { loader, resolved in
          loader.reportMissing(path, key, resolved: resolved, in: file)
        }
      }
    }
  }

  private mutating func expand(
    _ path: String, _ matches: (String) -> Bool, missing: (inout InputLoader, String) -> Void
  ) -> [String] {
    switch FileSystem.kind(path) {
    case nil:
      missing(&self, path)
      return []
    case .directory: return files(below: path, where: matches)
    default: return [path]
    }
  }

  // MARK: - Documents

  /// Adds the documents of the command line or the configuration. Each goes to a file in the output folder, or in `__generated__` next to
  /// the document.
  private mutating func addDocuments(excluding used: FileSet) {
    let source = config.src.map { FileSystem.absolute($0.path, relativeTo: base) }
    let inputs = arguments.inputs.map { FileSystem.absolute($0) }
    // The inputs are a part of the project, which is compiled as a whole.
    var roots = loaded.selected == nil ? inputs : []
    if roots.isEmpty, let source {
      if FileSystem.kind(source) == nil, let src = config.src {
        if let configFile { reportMissing(src, "src", resolved: source, in: configFile) }
        return
      }
      roots = [source]
    }
    if roots.isEmpty, arguments.config != nil || configFile != nil { roots = [base] }
    guard !roots.isEmpty else {
      return report(.noInput, of: FileSystem.absolute(Self.fileName))
    }
    if loaded.selected != nil { roots += inputs }
    let output =
      arguments.output.map { FileSystem.absolute($0) }
      ?? config.artifactDirectory.map { FileSystem.absolute($0.path, relativeTo: base) }
    var documents: [(path: String, name: String)] = []
    var seen = used
    for (index, root) in roots.enumerated() {
      let isFolder = FileSystem.kind(root) == .directory
      let found = expand(root, { OutputName.isDocument($0) || Self.isSwift($0) }) { $0.report(.noSuchFile, of: $1) }
      let folder = isFolder ? root : FileSystem.directory(of: root)
      if index >= roots.count - inputs.count { for path in found { loaded.selected?.sources.insert(path) } }
      for path in found where seen.insert(path) {
        documents.append((path, FileSystem.relative(path, to: folder) ?? FileSystem.name(of: path)))
      }
    }
    // If only Relay's artifacts are requested, no Swift is written next to the sources.
    if output != nil || arguments.artifactsJSON == nil {
      let folder =
        output.map { OutputFolder($0) }
        ?? Self.generated(in: roots.first.map { FileSystem.kind($0) == .directory ? $0 : FileSystem.directory(of: $0) } ?? base)
      loaded.input.swift = claim(OutputName.schema, in: folder, for: nil).map { SwiftOutputs(schema: $0) }
      if let schema = loaded.input.swift?.schema { loaded.selected?.outputs.insert(schema) }
      if loaded.selected == nil { loaded.ownedDirectory = output }
    }
    let contents = readAll(documents.map(\.path))
    for (document, bytes) in zip(documents, contents) {
      guard let bytes else { continue }
      let sources = sources(path: document.path, bytes: bytes)
      if sources.isEmpty { continue }
      let name = OutputName.ofDocument(output == nil ? FileSystem.name(of: document.name) : document.name)
      let folder = output.map { OutputFolder($0) } ?? Self.generated(in: FileSystem.directory(of: document.path))
      guard let file = claim(name, in: folder, for: document.path) else { continue }
      loaded.input.add(sources, as: .document(output: file))
      if loaded.selected?.sources.contains(document.path) == true { loaded.selected?.outputs.insert(file) }
    }
  }

  /// The folder for generated files if none is named. Unlike a named one, it must not be a link.
  private static func generated(in folder: String) -> OutputFolder { OutputFolder(folder + (folder == "/" ? "" : "/") + "__generated__") }

  /// The path of an output; nil if that is not possible, or if the source has already been read.
  private mutating func claim(_ name: String, in folder: OutputFolder, for source: String?) -> String? {
    guard let path = folder.file(named: name) else {
      report(.invalidOutputName(name), of: source ?? folder.path)
      return nil
    }
    if FileSystem.name(of: folder.path) == "__generated__", arguments.output == nil, config.artifactDirectory == nil, folder.isLink {
      report(.folderIsLink(folder.path), of: source ?? folder.path)
      return nil
    }
    return claim(path, for: source) ? path : nil
  }

  private mutating func claim(_ path: String, for source: String?) -> Bool {
    switch claims.claim(path, for: source) {
    case .free: return true
    case .sameSource: return false
    case .taken(let other):
      report(.outputTaken(FileSystem.name(of: path), by: other), of: source ?? path)
      return false
    }
  }

  private mutating func addDocuments(of plugin: PluginInputs, excluding used: FileSet) {
    for output in [plugin.schemaOutput] + plugin.shards { _ = claim(output, for: nil) }
    loaded.input.swift = SwiftOutputs(schema: plugin.schemaOutput)
    loaded.ownedDirectory = FileSystem.directory(of: plugin.schemaOutput)
    loaded.input.swift?.others = plugin.documents.map(\.output) + plugin.shards
    let root = plugin.root ?? base
    let selection = selection(in: root)
    let documents = plugin.documents.filter { selection.takes($0.source) && !used.contains($0.source) }
    for (document, bytes) in zip(documents, readAll(documents.map(\.source))) {
      if let bytes, claim(document.output, for: document.source) {
        loaded.input.add(sources(path: document.source, bytes: bytes), as: .document(output: document.output))
      }
    }
    let exports = exportedPaths(of: plugin)
    let swiftSources = plugin.swiftSources.filter { selection.takes($0) && isExported($0, of: plugin.module, exports) }
    for (path, bytes) in zip(swiftSources, readAll(swiftSources)) {
      guard let bytes else { continue }
      loaded.input.add(sources(path: path, bytes: bytes), as: .document(output: plugin.literalOutput(of: path, root: root)))
    }
    let imported = plugin.imported.filter { !used.contains($0.source) && isExported($0.source, of: $0.module, exports) }
    for (document, bytes) in zip(imported, readAll(imported.map(\.source))) {
      guard let bytes else { continue }
      loaded.input.add(sources(path: document.source, bytes: bytes), as: .imported(module: document.module))
    }
  }

  private typealias ExportedPaths = [String: (root: String, paths: Set<[UInt8]>)]

  /// The files of each module that have something to import. A module is missing if nothing is known of it.
  private func exportedPaths(of plugin: PluginInputs) -> ExportedPaths {
    var result: ExportedPaths = [:]
    for exports in plugin.exports {
      guard let bytes = try? FileSystem.read(exports.file, limit: FileSizeLimit.output),
        let paths = ModuleExports.paths(in: bytes, of: exports.module)
      else { continue }
      result[exports.module] = (exports.root, paths)
    }
    return result
  }

  private func isExported(_ path: String, of module: String?, _ exports: ExportedPaths) -> Bool {
    guard let module, let known = exports[module], !config.options.swift.payloads.imported.contains(module) else { return true }
    return known.paths.contains(Array(ModuleExports.escaped(FileSystem.relative(path, to: known.root) ?? path).utf8))
  }

  /// The files of a target that the configuration selects.
  private mutating func selection(in root: String) -> Selection {
    if let src = config.src, let configFile {
      let source = FileSystem.absolute(src.path, relativeTo: base)
      if FileSystem.kind(source) == nil { reportMissing(src, "src", resolved: source, in: configFile) }
    }
    return Selection(config, base: base, root: root)
  }

  /// The file itself or, for Swift, the literals in it.
  private mutating func sources(path: String, bytes: [UInt8]) -> [SourceFile] {
    let file = SourceFile(path: path, bytes: bytes)
    guard Self.isSwift(path) else { return [file] }
    guard GraphQLLiterals.mayExist(in: bytes) else { return [] }
    let (literals, diagnostics) = GraphQLLiterals.find(in: file)
    if !diagnostics.isEmpty { loaded.problems.append((file, diagnostics)) }
    return literals
  }

  // MARK: - Reading

  private static func isSchema(_ path: String) -> Bool { OutputName.isDocument(path) || path.hasSuffix(".json") }

  private static func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") && !path.hasSuffix(".graphql.swift") }

  private mutating func files(below directory: String, where matches: (String) -> Bool) -> [String] {
    let excludes = config.excludes.map(Glob.init)
    var misnamed: [(path: String, isFolder: Bool)] = []
    defer { for found in misnamed.sorted(by: { $0.path < $1.path }) { report(.misnamed(isFolder: found.isFolder), of: found.path) } }
    do throws(FileSystemError) {
      return try FileSystem.files(
        below: directory, excluding: { path in excludes.contains { $0.matches(path) } }, where: matches,
        misnamed: { misnamed.append(($0, $1)) })
    } catch {
      report(error)
      return []
    }
  }

  private mutating func read(_ paths: [String]) -> [SourceFile] {
    zip(paths, readAll(paths)).compactMap { path, bytes in bytes.map { SourceFile(path: path, bytes: $0) } }
  }

  private mutating func readAll(_ paths: [String], limit: Int = FileSizeLimit.source) -> [[UInt8]?] {
    let results = parallelMap(paths, threads: threads) { path -> Result<[UInt8], FileSystemError> in
      do throws(FileSystemError) { return .success(try FileSystem.read(path, limit: limit)) } catch { return .failure(error) }
    }
    return results.map { result in
      switch result {
      case .success(let bytes): return bytes
      case .failure(let failure):
        report(failure)
        return nil
      }
    }
  }

  /// A configuration, or a list of the build plugin.
  private mutating func readOne(_ path: String) -> [UInt8]? { readAll([path], limit: FileSizeLimit.configuration)[0] }

  // MARK: - Problems

  private mutating func report(_ diagnostic: Diagnostic, of path: String) {
    loaded.problems.append((SourceFile(path: path, bytes: []), [diagnostic]))
  }

  private mutating func report(_ failure: FileSystemError) { report(.unreadable(failure.reason), of: failure.path) }

  /// Reports a path of the configuration that does not exist.
  private mutating func reportMissing(_ path: RelayConfig.Path, _ key: String, resolved: String, in file: SourceFile) {
    loaded.problems.append((file, [.missingConfiguredPath(key, path: path.path, resolved: resolved, at: path.range)]))
  }
}
