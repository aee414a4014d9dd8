internal import RelayCompilerCore

/// Finds and reads the input of a command: the list of the build plugin, a module of a package, or what the command line names.
///
/// A file that cannot be read is reported, if possible at the position in the configuration that names it.
struct InputLoader {
  private let arguments: Arguments
  private var reader: InputReader

  /// - Parameter files: what the process has read.
  init(_ arguments: Arguments, files: ReadFiles = ReadFiles(), threads: Int) {
    self.arguments = arguments
    reader = InputReader(files, threads: threads)
  }

  /// Diagnostics for files that are not sources: the configuration, and files that could not be read.
  var problems: [InputReader.Problem] { reader.problems }

  // MARK: - generate

  /// The input of one compilation.
  mutating func load() -> LoadedInput {
    guard arguments.pluginInputs != nil else { return loadNamed() }
    return list().map { load($0, into: $1) } ?? LoadedInput()
  }

  /// The input of a module.
  ///
  /// - Parameter folder: where its Swift goes.
  mutating func load(_ list: ModuleList, into folder: OutputFolder) -> LoadedInput {
    if folder.isLink {
      reader.report(.folderIsLink(folder.path), of: folder.path)
      return LoadedInput()
    }
    var (loaded, configuration, schema) = loadSchema(of: list)
    loaded.elsewhere = ModulesElsewhere(modules: list.elsewhere, above: Set(list.above), files: reader.files)
    configuration.setAccess(for: list)
    configuration.setPayloads(for: list, &reader)
    setOptions(of: configuration, &loaded)
    loaded.input.module = list.module.name
    if let archive = list.schemaArchive { loaded.input.schemaArchive = try? FileSystem.read(archive, limit: FileSizeLimit.output) }
    ListedDocuments(list: list, folder: folder, configuration: configuration, schemaPaths: schema.paths).add(to: &loaded, &reader)
    // Other modules use the enums and input objects of this one, so it generates all of them.
    if list.module.name == configuration.config.options.swift.schemaModule { loaded.input.swift?.schemaTypes = .all }
    return loaded
  }

  private mutating func loadNamed() -> LoadedInput {
    var loaded = LoadedInput()
    let found = arguments.config.map { [FileSystem.absolute($0)] } ?? nearestConfigurations()
    let isAmbiguous = found.count > 1
    if isAmbiguous {
      reader.report(.severalConfigurations(found), of: FileSystem.absolute(arguments.inputs[0]))
    } else if arguments.config == nil, !found.isEmpty, !arguments.inputs.isEmpty {
      loaded.selected = (FileSet(), [])
    }
    var configuration = ProjectConfiguration(isAmbiguous ? nil : found.first, &reader)
    let schema = addSchema(configuration, to: &loaded)
    if isAmbiguous {
      loaded.lacksNamedSchema = true
      return loaded
    }
    configuration.setPayloads(for: nil, &reader)
    setOptions(of: configuration, &loaded)
    NamedDocuments(arguments, configuration, schemaPaths: schema.paths).add(to: &loaded, &reader)
    return loaded
  }

  /// If none is named, the configuration in the current folder or, with inputs, those of the inputs.
  private func nearestConfigurations() -> [String] {
    func isFile(_ path: String) -> Bool { FileSystem.kind(path) == .file }
    if arguments.inputs.isEmpty { return [FileSystem.absolute(NearestConfiguration.fileName)].filter(isFile) }
    var found: [String] = []
    for input in arguments.inputs.map({ FileSystem.absolute($0) }) {
      let folder = FileSystem.kind(input) == .directory ? input : FilePath.directory(of: input)
      if let path = NearestConfiguration.path(in: folder, exists: isFile), !found.contains(path) { found.append(path) }
    }
    return found
  }

  // MARK: - schema

  /// The schema and nothing else.
  mutating func loadSchema() -> LoadedInput {
    guard let (list, _) = list() else { return LoadedInput() }
    var loaded = loadSchema(of: list).0
    if !loaded.input.sources.contains(where: { $0.role == .schema }) {
      loaded.input.add(reader.sources(list.schemaDocuments), as: .document)
    }
    return loaded
  }

  private mutating func loadSchema(of list: ModuleList) -> (LoadedInput, ProjectConfiguration, SchemaFiles) {
    var loaded = LoadedInput()
    var configuration = ProjectConfiguration((arguments.config ?? list.module.config).map { FileSystem.absolute($0) }, &reader)
    configuration.takeSchemaFromBelow(list, isNamed: !arguments.schemas.isEmpty, &reader)
    let schema = addSchema(configuration, to: &loaded)
    return (loaded, configuration, schema)
  }

  private mutating func addSchema(_ configuration: ProjectConfiguration, to loaded: inout LoadedInput) -> SchemaFiles {
    setOptions(of: configuration, &loaded)
    let schema = SchemaFiles(arguments, configuration, &reader)
    loaded.input.add(schema.server, as: .schema)
    loaded.input.add(schema.client, as: .clientSchema)
    loaded.lacksNamedSchema = configuration.lacksNamedSchema || schema.isMissing
    return schema
  }

  // MARK: - collect

  /// The files that the command `collect` looks at.
  struct Exports {
    /// The files of the module.
    var files: [ModuleExports.File] = []
    /// Those of the modules below whose own exports cannot be found.
    var imported: [(name: String, files: [ModuleExports.File])] = []
  }

  mutating func loadExports() -> Exports {
    guard let (list, folder) = list() else { return Exports() }
    var exports = Exports(files: exported(list.module))
    for module in list.below where module.exports == folder.file(named: OutputName.imports) {
      exports.imported.append((module.name, exported(module)))
    }
    return exports
  }

  private mutating func exported(_ module: Module) -> [ModuleExports.File] {
    reader.sources(module.files).map { ModuleExports.File(path: FilePath.relative($0.path, to: module.root) ?? $0.path, source: $0) }
  }

  // MARK: - Parts

  /// The list of the build plugin, and the folder to which outputs go; nil without one, or if it cannot be read.
  private mutating func list() -> (ModuleList, OutputFolder)? {
    guard let path = arguments.pluginInputs, let outputs = arguments.pluginOutputs,
      let file = reader.configuration(FileSystem.absolute(path))
    else { return nil }
    let folder = OutputFolder(FileSystem.absolute(outputs))
    if folder.isLink {
      reader.report(.folderIsLink(folder.path), of: file.path)
      return nil
    }
    do throws(ModuleListError) {
      return (try ModuleListReader.list(file), folder)
    } catch {
      reader.report([error.diagnostic], in: file)
      return nil
    }
  }

  private func setOptions(of configuration: ProjectConfiguration, _ loaded: inout LoadedInput) {
    loaded.input.options = configuration.config.options
    loaded.input.optionsBelow = configuration.below?.config.options
    loaded.input.threads = reader.threads
    loaded.customScalars = configuration.file.map { (configuration.config.customScalars, $0) }
    if arguments.pluginInputs == nil, let persist = configuration.config.options.persist {
      loaded.persistedQueries = FilePath.absolute(persist.file, relativeTo: configuration.folder)
    }
  }
}
