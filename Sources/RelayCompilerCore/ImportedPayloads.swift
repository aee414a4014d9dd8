/// Compiles the documents of another module in the same way as that module does, for the types of their payloads in a module that tests
/// it.
///
/// Only these types are generated; the other module has the rest of their Swift.
enum ImportedPayloads {
  /// - Returns: the payloads, and the names of that module, which are nil after an error.
  static func build(
    of module: String, in parsed: [ParsedSource], of input: CompilerInput, schema: Schema
  ) -> (payloads: PayloadBuilder.Result, names: ModuleNames?) {
    var options = input.optionsBelow ?? input.options
    let hasPayloads = input.optionsBelow?.swift.payloads.isForModule ?? false
    options.swift.payloads.isForModule = true
    let sources = SchemaSources(ParsedSource.sources(parsed, seenFrom: module))
    let checked = Validator.validate(
      documents: sources.documents,
      unseen: UnseenDefinitions(importable: sources.importable, isSyntaxComplete: sources.isSyntaxComplete), schema: schema,
      options: options, profile: .relay, threads: input.threads)
    let lowered = Lowering.lower(checked, schema: schema, threads: input.threads)
    // Warnings are left to that module.
    var errors = (checked.diagnostics + lowered.diagnostics + NestingDepth.check(lowered.program)).filter { $0.severity == .error }
    if errors.hasErrors { return (PayloadBuilder.Result(diagnostics: errors), nil) }

    let built = ArtifactBuilder.build(
      lowered.program, options: options, textBudget: OutputBudget(input.outputLimit.total), threads: input.threads)
    errors = built.diagnostics.filter { $0.severity == .error }
    if errors.hasErrors { return (PayloadBuilder.Result(diagnostics: errors), nil) }

    var result = PayloadBuilder.build(lowered.program, artifacts: built.artifacts.filter(\.isOfRelay), options: options)
    let enumModules = enumModules(
      of: module, built.artifacts, lowered.program, sources: input.sources, schemaModule: options.swift.schemaModule)
    for index in result.definitions.indices {
      result.definitions[index].module = module
      result.definitions[index].isGeneratedElsewhere = hasPayloads || result.definitions[index].hasRawResponseType
      result.definitions[index].enumModules = enumModules
      result.definitions[index].customScalarTypes = options.customScalarTypes
      result.definitions[index].acronyms = options.swift.acronyms
    }
    let ownsTypes = module == options.swift.schemaModule
    let names = ModuleNames(
      built.artifacts, fragmentModules: SwiftEmitter.modules(of: sources.importedFragments, sources: input.sources),
      usedTypes: SchemaTypeCollector.types(for: built.artifacts, payloads: [], schema: schema, all: ownsTypes), schema: schema,
      options: options, ownsTypes: ownsTypes)
    return (result, names)
  }

  /// The modules that declare the enums: the one that has all types of the schema, if there is one. Otherwise, the module itself for those
  /// that its own definitions use, and the modules below it for those of the fragments that it spreads.
  private static func enumModules(
    of module: String, _ artifacts: [Artifact], _ program: Program, sources: [Source], schemaModule: String?
  ) -> [TypeID: String] {
    var result: [TypeID: String] = [:]
    for fragment in program.fragments where fragment.isImported {
      guard let other = sources[fragment.range.file]?.module else { continue }
      collect(fragment.selections, program.schema) { result[$0] = schemaModule ?? other }
    }
    for type in SchemaTypeCollector.types(for: artifacts, payloads: [], schema: program.schema, all: false) {
      result[type] = schemaModule ?? module
    }
    return result
  }

  private static func collect(_ selections: [Selection], _ schema: Schema, _ found: (TypeID) -> Void) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): if schema[field.head.type.named].kind == .enum { found(field.head.type.named) }
      case .linkedField(let field): collect(field.selections, schema, found)
      case .inlineFragment(let fragment): collect(fragment.selections, schema, found)
      case .condition(let condition): collect(condition.selections, schema, found)
      case .fragmentSpread: break
      }
    }
  }
}
