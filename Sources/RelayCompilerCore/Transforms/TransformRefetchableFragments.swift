/// Adds to every `@refetchable` fragment its query, its metadata, and the `id` by which the query finds the object.
///
/// The query spreads the fragment in one of four positions: on the query type itself, on the viewer, on `node(id:)`, or on the `fetch__T`
/// field of a `@fetchable` type. Its variables are the global ones that the fragment reaches and the fragment's own, sorted by name,
/// followed by the id.
func transformRefetchableFragments(_ program: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
  guard program.fragments.contains(where: { $0.directives.contains(.refetchable) }) else { return program }
  var transformer = RefetchableTransformer(program: program, options: options)
  let fragments = program.fragments.map { transformer.transform($0) }
  diagnostics += transformer.diagnostics
  let operations = (program.operations + transformer.queries).sorted(byName: \.name)
  return program.with(operations: operations, fragments: fragments)
}

private struct RefetchableTransformer {
  let program: Program
  let options: CompilerOptions
  var diagnostics: [Diagnostic] = []
  var queries: [OperationDefinition] = []
  private var variables: ReachableVariables
  private var queryNames: [Name: FragmentDefinition] = [:]
  /// The types checked so far, and whether all of their objects are Nodes.
  private var nodes: [TypeID: Bool] = [:]
  private let operationNames: [Name: SourceRange]

  private var schema: Schema {
    _read { yield program.schema }
  }

  init(program: Program, options: CompilerOptions) {
    self.program = program
    self.options = options
    variables = ReachableVariables(program)
    operationNames = Dictionary(program.operations.map { ($0.name, $0.nameRange) }) { first, _ in first }
  }

  /// How a query reaches the fragment's object.
  private struct Route {
    var path: [Name]
    /// The field of the query type that takes the id; nil if the fragment is on the query type.
    var field: FieldID?
    var identifierArgument: InputValueDefinition?
    var identifier: RefetchMetadata.Identifier?
    /// What the fragment itself must select in addition.
    var additions: [Selection] = []
  }

  mutating func transform(_ fragment: FragmentDefinition) -> FragmentDefinition {
    guard let directive = fragment.directives.named(.refetchable) else { return fragment }
    guard let argument = directive.arguments.named(.queryName), let queryName = argument.value.stringLiteral.map({ Name($0) }) else {
      diagnostics.append(.refetchableQueryNameNotLiteral(at: directive.range))
      return fragment
    }
    guard queryName.string.isGraphQLName else {
      diagnostics.append(.notAName(queryName.string, .refetchQuery, at: argument.valueRange))
      return fragment
    }
    if let argument = directive.arguments.named(.preferFetchable), argument.value.booleanLiteral == nil {
      diagnostics.append(.preferFetchableNotLiteral(at: argument.valueRange))
      return fragment
    }
    guard let route = route(to: fragment, directive: directive),
      check(fragment, queryName: queryName, argument: argument, route: route)
    else { return fragment }
    if !fragment.isImported { queries.append(query(named: queryName, for: fragment, directive: directive, route: route)) }
    let metadata = RefetchMetadata(
      connection: connection(of: fragment), fragmentPathInResult: route.path, operation: queryName, identifier: route.identifier,
      edgesFragment: fragment.connections.first?.edgesFragment)
    return fragment.with(
      usedGlobalVariables: variables.globals(of: fragment),
      selections: route.additions.isEmpty ? nil : fragment.selections + route.additions, refetch: metadata)
  }

  // MARK: Routes

  private mutating func route(to fragment: FragmentDefinition, directive: Directive) -> Route? {
    guard let queryType = schema.queryType else {
      diagnostics.append(.refetchableWithoutQueryType(at: directive.range))
      return nil
    }
    if fragment.type == queryType { return Route(path: []) }
    if schema[fragment.type].name == .viewerType {
      if let viewer = schema.field(.viewer, on: queryType), schema[viewer].arguments.isEmpty,
        schema[viewer].type.nullable == TypeReference(fragment.type)
      {
        return Route(path: [.viewer], field: viewer)
      }
      diagnostics.append(.refetchableViewer(fragment))
      return nil
    }
    let preferFetchable =
      directive.arguments.named(.preferFetchable)?.value.booleanLiteral == true
      || options.featureFlags.preferFetchableInRefetchQueries.isFullyEnabled
    let fetchable = schema[fragment.type].directives.first { $0.name == .fetchable }
    if let fetchable, preferFetchable || !isNode(fragment.type) { return fetchRoute(to: fragment, fetchable, on: queryType) }
    if isNode(fragment.type) { return nodeRoute(to: fragment, on: queryType) }
    diagnostics.append(.refetchableType(fragment))
    return nil
  }

  /// Whether the type is the Node interface, an object that implements it, or an abstract type whose objects all do.
  private mutating func isNode(_ type: TypeID) -> Bool {
    if let known = nodes[type] { return known }
    let result = canOnlyBeNode(type)
    nodes[type] = result
    return result
  }

  private func canOnlyBeNode(_ type: TypeID) -> Bool {
    guard let node = schema.type(named: .nodeInterface), schema[node].kind == .interface else { return false }
    if !schema.isAbstract(type) || type == node { return schema.isSubtype(type, of: node) }
    let objects = schema.possibleTypes(of: type)
    return !objects.isEmpty && objects.allSatisfy { schema.isSubtype($0, of: node) }
  }

  private mutating func nodeRoute(to fragment: FragmentDefinition, on queryType: TypeID) -> Route? {
    let idName = options.schema.nodeInterfaceIDField
    guard let node = schema.type(named: .nodeInterface), let nodeID = schema.field(idName, on: node),
      let field = schema.field(.node, on: queryType), schema.isComposite(schema[field].type.named),
      schema[field].arguments.count == 1, let argument = schema[field].arguments.first
    else {
      diagnostics.append(.refetchableNode(fragment, idField: idName))
      return nil
    }
    var route = Route(
      path: [.node], field: field, identifierArgument: argument,
      identifier: RefetchMetadata.Identifier(
        field: idName, queryVariable: options.schema.nodeInterfaceIDVariableName, variable: identifierVariable))
    if !fragment.selections.containsScalar(idName) {
      if let id = schema.field(idName, on: fragment.type) {
        route.additions = [schema.selection(of: id)]
      } else {
        route.additions = [.inlineFragment(InlineFragment(typeCondition: node, selections: [schema.selection(of: nodeID)]))]
      }
    }
    return route
  }

  private mutating func fetchRoute(to fragment: FragmentDefinition, _ fetchable: DirectiveUse, on queryType: TypeID) -> Route? {
    let typeName = schema[fragment.type].name
    guard case .string(let text)? = fetchable.arguments.first(where: { $0.name == .fieldName })?.value,
      let identifier = schema.field(Name(text), on: fragment.type),
      let field = schema.field(Name("fetch__" + typeName.string), on: queryType),
      schema[field].type.nullable == TypeReference(fragment.type),
      let argument = schema[field].arguments.first, schema[argument.type.named].name == .idType
    else {
      diagnostics.append(.refetchableFetchable(fragment, type: typeName))
      return nil
    }
    let name = Name(text)
    var route = Route(
      path: [schema[field].name], field: field, identifierArgument: argument,
      identifier: RefetchMetadata.Identifier(field: name, queryVariable: .id, variable: identifierVariable))
    if !fragment.selects(identifier) { route.additions.append(schema.selection(of: identifier)) }
    if options.schema.enableTokenField, !fragment.selectsToken, let string = schema.type(named: .stringType) {
      route.additions.append(
        .scalarField(ScalarField(FieldHead(name: .token, definition: nil, type: TypeReference(string)))))
    }
    return route
  }

  // MARK: Checks

  private mutating func check(
    _ fragment: FragmentDefinition, queryName: Name, argument: Argument, route: Route
  ) -> Bool {
    let before = diagnostics.count
    if let relay = fragment.directives.named(.relay), relay.arguments.named(.plural) != nil {
      diagnostics.append(.refetchablePlural(fragment.name, at: relay.range))
    }
    if let other = queryNames[queryName] {
      diagnostics.append(.sameRefetchableQuery(queryName, other, fragment))
    }
    queryNames[queryName] = fragment
    if let other = operationNames[queryName] ?? program.fragment(queryName)?.nameRange {
      diagnostics.append(.refetchableQueryNameTaken(queryName, at: argument.valueRange, other: other))
    }
    checkConnections(fragment)
    if route.identifierArgument != nil {
      let variable = identifierVariable
      let all = fragment.variables + variables.globals(of: fragment)
      if let clash = all.first(where: { $0.name == variable }) { diagnostics.append(.refetchableIDVariable(fragment.name, clash)) }
    }
    let own = NameLookup(fragment.variables) { $0.name }
    for global in variables.globals(of: fragment) {
      guard let argument = own[global.name] else { continue }
      diagnostics.append(.refetchableVariableConflict(argument, global: global))
    }
    return diagnostics.count == before
  }

  private mutating func checkConnections(_ fragment: FragmentDefinition) {
    func report(_ problem: RefetchableConnectionProblem) { diagnostics.append(.refetchableConnection(fragment, problem)) }
    if fragment.connections.count > 1 { return report(.several) }
    guard let connection = fragment.connections.first else { return }
    if connection.path == nil { return report(.belowList) }
    if connection.direction != .backward, connection.first == nil || connection.after == nil {
      report(.constantForward)
    }
    if connection.direction != .forward, connection.last == nil || connection.before == nil {
      report(.constantBackward)
    }
  }

  private func connection(of fragment: FragmentDefinition) -> RefetchMetadata.Connection? {
    guard let connection = fragment.connections.first, let path = connection.path else { return nil }
    var result = RefetchMetadata.Connection(forward: nil, backward: nil, path: path)
    if connection.direction != .backward, let count = connection.first, let cursor = connection.after {
      result.forward = RefetchMetadata.Variables(count: count, cursor: cursor)
    }
    if connection.direction != .forward, let count = connection.last, let cursor = connection.before {
      result.backward = RefetchMetadata.Variables(count: count, cursor: cursor)
    }
    return result
  }

  // MARK: The query

  /// `$id`, whatever the name of the argument. A custom id field determines the variable's name.
  private var identifierVariable: Name { options.schema.nodeInterfaceIDField }

  private mutating func query(
    named name: Name, for fragment: FragmentDefinition, directive: Directive, route: Route
  ) -> OperationDefinition {
    var definitions = fragment.variables
    let own = NameLookup(fragment.variables) { $0.name }
    for variable in variables.globals(of: fragment) where own[variable.name] == nil {
      definitions.append(VariableDefinition(variable.name, type: variable.type))
    }
    definitions = definitions.sorted(byName: \.name)
    let arguments = fragment.variables.filter { $0.provider == nil }.map {
      Argument($0.name, .variable(Variable(name: $0.name, type: $0.type, range: .generated)))
    }
    var selections: [Selection] = [
      .fragmentSpread(
        FragmentSpread(name: fragment.name, arguments: arguments, range: fragment.nameRange, nameRange: fragment.nameRange))
    ]
    if let field = route.field {
      var head = FieldHead(name: schema[field].name, definition: field, type: schema[field].type)
      if let argument = route.identifierArgument {
        let variable = identifierVariable
        head.arguments = [
          Argument(argument.name, .variable(Variable(name: variable, type: argument.type, range: .generated)))
        ]
        definitions.append(VariableDefinition(variable, type: argument.type.nonNull))
      }
      selections = [.linkedField(LinkedField(head, selections: selections))]
    }
    let directives = operationDirectives(directive)
    return OperationDefinition(
      name: name, kind: .query, type: schema.queryType ?? fragment.type, variables: definitions,
      directives: directives.list, selections: selections, range: fragment.range, nameRange: fragment.nameRange,
      description: nil, refetchedFragment: fragment.name, freshness: directives.age.map { Freshness(age: $0) },
      source: fragment.source)
  }

  /// The directives of the argument `directives: ["@name", …]`, for the query.
  private mutating func operationDirectives(_ directive: Directive) -> QueryDirective.Result {
    var result = QueryDirective.Result()
    guard let argument = directive.arguments.named(.directives), !argument.value.isNull else { return result }
    guard case .constant(.list(let items)) = argument.value else {
      diagnostics.append(.refetchableDirectives(argument))
      return result
    }
    for item in items {
      guard case .string(let text) = item, let parsed = QueryDirective.parse(text, schema: schema, range: argument.valueRange) else {
        diagnostics.append(.refetchableDirectives(argument))
        continue
      }
      diagnostics += parsed.problems
      result.list += parsed.list
      result.age = parsed.age ?? result.age
    }
    return result
  }
}

extension FragmentDefinition {
  /// Whether the fragment itself selects the field, under any alias.
  fileprivate func selects(_ field: FieldID) -> Bool {
    selections.contains { selection in
      if case .scalarField(let selected) = selection { selected.head.definition == field } else { false }
    }
  }

  fileprivate var selectsToken: Bool {
    selections.contains { selection in
      if case .scalarField(let selected) = selection { selected.head.name == .token } else { false }
    }
  }
}

/// Directives in a string, as in `@refetchable(directives: ["@owner(name: \"team\")"])`.
enum QueryDirective {
  struct Result {
    var list: [Directive] = []
    /// What `@maxAge` says.
    var age: AgeDirective?
    /// What is wrong with directives that the schema knows: they are not for queries.
    var problems: [Diagnostic] = []
  }

  /// nil if the text is not a list of directives that the schema knows.
  static func parse(_ text: String, schema: Schema, range: SourceRange) -> Result? {
    let value = StringSyntax.value(ofRaw: text)
    guard case (let syntax?, []) = Parser.directives(in: StringSyntax(range: .generated, plain: value)) else { return nil }
    var builder = DefinitionBuilder(schema: schema, signatures: [:])
    let directives = builder.build(syntax)
    let age = DefinitionBuilder.age(in: syntax)
    guard builder.diagnostics.isEmpty, age != nil || !syntax.contains(where: DefinitionBuilder.isOfFreshness) else { return nil }
    var result = Result(list: directives.map { Directive($0.name, $0.arguments, range: range) }, age: age)
    for name in syntax.map(\.name.name) {
      // `@arguments` and `@argumentDefinitions` are in no schema.
      guard let locations = schema.directives[name]?.locations else { return nil }
      if !locations.contains(DirectiveLocation.query) {
        result.problems.append(
          .misplacedDirective(NameSyntax(name, at: range), at: DirectiveLocation.query, allowed: locations))
      }
    }
    return result
  }
}
