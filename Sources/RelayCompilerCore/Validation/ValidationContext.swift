/// The input of all rules: the schema, every definition by name, and the declared arguments of fragments.
///
/// The properties are looked up by several rules and computed once for all of them.
final class ValidationContext: Sendable {
  let documents: [Document]
  let schema: Schema
  let options: CompilerOptions
  let profile: ValidationProfile
  /// Whether every document could be parsed, so that no definition is missing.
  let isSyntaxComplete: Bool
  /// Operations and fragments in the order of the documents.
  let definitions: [ExecutableDefinition]
  /// The first fragment with each name, as an index into `definitions`.
  let fragments: [Name: Int]
  /// What fragments declare with `@argumentDefinitions`, by the range of the fragment's name.
  let fragmentArguments: [SourceRange: FragmentArguments]
  /// Names that a spread may have been intended for: fragments of other modules on types of the schema.
  let importableNames: [Name]
  /// All names that a spread may have been intended for.
  let spreadableNames: Set<Name>
  /// The diagnostics found while collecting definitions.
  let diagnostics: [Diagnostic]
  /// Ids of built-in types that rules compare with.
  let boolean: TypeID?
  let string: TypeID?
  let int: TypeID?
  let float: TypeID?
  let id: TypeID?

  init(
    documents: [Document], unseen: UnseenDefinitions, schema: Schema, options: CompilerOptions, profile: ValidationProfile
  ) {
    importableNames = unseen.importable.filter { schema.type(named: $0.typeCondition.name) != nil }.map(\.name.name)
    isSyntaxComplete = unseen.isSyntaxComplete
    self.documents = documents
    self.schema = schema
    self.options = options
    self.profile = profile
    boolean = schema.type(named: .boolean)
    string = schema.type(named: .stringType)
    int = schema.type(named: .int)
    float = schema.type(named: .float)
    id = schema.type(named: .idType)
    var collector = DefinitionCollector(schema: schema, profile: profile)
    collector.definitions.reserveCapacity(documents.reduce(0) { $0 + $1.definitions.count })
    for document in documents { collector.collect(document) }
    collector.forbidCustomScalarLiterals(
      everywhere: options.featureFlags.enableStrictCustomScalars.isFullyEnabled, in: documents)
    definitions = collector.definitions
    fragments = collector.fragments
    fragmentArguments = collector.fragmentArguments
    spreadableNames = Set(collector.fragments.keys).union(importableNames)
    diagnostics = collector.diagnostics
  }

  var ownIndices: [Int] { definitions.indices.filter { definitions[$0].isOwn } }

  func fragment(_ name: Name) -> ExecutableDefinition? { fragments[name].map { definitions[$0] } }
}

/// Definitions that are not among the documents to validate, but to which their spreads may refer.
package struct UnseenDefinitions: Sendable {
  /// All fragments of other modules.
  var importable: [FragmentDefinitionSyntax]
  /// Whether everything could be parsed. If not, a missing fragment may be in a part that could not.
  var isSyntaxComplete: Bool

  init(importable: [FragmentDefinitionSyntax] = [], isSyntaxComplete: Bool = true) {
    self.importable = importable
    self.isSyntaxComplete = isSyntaxComplete
  }
}

/// Collects the definitions of all documents, and reports names that occur twice.
private struct DefinitionCollector {
  let schema: Schema
  let profile: ValidationProfile
  var definitions: [ExecutableDefinition] = []
  var fragments: [Name: Int] = [:]
  var fragmentArguments: [SourceRange: FragmentArguments] = [:]
  var diagnostics: [Diagnostic] = []

  mutating func collect(_ document: Document) {
    let isOwn = !document.isImported
    for definition in document.definitions {
      switch definition {
      case .operation(let operation):
        definitions.append(ExecutableDefinition(syntax: .operation(operation), type: schema.rootType(operation.kind), isOwn: isOwn))
      case .fragment(let fragment): collect(fragment, isOwn: isOwn)
      case .schema, .type, .directive:
        if profile == .specification { diagnostics.append(.notExecutable(definition)) }
      }
    }
  }

  private mutating func collect(_ fragment: FragmentDefinitionSyntax, isOwn: Bool) {
    if let first = fragments[fragment.name.name] {
      diagnostics.append(.duplicateFragment(fragment.name, first: definitions[first].nameRange))
    } else {
      fragments[fragment.name.name] = definitions.count
    }
    var definition = ExecutableDefinition(
      syntax: .fragment(fragment), type: schema.type(named: fragment.typeCondition.name), isOwn: isOwn)
    if profile == .relay, let arguments = FragmentArguments(of: fragment, schema: schema) {
      fragmentArguments[fragment.name.range] = arguments
      definition.arguments = arguments.list
      if isOwn { diagnostics += arguments.diagnostics }
    }
    definitions.append(definition)
  }

  /// Marks the definitions in which custom scalars take their values only from variables: all of them, or those in files that say so.
  mutating func forbidCustomScalarLiterals(everywhere isStrict: Bool, in documents: [Document]) {
    let strictFiles = Set(documents.lazy.filter(\.forbidsCustomScalarLiterals).map(\.file))
    guard isStrict || !strictFiles.isEmpty else { return }
    for index in definitions.indices {
      definitions[index].forbidsCustomScalarLiterals = isStrict || strictFiles.contains(definitions[index].range.file)
    }
  }
}

/// An operation or fragment with what is known about it before the walk.
struct ExecutableDefinition: Sendable {
  /// The definition in its document.
  enum Syntax: Sendable {
    case operation(OperationDefinitionSyntax)
    case fragment(FragmentDefinitionSyntax)
  }

  let syntax: Syntax
  /// The root type or the type condition; nil if the schema does not have it.
  let type: TypeID?
  let isOwn: Bool
  /// Whether custom scalars take their values only from variables.
  var forbidsCustomScalarLiterals = false
  /// What `@argumentDefinitions` declares.
  var arguments: NamedList<FragmentArgument> = []

  var range: SourceRange {
    switch syntax {
    case .operation(let operation): operation.range
    case .fragment(let fragment): fragment.range
    }
  }

  var selectionSet: SelectionSetSyntax {
    switch syntax {
    case .operation(let operation): operation.selectionSet
    case .fragment(let fragment): fragment.selectionSet
    }
  }

  var name: NameSyntax? {
    switch syntax {
    case .operation(let operation): operation.name
    case .fragment(let fragment): fragment.name
    }
  }

  var nameRange: SourceRange {
    switch syntax {
    case .operation(let operation): operation.name?.range ?? operation.kindRange
    case .fragment(let fragment): fragment.name.range
    }
  }

  var isOperation: Bool {
    if case .operation = syntax { true } else { false }
  }
}

/// The result of walking one definition.
struct DefinitionFacts: Sendable {
  var diagnostics: [Diagnostic] = []
  var spreads: [NameSyntax] = []
  var spreadsUnknownFragment = false
  /// Every use of a variable that is not one of the fragment's own arguments.
  var variableUses: [VariableUse] = []
}

/// A use of a variable, and the type expected there.
struct VariableUse: Sendable {
  var variable: NameSyntax
  /// nil if the position itself is invalid.
  var type: TypeReference?
  /// Whether the argument or input field has a default value.
  var hasDefault: Bool
  /// The OneOf input object of which this is a field.
  var oneOf: TypeID?
  /// Whether the use is inside a field of a client schema extension, which the server never sees.
  var isInClientField: Bool
}

/// The spreads between definitions and fragments.
struct FragmentGraph: Sendable {
  /// For each definition, the fragments that it spreads, each once, in the order of their first spread.
  let spread: [[Int]]
  /// The first spread of each of these fragments.
  let names: [[NameSyntax]]

  init(_ context: ValidationContext, _ facts: [DefinitionFacts]) {
    var spread = [[Int]](repeating: [], count: facts.count)
    var names = [[NameSyntax]](repeating: [], count: facts.count)
    for (definition, facts) in facts.enumerated() where !facts.spreads.isEmpty {
      var seen: Set<Int> = []
      for name in facts.spreads {
        guard let index = context.fragments[name.name], seen.insert(index).inserted else { continue }
        spread[definition].append(index)
        names[definition].append(name)
      }
    }
    self.spread = spread
    self.names = names
  }

  /// The definition and every fragment that it reaches, nearest first.
  func reachable(from index: Int) -> [Int] {
    var result = [index]
    if spread[index].isEmpty { return result }
    var seen: Set<Int> = [index]
    var position = 0
    while position < result.count {
      for next in spread[result[position]] where seen.insert(next).inserted { result.append(next) }
      position += 1
    }
    return result
  }

  /// Every definition that reaches one of these, including these themselves.
  func dependents(of indices: [Int]) -> [Int] {
    var users = [[Int]](repeating: [], count: spread.count)
    for (user, fragments) in spread.enumerated() {
      for fragment in fragments { users[fragment].append(user) }
    }
    var result = indices
    var seen = Set(indices)
    var position = 0
    while position < result.count {
      for user in users[result[position]] where seen.insert(user).inserted { result.append(user) }
      position += 1
    }
    return result
  }
}
