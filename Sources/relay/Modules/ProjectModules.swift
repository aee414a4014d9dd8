internal import RelayCompilerCore

/// The modules that a command looks at, each with its sources parsed and compiled. A fragment of one module may be used in another.
struct ProjectModules {
  var modules: [ProjectModule] = []

  /// The documents of all modules, each file once: modules that depend on one another see the same files.
  var documents: [(module: Int, document: Document)] {
    modules.indices.flatMap { index in modules[index].documents.map { (index, $0) } }
  }

  /// The files of `persistConfig` in the order of their paths, each with the artifacts of all modules that share it.
  var persisted: [(path: String, queries: (format: PersistConfig.Format, artifacts: [Artifact]))] {
    var files: [String: (format: PersistConfig.Format, artifacts: [Artifact])] = [:]
    for module in modules {
      guard let path = module.persistedQueries, let persist = module.input.options.persist else { continue }
      files[path, default: (persist.format, [])].artifacts += module.output.artifacts
    }
    return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Every fragment by its name. Names are unique, or the compiler has reported them.
  var fragments: [Name: FragmentDefinitionSyntax] {
    var result: [Name: FragmentDefinitionSyntax] = [:]
    for (_, document) in documents {
      for case .fragment(let fragment) in document.definitions where result[fragment.name.name] == nil {
        result[fragment.name.name] = fragment
      }
    }
    return result
  }
}

/// A module of a package, or the documents that a configuration or the command line selects.
struct ProjectModule {
  /// nil if it is not known of which module the documents are.
  var name: String?
  /// The Swift files of the module. Without a known module, there are none.
  var swiftFiles: [String] = []
  /// The file of `persistConfig`, which modules may share.
  let persistedQueries: String?
  let input: CompilerInput
  let output: CompilerOutput
  /// The executable documents of the module itself. Definitions with syntax errors are not in them.
  let documents: [Document]

  /// What the compiler says, with what is known about the module's surroundings.
  let diagnostics: [Diagnostic]

  /// - Parameter checksMutations: whether what mutations forget is reported even if the configuration does not ask for it.
  init(name: String? = nil, swiftFiles: [String] = [], _ loaded: LoadedInput, checksMutations: Bool) {
    self.name = name
    self.swiftFiles = swiftFiles
    persistedQueries = loaded.persistedQueries
    var input = loaded.input
    // What mutations forget is found while compiling.
    if checksMutations, input.options.swift.mutationCoverage == .none { input.options.swift.mutationCoverage = .warning }
    self.input = input
    output = Compiler.compile(input)
    diagnostics = loaded.explained(output.diagnostics)
    documents = input.sources.indices.compactMap { index in
      guard case .document = input.sources[index].role else { return nil }
      let file = FileID(index: index)
      return Parser.parse(input.sources[index].file, file: file, allowsFragmentVariables: true).0
    }
  }

  var schema: Schema? { output.schema }
  var files: [SourceFile] { input.files }
  var hasErrors: Bool { output.diagnostics.hasErrors }
}
