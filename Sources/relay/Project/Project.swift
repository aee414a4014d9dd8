internal import RelayCompilerCore

/// What a command works on: the sources of a configuration, or those that its options name.
struct Project {
  /// Everything that is compiled. The sources of the schema have the roles `schema` and `clientSchema`.
  private(set) var loaded: LoadedInput
  /// What is wrong with the configuration, and files that could not be read.
  let problems: [InputReader.Problem]

  /// The files that some options name; empty for those of the configuration.
  struct Selection {
    var config: String?
    var schemas: [String] = []
    var schemaExtensions: [String] = []
    var documents: [String] = []

    init() {}

    init(_ options: OptionValues) {
      config = options.value(.config)
      schemas = options.values(.schema)
      schemaExtensions = options.values(.schemaExtension)
      documents = options.values(.documents)
    }
  }

  init(_ selection: Selection) throws(CommandError) {
    var arguments: Arguments
    do throws(ArgumentsError) { arguments = try Arguments(["generate"]) } catch { throw .usage(error.message) }
    // With inputs, the loader would look for a configuration only near these.
    arguments.config = selection.config ?? Self.nearestConfiguration
    arguments.schemas = selection.schemas
    arguments.schemaExtensions = selection.schemaExtensions
    arguments.inputs = selection.documents
    if arguments.config == nil, selection.documents.isEmpty { arguments.inputs = [FileSystem.currentDirectory] }
    var loader = InputLoader(arguments, threads: defaultThreadCount)
    loaded = loader.load()
    loaded.input.swift = nil
    problems = loader.problems
  }

  /// That of the current folder.
  static var nearestConfiguration: String? {
    let path = FileSystem.absolute(NearestConfiguration.fileName)
    return FileSystem.kind(path) == .file ? path : nil
  }

  var documents: [SourceFile] {
    loaded.input.sources.filter { if case .document = $0.role { true } else { false } }.map(\.file)
  }

  var clientSchema: [SourceFile] { loaded.input.sources.filter { $0.role == .clientSchema }.map(\.file) }

  /// The files that define the server's schema: those that are named or, without any, the documents with type definitions.
  var serverSchema: [SourceFile] {
    let named = loaded.input.sources.filter { $0.role == .schema }.map(\.file)
    guard named.isEmpty else { return named }
    return documents.filter { file in
      Parser.parse(file, file: FileID(rawValue: 0)).0.definitions.contains(where: \.isTypeSystem)
    }
  }

  /// Prints the problems, and returns whether one of them is an error.
  func reportProblems(_ invocation: Invocation) -> Bool {
    var hasErrors = false
    for problem in problems where invocation.report(problem.diagnostics, in: [problem.file]) { hasErrors = true }
    return hasErrors
  }
}
