/// The operations and fragments of a compilation with all types resolved. Every pass takes a program and returns one.
///
/// Names of operations are unique, and so are names of fragments. Definitions are sorted by name. A fragment that a definition spreads
/// may be missing if it was left out because of an error.
struct Program: Sendable {
  let schema: Schema
  var operations: [OperationDefinition]
  private(set) var fragments: [FragmentDefinition]
  private var fragmentIndex: [Name: Int]
  /// Whether any field may have a `freshness`.
  var hasFreshness = false

  init(schema: Schema, operations: [OperationDefinition], fragments: [FragmentDefinition]) {
    self.schema = schema
    self.operations = operations
    self.fragments = fragments
    fragmentIndex = Dictionary(fragments.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func operation(_ name: Name) -> OperationDefinition? {
    var range = operations.indices
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if operations[middle].name == name { return operations[middle] }
      range = operations[middle].name < name ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  func fragment(_ name: Name) -> FragmentDefinition? { fragmentIndex[name].map { fragments[$0] } }

  func fragmentPosition(_ name: Name) -> Int? { fragmentIndex[name] }

  /// The same schema with other definitions.
  func with(operations: [OperationDefinition]? = nil, fragments: [FragmentDefinition]? = nil) -> Program {
    var copy = self
    if let operations { copy.operations = operations }
    guard let fragments else { return copy }
    // Most passes keep all fragments in place.
    if fragments.count == self.fragments.count, zip(fragments, self.fragments).allSatisfy({ $0.name == $1.name }) {
      copy.fragments = fragments
      return copy
    }
    var program = Program(schema: schema, operations: copy.operations, fragments: fragments)
    program.hasFreshness = hasFreshness
    return program
  }
}

/// What operations and fragments have in common for passes.
protocol SelectingDefinition {
  var name: Name { get }
  var nameRange: SourceRange { get }
  var type: TypeID { get }
  var selections: [Selection] { get }

  func with(selections: [Selection]) -> Self
}

/// An operation, or a query that a pass generated for a `@refetchable` fragment. Immutable, so that programs share what a pass does not
/// change.
///
/// The properties are those of the definition in its document, and what the passes find out about it.
final class OperationDefinition: SelectingDefinition, Sendable {
  let name: Name
  let kind: OperationKind
  /// The root type of the operation.
  let type: TypeID
  let variables: [VariableDefinition]
  let directives: [Directive]
  let selections: [Selection]
  let range: SourceRange
  let nameRange: SourceRange
  let description: String?
  /// For a generated query, the fragment that it refetches.
  let refetchedFragment: Name?
  /// The connections, inner before outer.
  let connections: [ConnectionMetadata]
  /// How old the operation's data may be.
  let freshness: Freshness?
  let source: DefinitionSource?

  init(
    name: Name, kind: OperationKind, type: TypeID, variables: [VariableDefinition], directives: [Directive], selections: [Selection],
    range: SourceRange, nameRange: SourceRange, description: String? = nil, refetchedFragment: Name? = nil,
    connections: [ConnectionMetadata] = [], freshness: Freshness? = nil, source: DefinitionSource?
  ) {
    self.name = name
    self.kind = kind
    self.type = type
    self.variables = variables
    self.directives = directives
    self.selections = selections
    self.range = range
    self.nameRange = nameRange
    self.description = description
    self.refetchedFragment = refetchedFragment
    self.connections = connections
    self.freshness = freshness
    self.source = source
  }

  func with(selections: [Selection]) -> OperationDefinition { with(variables: nil, selections: selections) }

  func with(
    variables: [VariableDefinition]? = nil, directives: [Directive]? = nil, selections: [Selection]? = nil,
    connections: [ConnectionMetadata]? = nil
  ) -> OperationDefinition {
    OperationDefinition(
      name: name, kind: kind, type: type, variables: variables ?? self.variables, directives: directives ?? self.directives,
      selections: selections ?? self.selections, range: range, nameRange: nameRange, description: description,
      refetchedFragment: refetchedFragment, connections: connections ?? self.connections, freshness: freshness, source: source)
  }
}

/// A fragment of the module or of an imported one. Immutable, so that programs share what a pass does not change.
///
/// The properties are those of the definition in its document, and what the passes find out about it.
final class FragmentDefinition: SelectingDefinition, Sendable {
  let name: Name
  let type: TypeID
  /// The arguments that `@argumentDefinitions` declares.
  let variables: [VariableDefinition]
  /// The variables that the fragment itself uses without declaring them, in the order of their first use.
  let usedGlobalVariables: [VariableDefinition]
  let directives: [Directive]
  let selections: [Selection]
  let refetch: RefetchMetadata?
  /// The connections, inner before outer.
  let connections: [ConnectionMetadata]
  let range: SourceRange
  let nameRange: SourceRange
  let description: String?
  let source: DefinitionSource?
  /// Whether the fragment belongs to another module: it can be spread, but nothing is generated for it.
  let isImported: Bool
  /// Whether the fragment was generated by a pass.
  let isGenerated: Bool

  init(
    name: Name, type: TypeID, variables: [VariableDefinition] = [], usedGlobalVariables: [VariableDefinition] = [],
    directives: [Directive] = [], selections: [Selection], refetch: RefetchMetadata? = nil,
    connections: [ConnectionMetadata] = [], range: SourceRange, nameRange: SourceRange, description: String? = nil,
    source: DefinitionSource? = nil, isImported: Bool = false, isGenerated: Bool = false
  ) {
    self.name = name
    self.type = type
    self.variables = variables
    self.usedGlobalVariables = usedGlobalVariables
    self.directives = directives
    self.selections = selections
    self.refetch = refetch
    self.connections = connections
    self.range = range
    self.nameRange = nameRange
    self.description = description
    self.source = source
    self.isImported = isImported
    self.isGenerated = isGenerated
  }

  /// `@relay(plural: true)`
  var isPlural: Bool { directives.named(.relay)?.arguments.named(.plural)?.value.booleanLiteral == true }

  func with(selections: [Selection]) -> FragmentDefinition { with(name: nil, selections: selections) }

  func with(
    name: Name? = nil, variables: [VariableDefinition]? = nil, usedGlobalVariables: [VariableDefinition]? = nil,
    directives: [Directive]? = nil, selections: [Selection]? = nil, refetch: RefetchMetadata? = nil,
    connections: [ConnectionMetadata]? = nil
  ) -> FragmentDefinition {
    FragmentDefinition(
      name: name ?? self.name, type: type, variables: variables ?? self.variables,
      usedGlobalVariables: usedGlobalVariables ?? self.usedGlobalVariables, directives: directives ?? self.directives,
      selections: selections ?? self.selections, refetch: refetch ?? self.refetch,
      connections: connections ?? self.connections, range: range, nameRange: nameRange,
      description: description, source: source, isImported: isImported, isGenerated: isGenerated)
  }
}
