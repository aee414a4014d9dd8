/// Builds a `Program` from parsed documents: names become ids, selections get types, `@skip` and `@include` become conditions, and
/// `@arguments` and `@argumentDefinitions` become arguments and variable definitions (specification, sections 3 and 6; Relay's argument
/// directives).
///
/// The definitions of the module have already passed the specification's rules. Fragments of other modules have not: what cannot be
/// resolved in them is reported with the messages of those rules and left out.
enum Lowering {
  /// The program, and the errors in definitions that were left out of it.
  struct Result: Sendable {
    var program: Program
    package var diagnostics: [Diagnostic]
  }

  static func lower(_ checked: Validator.Result, schema: Schema, threads: Int) -> Result {
    lower(checked.valid, fragmentArguments: checked.fragmentArguments, schema: schema, threads: threads)
  }

  static func lower(_ documents: [Document], schema: Schema, threads: Int) -> Result {
    lower(documents, fragmentArguments: [:], schema: schema, threads: threads)
  }

  /// - Parameter fragmentArguments: the declared arguments that validation has resolved, by the range of the fragment's name.
  private static func lower(
    _ documents: [Document], fragmentArguments: [SourceRange: FragmentArguments], schema: Schema, threads: Int
  ) -> Result {
    var signatures: [Name: FragmentSignature] = [:]
    var diagnostics: [Diagnostic] = []
    for document in documents {
      for case .fragment(let fragment) in document.definitions {
        guard let type = schema.type(named: fragment.typeCondition.name) else {
          diagnostics.append(.unknownTypeCondition(fragment.typeCondition, in: schema))
          continue
        }
        guard schema.isComposite(type) else {
          diagnostics.append(.fragmentOnNonComposite(fragment.typeCondition, kind: schema[type].kind))
          continue
        }
        if let first = signatures[fragment.name.name] {
          diagnostics.append(.duplicateFragment(fragment.name, first: first.range))
          continue
        }
        var arguments: [VariableDefinition] = []
        if let declared = fragmentArguments[fragment.name.range] ?? FragmentArguments(of: fragment, schema: schema) {
          arguments = variables(declared, schema: schema, diagnostics: &diagnostics)
        }
        signatures[fragment.name.name] = FragmentSignature(type: type, arguments: NamedList(arguments), range: fragment.name.range)
      }
    }
    let shared = signatures
    let lowered = parallelMap(documents, threads: threads) { lower($0, schema: schema, signatures: shared) }
    var operations: [OperationDefinition] = []
    var fragments: [FragmentDefinition] = []
    for part in lowered {
      operations += part.operations
      fragments += part.fragments
      diagnostics += part.diagnostics
    }
    // The result must not depend on the order of the inputs.
    var program = Program(schema: schema, operations: operations.sorted(byName: \.name), fragments: fragments.sorted(byName: \.name))
    program.hasFreshness = lowered.contains(where: \.hasFreshness)
    return Result(program: program, diagnostics: diagnostics)
  }

  /// What a definition needs to know about a fragment in order to spread it.
  struct FragmentSignature: Sendable {
    var type: TypeID
    var arguments: NamedList<VariableDefinition>
    /// The range of the fragment's name.
    var range: SourceRange
  }

  private struct Part: Sendable {
    var operations: [OperationDefinition] = []
    var fragments: [FragmentDefinition] = []
    var diagnostics: [Diagnostic] = []
    var hasFreshness = false
  }

  private static func lower(
    _ document: Document, schema: Schema, signatures: [Name: FragmentSignature]
  ) -> Part {
    var part = Part()
    for definition in document.definitions {
      switch definition {
      case .operation(let syntax) where !document.isImported:
        var builder = DefinitionBuilder(schema: schema, signatures: signatures)
        if let operation = builder.build(syntax) { part.operations.append(operation) }
        part.diagnostics += builder.diagnostics
        if builder.hasFreshness { part.hasFreshness = true }
      case .fragment(let syntax):
        guard let signature = signatures[syntax.name.name] else { continue }
        var builder = DefinitionBuilder(schema: schema, signatures: signatures)
        part.fragments.append(
          builder.build(syntax, signature: signature, isImported: document.isImported))
        part.diagnostics += builder.diagnostics
        if builder.hasFreshness { part.hasFreshness = true }
      case .operation, .schema, .type, .directive:
        break
      }
    }
    return part
  }

}

/// Builds one definition. Operations and fragments differ only in how they look up variables.
struct DefinitionBuilder {
  let schema: Schema
  let signatures: [Name: Lowering.FragmentSignature]
  var diagnostics: [Diagnostic] = []
  /// The operation's variables, or the fragment's `@argumentDefinitions`.
  var declared: [Name: VariableDefinition] = [:]
  var isFragment = false
  /// The global variables of a fragment, in the order of their first use.
  var globals: [VariableDefinition] = []
  private var globalIndex: [Name: Int] = [:]
  /// Whether a field has a directive of ours.
  var hasFreshness = false

  init(schema: Schema, signatures: [Name: Lowering.FragmentSignature]) {
    self.schema = schema
    self.signatures = signatures
  }

  mutating func build(_ syntax: OperationDefinitionSyntax) -> OperationDefinition? {
    guard let name = syntax.name else {
      diagnostics.append(.anonymousOperation(syntax.kind, at: syntax.kindRange))
      return nil
    }
    guard let type = schema.rootType(syntax.kind) else {
      diagnostics.append(.unsupportedOperation(syntax.kind, at: syntax.kindRange))
      return nil
    }
    var variables: [VariableDefinition] = []
    for variable in syntax.variables {
      guard let type = schema.resolve(variable.type) else {
        diagnostics.append(.unknownInputType(variable.type.innermost, in: schema))
        continue
      }
      let definition = VariableDefinition(
        variable.variable.name, type: type, defaultValue: variable.defaultValue.flatMap { constant($0, type: type) },
        directives: build(variable.directives), range: variable.variable.range, description: variable.description?.value)
      variables.append(definition)
      declared[variable.variable.name] = definition
    }
    let directives = build(syntax.directives)
    return OperationDefinition(
      name: name.name, kind: syntax.kind, type: type, variables: variables, directives: directives,
      selections: build(syntax.selectionSet, on: type), range: syntax.range, nameRange: name.range,
      description: syntax.description?.value, freshness: Self.freshness(of: syntax.directives), source: DefinitionSource(syntax))
  }

  mutating func build(
    _ syntax: FragmentDefinitionSyntax, signature: Lowering.FragmentSignature, isImported: Bool
  ) -> FragmentDefinition {
    isFragment = true
    for argument in signature.arguments { declared[argument.name] = argument }
    let directives = build(syntax.directives)
    let selections = build(syntax.selectionSet, on: signature.type)
    return FragmentDefinition(
      name: syntax.name.name, type: signature.type, variables: Array(signature.arguments), usedGlobalVariables: globals,
      directives: directives, selections: selections, range: syntax.range, nameRange: syntax.name.range,
      description: syntax.description?.value, source: DefinitionSource(syntax), isImported: isImported)
  }

  /// A use of the variable where `type` is expected. A global variable of a fragment gets the strictest type of its uses.
  mutating func use(_ variable: NameSyntax, as type: TypeReference) -> Variable {
    if isFragment, declared[variable.name] == nil {
      if let index = globalIndex[variable.name] {
        if schema.isSubtype(type, of: globals[index].type) { globals[index].type = type }
      } else {
        globalIndex[variable.name] = globals.count
        globals.append(VariableDefinition(variable.name, type: type, range: variable.range))
      }
    } else if !isFragment, declared[variable.name] == nil {
      diagnostics.append(.undefinedVariable(variable, type: nil, operation: nil, among: Array(declared.keys), operationRange: nil))
    }
    return Variable(name: variable.name, type: type, range: variable.range)
  }
}
