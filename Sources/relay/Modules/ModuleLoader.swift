internal import RelayCompilerCore

/// Finds the modules that a command looks at: those of the package in the current folder or of `--package`, or else what a configuration or the
/// command line selects.
struct ModuleLoader {
  static let package = Option.value(
    "--package", "PATH", repeatable: true,
    "Looks at all modules of the package in the folder PATH, or described in the file PATH by 'swift package describe --type json'. "
      + "May be repeated. Default: the package in the current folder, unless another option names what to look at.")

  let invocation: Invocation
  /// What has been read. Files that a command has changed replace those on disk.
  let files: ReadFiles
  let checksMutations: Bool
  /// Whether the modules' Swift is generated, too.
  let emitsSwift: Bool
  /// Whether the package in the current folder is looked at if no option names anything.
  let findsPackage: Bool
  /// What is wrong with configurations, and with files that cannot be read.
  private(set) var problems: [InputReader.Problem] = []
  private var descriptions: [SourceFile]?

  init(
    _ invocation: Invocation, files: ReadFiles = ReadFiles(), checksMutations: Bool = false, emitsSwift: Bool = true,
    findsPackage: Bool = true
  ) {
    self.invocation = invocation
    self.files = files
    self.checksMutations = checksMutations
    self.emitsSwift = emitsSwift
    self.findsPackage = findsPackage
  }

  static let options: [Option] = [.config, .schema, .schemaExtension, .documents, package]

  mutating func load() throws(CommandError) -> ProjectModules {
    if let modules = try loadPackages() { return modules }
    return try loadNamed()
  }

  /// - Returns: nil if an option names something else, or if there is no package.
  mutating func loadPackages() throws(CommandError) -> ProjectModules? {
    problems = []
    if descriptions == nil { descriptions = try findPackages() }
    guard let descriptions, !descriptions.isEmpty else { return nil }
    return try loadPackages(descriptions)
  }

  private func findPackages() throws(CommandError) -> [SourceFile] {
    let options = invocation.options
    var descriptions: [SourceFile] = []
    for path in options.values(Self.package) {
      let isFolder = FileSystem.kind(FileSystem.absolute(path)) == .directory
      descriptions.append(
        isFolder ? try describe(FileSystem.absolute(path)) : try Invocation.read(path, limit: FileSizeLimit.configuration))
    }
    let isNamed =
      options.has(.config) || options.has(.schema) || options.has(.schemaExtension) || options.has(.documents) || !options.inputs.isEmpty
    if descriptions.isEmpty, !isNamed, findsPackage, FileSystem.kind(FileSystem.absolute("Package.swift")) == .file {
      descriptions = [try describe(FileSystem.currentDirectory)]
    }
    return descriptions
  }

  private func arguments() throws(CommandError) -> Arguments {
    do throws(ArgumentsError) {
      return try Arguments(["generate"])
    } catch {
      throw .usage(error.message)
    }
  }

  private mutating func loadNamed() throws(CommandError) -> ProjectModules {
    var arguments = try arguments()
    let options = invocation.options
    arguments.config = options.value(.config)
    arguments.schemas = options.values(.schema)
    arguments.schemaExtensions = options.values(.schemaExtension)
    arguments.inputs = options.values(.documents) + options.inputs
    var loader = InputLoader(arguments, files: files, threads: defaultThreadCount)
    var loaded = loader.load()
    if !emitsSwift { loaded.input.swift = nil }
    problems += loader.problems
    let root = arguments.config.map { FilePath.directory(of: FileSystem.absolute($0)) } ?? FileSystem.currentDirectory
    let swiftFiles = try Invocation.files(below: root, where: OutputName.isSwift)
    return ProjectModules(modules: [ProjectModule(swiftFiles: swiftFiles, loaded, checksMutations: checksMutations)])
  }

  private mutating func loadPackages(_ descriptions: [SourceFile]) throws(CommandError) -> ProjectModules {
    let arguments = try arguments()
    var packages: PackageModules
    do throws(ModuleListError) {
      packages = try PackageModules(descriptions, files: files)
    } catch {
      invocation.report([error.diagnostic], in: descriptions)
      throw .environment("the description of a package cannot be read")
    }
    var project = ProjectModules()
    for module in packages.modules {
      invocation.streams.progress("Compiling \(module.module.name)")
      var loader = InputLoader(arguments, files: files, threads: defaultThreadCount)
      do throws(FileSystemError) {
        var loaded = loader.load(try packages.list(of: module), into: OutputFolder(FilePath.file("__generated__", in: module.module.root)))
        if !emitsSwift { loaded.input.swift = nil }
        problems += loader.problems
        let (name, swiftFiles) = (module.module.name, module.module.swiftFiles)
        project.modules.append(ProjectModule(name: name, swiftFiles: swiftFiles, loaded, checksMutations: checksMutations))
      } catch {
        throw .unreadable(error)
      }
    }
    invocation.streams.endProgress()
    return project
  }

  /// Prints the problems, and returns whether one of them is an error.
  func reportProblems() -> Bool {
    for problem in problems { invocation.report(problem.diagnostics, in: [problem.file]) }
    return problems.contains { $0.diagnostics.hasErrors }
  }

  /// Prints the problems and the diagnostics of all modules, each once, and returns whether one of them is an error.
  func reportAll(of project: ProjectModules) -> Bool {
    var seen = ReportedDiagnostics()
    var hasErrors = false
    for (diagnostics, files) in problems.map({ ($0.diagnostics, [$0.file]) }) + project.modules.map({ ($0.diagnostics, $0.files) }) {
      if invocation.report(seen.new(diagnostics, in: files), in: files) { hasErrors = true }
    }
    return hasErrors
  }

  /// What the package manager says of a package.
  private func describe(_ folder: String) throws(CommandError) -> SourceFile {
    // A command plugin runs while SwiftPM has locked the build folder, which a description does not change.
    let text = try PackageTool.output(["--ignore-lock", "describe", "--type", "json"], in: folder)
    return SourceFile(path: folder + "/Package.swift", bytes: text)
  }
}
