/// Builds the reader AST of fragments and operations from a program that has been through the reader pipeline.
struct ReaderBuilder {
  let program: Program
  let deferStream: DeferStreamInterface
  let connection: ConnectionInterface
  private var schema: Schema {
    _read { yield program.schema }
  }

  init(program: Program, options: CompilerOptions) {
    self.program = program
    deferStream = options.schema.deferStreamInterface
    connection = options.schema.connectionInterface
  }

  func build(_ fragment: FragmentDefinition) -> ReaderFragment {
    var metadata = ReaderMetadata()
    metadata.connections = fragment.connections
    metadata.refetch = fragment.refetch
    metadata.throwOnFieldError = fragment.directives.contains(.throwOnFieldError)
    metadata.catchTo = fragment.directives.catchTarget
    metadata.plural = fragment.isPlural
    metadata.isUnmasked = fragment.directives.isUnmasked
    return ReaderFragment(
      name: fragment.name, type: fragment.type, typeName: schema[fragment.type].name, abstractKey: abstractKey(fragment.type),
      argumentDefinitions: argumentDefinitions(of: fragment), metadata: metadata.isEmpty ? nil : metadata,
      selections: build(fragment.selections, Context(type: fragment.type)))
  }

  func build(_ operation: OperationDefinition) -> ReaderFragment {
    var metadata = ReaderMetadata()
    metadata.throwOnFieldError = operation.directives.contains(.throwOnFieldError)
    metadata.catchTo = operation.directives.catchTarget
    return ReaderFragment(
      name: operation.name, type: operation.type, typeName: schema[operation.type].name, abstractKey: nil,
      argumentDefinitions: operation.variables.filter { !$0.isProvided }
        .map { .local(name: $0.name, defaultValue: $0.defaultValue ?? .null, type: $0.type) }
        .sorted(byName: \.name),
      metadata: metadata.isEmpty ? nil : metadata, selections: build(operation.selections, Context(type: operation.type)))
  }

  /// The arguments that the fragment declares and the operation's variables that it uses, sorted by name.
  private func argumentDefinitions(of fragment: FragmentDefinition) -> [ReaderArgumentDefinition] {
    let locals = fragment.variables.map {
      ReaderArgumentDefinition.local(name: $0.name, defaultValue: $0.defaultValue ?? .null, type: $0.type)
    }
    let globals = fragment.usedGlobalVariables.map { ReaderArgumentDefinition.root(name: $0.name) }
    return (locals + globals).sorted(byName: \.name)
  }

  private func abstractKey(_ type: TypeID) -> Name? {
    schema.isAbstract(type) ? .abstractKey(of: schema[type].name) : nil
  }

  // MARK: Selections

  /// The context of a selection: what is known about its object.
  private struct Context {
    /// The type that the object is known to have.
    var type: TypeID
    /// Whether the selection is under `@include` or `@skip`.
    var isConditional = false
  }

  private func build(_ selections: [Selection], _ context: Context) -> [ReaderNode] {
    var result: [ReaderNode] = []
    result.reserveCapacity(selections.count)
    for selection in selections { append(selection, context, to: &result) }
    return result
  }

  private func append(_ selection: Selection, _ context: Context, to result: inout [ReaderNode]) {
    switch selection {
    case .scalarField(let field):
      result.append(annotated(.scalarField(ReaderScalarField(field.head)), field.head))
    case .linkedField(let field): result.append(build(field))
    case .fragmentSpread(let spread):
      let fragment = program.fragment(spread.name)
      let matches = fragment.map { schema.isSubtype(context.type, of: $0.type) } ?? true
      let isAssignable = fragment?.directives.contains(.assignable) ?? false
      result.append(
        .fragmentSpread(
          ReaderFragmentSpread(
            name: spread.name, arguments: ArgumentNode.nodes(spread.arguments), isConditional: context.isConditional || !matches,
            type: fragment?.type, isPlural: fragment?.isPlural ?? false,
            assignableType: isAssignable ? fragment?.type : nil, isUpdatable: fragment?.directives.contains(.updatable) ?? false)))
    case .inlineFragment(let fragment): append(fragment, context, to: &result)
    case .condition(let condition):
      var inner = context
      inner.isConditional = true
      switch condition.value {
      case .variable(let variable):
        result.append(
          .condition(
            variable: variable.name, passingValue: condition.passingValue, selections: build(condition.selections, inner)))
      case .constant(let constant):
        if constant == condition.passingValue {
          result += build(condition.selections, context)
        } else {
          result.append(.condition(variable: .noVariable, passingValue: true, selections: build(condition.selections, inner)))
        }
      }
    }
  }

  private func build(_ field: LinkedField) -> ReaderNode {
    let head = field.head
    let type = head.type.named
    let node = annotated(
      .linkedField(
        ReaderLinkedField(
          head, concreteType: schema.isAbstract(type) ? nil : schema[type].name,
          isConnection: field.isConnection || isConnection(head.type), selections: build(field.selections, Context(type: type)))),
      head)
    return head.directives.contains(deferStream.streamName) ? .stream(selections: [node]) : node
  }

  /// Whether a field of this type is presented as the collection of its nodes even without `@connection`: its name and its fields are
  /// those of a connection (GraphQL Cursor Connections Specification, sections 2.1 and 3.1).
  private func isConnection(_ type: TypeReference) -> Bool {
    guard !type.isList, schema[type.named].name.string.hasSuffix("Connection"),
      let edges = schema.field(connection.edges, on: type.named).map({ schema[$0].type }), edges.isList,
      let node = schema.field(connection.node, on: edges.named).map({ schema[$0].type })
    else { return false }
    return !node.isList
  }

  private func annotated(_ node: ReaderNode, _ head: FieldHead) -> ReaderNode {
    var node = node
    if let action = head.required { node = .required(action: action, field: node) }
    if let target = head.catch { node = .catch(to: target, field: node) }
    return node
  }

  private func append(_ fragment: InlineFragment, _ context: Context, to result: inout [ReaderNode]) {
    let type = fragment.typeCondition ?? context.type
    switch fragment.role {
    case .clientExtension:
      result.append(.clientExtension(selections: build(fragment.selections, context)))
    case .aliased(let alias):
      let node = ReaderNode.aliasedFragment(
        ReaderAliasedFragment(
          alias: alias.name,
          fragment: ReaderInlineFragment(
            type: type, typeName: schema[type].name, hasTypeCondition: fragment.typeCondition != nil,
            abstractKey: fragment.typeCondition.flatMap(abstractKey), selections: build(fragment.selections, Context(type: type))),
          alwaysMatches: alias.alwaysMatches))
      result.append(alias.catch.map { .catch(to: $0, field: node) } ?? node)
    case .inlineData(let data):
      let definitions = program.fragment(data.name).map(argumentDefinitions) ?? []
      result.append(
        .inlineDataFragmentSpread(
          ReaderInlineDataFragmentSpread(
            name: data.name, selections: build(fragment.selections, context), arguments: ArgumentNode.nodes(data.arguments),
            argumentDefinitions: definitions)))
    case .plain:
      var inner = context
      if !schema.isSubtype(context.type, of: type) {
        inner.isConditional = true
        inner.type = type
      }
      if fragment.directives.contains(deferStream.deferName) {
        result.append(.defer(selections: build(fragment.selections, inner)))
      } else if fragment.typeCondition == nil {
        result += build(fragment.selections, inner)
      } else {
        result.append(
          .inlineFragment(
            ReaderInlineFragment(
              type: type, typeName: schema[type].name, abstractKey: abstractKey(type), selections: build(fragment.selections, inner))))
      }
    }
  }
}

extension ReaderMetadata {
  var isEmpty: Bool {
    connections.isEmpty && refetch == nil && !plural && !isUnmasked && !throwOnFieldError && catchTo == nil
  }
}

extension ReaderArgumentDefinition {
  var name: Name {
    switch self {
    case .local(let name, _, _), .root(let name): name
    }
  }
}
