/// Expands `@connection` and `@stream_connection`: adds a handle that makes the store keep all pages together, the fields that pagination
/// needs (`cursor`, `node { __typename }`, `pageInfo`), and the metadata by which the runtime finds the connection. `@__clientField`, the
/// raw form, also becomes a handle.
///
/// The added fields are in separate inline fragments, so that `generateIDField` distinguishes the user's `node` from the generated one,
/// and `flatten` merges them. With prefetchable pagination, the selections of `edges` move to a separate fragment.
func transformConnections(_ program: Program, options: CompilerOptions) -> Program {
  var transformer = ConnectionTransformer(schema: program.schema, options: options)
  let operations = program.operations.map { operation in
    transformer.begin(operation.name, at: operation.range)
    let transformed = transformer.transform(operation)
    return transformed === operation ? operation : transformed.with(connections: transformer.connections)
  }
  let fragments = program.fragments.map { fragment in
    transformer.begin(fragment.name, at: fragment.range, variables: fragment.variables, globals: fragment.usedGlobalVariables)
    let transformed = transformer.transform(fragment)
    return transformed === fragment ? fragment : transformed.with(connections: transformer.connections)
  }
  return program.with(operations: operations, fragments: fragments + transformer.edgesFragments)
}

private struct ConnectionTransformer: SelectionTransformer {
  let schema: Schema
  let names: ConnectionInterface
  let incremental: DeferStreamInterface
  var connections: [ConnectionMetadata] = []
  var edgesFragments: [FragmentDefinition] = []
  private var document: Name = ""
  private var range = SourceRange.generated
  private var variables: [VariableDefinition] = []
  private var globals: [VariableDefinition] = []
  /// The response keys from the definition's root; nil below a list.
  private var path: [Name]? = []

  init(schema: Schema, options: CompilerOptions) {
    self.schema = schema
    names = options.schema.connectionInterface
    incremental = options.schema.deferStreamInterface
  }

  mutating func begin(
    _ document: Name, at range: SourceRange, variables: [VariableDefinition] = [], globals: [VariableDefinition] = []
  ) {
    self.document = document
    self.range = range
    self.variables = variables
    self.globals = globals
    connections = []
    path = []
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    guard case .aliased(let alias) = fragment.role else { return descend(into: fragment, on: parent) }
    let outer = path
    path?.append(alias.name)
    defer { path = outer }
    return descend(into: fragment, on: parent)
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    let outer = path
    defer { path = outer }
    path?.append(field.head.responseKey)
    let fieldPath = path
    if field.head.type.isList { path = nil }
    var result = field
    if let selections = transform(field.selections, on: field.head.type.named) { result = field.with(selections: selections) }
    if let head = transform(head: result.head) { result = result.with(head: head) }
    for directive in field.head.directives where directive.name == .connection || directive.name == .streamConnection {
      if let expanded = expanded(result, by: directive, path: fieldPath) { result = expanded }
    }
    return result === field ? .keep : .replace(.linkedField(result))
  }

  /// Makes a handle of each `@__clientField`.
  func transform(head: FieldHead) -> FieldHead? {
    guard head.directives.contains(.clientField) else { return nil }
    var head = head
    for directive in head.directives where directive.name == .clientField {
      head.handles.append(
        FieldHandle(
          key: directive.arguments.named(.key)?.value.stringLiteral ?? "",
          handle: directive.arguments.named(.handle)?.value.stringLiteral ?? "",
          filters: directive.arguments.named(.filters)?.value.stringList))
    }
    head.directives = head.directives.without(.clientField)
    return head
  }

  // MARK: One connection

  /// nil if the schema or the document does not define a connection, which validation has reported.
  private mutating func expanded(_ field: LinkedField, by directive: Directive, path: [Name]?) -> LinkedField? {
    let type = field.head.type.named
    guard let edges = schema.field(names.edges, on: type), let pageInfo = schema.field(names.pageInfo, on: type),
      let key = directive.arguments.named(.key)?.value.stringLiteral
    else { return nil }
    let arguments = field.head.arguments
    let first = arguments.named(.first)?.value
    let last = arguments.named(.last)?.value
    let direction: ConnectionMetadata.Direction
    switch (first, last) {
    case (_?, nil): direction = .forward
    case (nil, _?): direction = .backward
    case (_?, _?): direction = .bidirectional
    case (nil, nil): return nil
    }
    let isStream = directive.name == .streamConnection
    let isPrefetchable = directive.arguments.named(.prefetchablePagination)?.value.booleanLiteral == true
    var metadataPath = path
    if field.head.directives.catchTarget == .result { metadataPath?.append("value") }
    var metadata = ConnectionMetadata(
      count: nil, cursor: nil, direction: direction, path: metadataPath, isStream: isStream, first: first?.variableName,
      after: arguments.named(.after)?.value.variableName, last: last?.variableName,
      before: arguments.named(.before)?.value.variableName, edgesFragment: isPrefetchable ? edgesFragmentName : nil)
    switch direction {
    case .forward: (metadata.count, metadata.cursor) = (metadata.first, metadata.after)
    case .backward: (metadata.count, metadata.cursor) = (metadata.last, metadata.before)
    case .bidirectional: break
    }
    connections.append(metadata)

    var selections = field.selections
    addEdges(edges, to: &selections, directive: directive, isStream: isStream, isPrefetchable: isPrefetchable, key: key)
    addPageInfo(pageInfo, to: &selections, direction: direction, directive: directive, isStream: isStream, key: key)

    var head = field.head
    head.directives = head.directives.without(directive.name)
    head.handles.append(handle(key: key, directive: directive, arguments: arguments))
    return LinkedField(head, selections: selections, isConnection: true)
  }

  private func handle(key: String, directive: Directive, arguments: [Argument]) -> FieldHandle {
    var filters: [Name]?
    if let argument = directive.arguments.named(.filters) {
      filters = argument.value.stringList
    } else {
      let all = arguments.map(\.name).filter { !Self.pagination.contains($0) }
      if !all.isEmpty { filters = all }
    }
    var dynamicKey = directive.arguments.named(.dynamicKey)?.value
    if dynamicKey?.variableName == nil { dynamicKey = nil }
    return FieldHandle(
      key: key, handle: directive.arguments.named(.handler)?.value.stringLiteral ?? "connection", filters: filters,
      dynamicKey: dynamicKey)
  }

  private static let pagination: [Name] = [.after, .before, .first, .last, .find, .surrounds]

  private mutating func addEdges(
    _ edges: FieldID, to selections: inout [Selection], directive: Directive, isStream: Bool, isPrefetchable: Bool, key: String
  ) {
    let edgeType = schema[edges].type.named
    var generated: [Selection] = []
    if let cursor = schema.field(names.cursor, on: edgeType) { generated.append(hidden(cursor)) }
    if let node = schema.field(names.node, on: edgeType), let typename = schema.typenameField(isHidden: true) {
      generated.append(.linkedField(LinkedField(hiddenHead(node), selections: [typename])))
    }
    let addition = Selection.inlineFragment(InlineFragment(typeCondition: edgeType, selections: generated))
    let position = position(of: names.edges, in: selections)
    var head = hiddenHead(edges)
    var inner = [addition]
    if let position, case .linkedField(let field) = selections[position] {
      head = field.head
      inner = field.selections + inner
    }
    if isStream { head.directives.append(streamDirective(directive, key: key)) }
    if isPrefetchable { inner = [movedToFragment(inner, on: edgeType)] }
    let result = Selection.linkedField(LinkedField(head, selections: inner))
    if let position { selections[position] = result } else { selections.append(result) }
  }

  private func streamDirective(_ directive: Directive, key: String) -> Directive {
    var arguments = [Argument(incremental.labelArgument, .constant(.string(key)))]
    if let condition = directive.arguments.named(.if) { arguments.append(Argument(incremental.ifArgument, condition.value)) }
    if let count = directive.arguments.named(.initialCount) {
      arguments.append(Argument(incremental.initialCountArgument, count.value))
    }
    if let batch = directive.arguments.named(.useCustomizedBatch) {
      arguments.append(Argument(incremental.useCustomizedBatchArgument, batch.value))
    }
    return Directive(incremental.streamName, arguments, range: .generated)
  }

  private func addPageInfo(
    _ pageInfo: FieldID, to selections: inout [Selection], direction: ConnectionMetadata.Direction, directive: Directive,
    isStream: Bool, key: String
  ) {
    let type = schema[pageInfo].type.named
    let fields = names.pageInfoFields(isForward: direction != .backward, isBackward: direction != .forward)
    let generated = fields.compactMap { schema.field($0, on: type) }.map(hidden)
    let addition = Selection.inlineFragment(InlineFragment(typeCondition: type, selections: generated))
    let position = position(of: names.pageInfo, in: selections)
    var result: Selection
    if let position, case .linkedField(let field) = selections[position] {
      result = .linkedField(field.with(selections: field.selections + [addition]))
    } else {
      result = .linkedField(
        LinkedField(hiddenHead(pageInfo), selections: [addition]))
    }
    if isStream {
      var arguments = [Argument(incremental.labelArgument, .constant(.string("\(document)$defer$\(key)$pageInfo")))]
      if let condition = directive.arguments.named(.if) { arguments.append(Argument(incremental.ifArgument, condition.value)) }
      result = .inlineFragment(
        InlineFragment(typeCondition: nil, directives: [Directive(incremental.deferName, arguments)], selections: [result]))
    }
    if let position { selections[position] = result } else { selections.append(result) }
  }

  /// Where the document selects the field under its own name.
  private func position(of name: Name, in selections: [Selection]) -> Int? {
    selections.firstIndex { selection in
      if case .linkedField(let field) = selection { field.head.name == name && field.head.responseKey == name } else { false }
    }
  }

  private func hiddenHead(_ field: FieldID) -> FieldHead {
    var head = FieldHead(name: schema[field].name, definition: field, type: schema[field].type)
    head.isHidden = true
    return head
  }

  private func hidden(_ field: FieldID) -> Selection { .scalarField(ScalarField(hiddenHead(field))) }

  // MARK: Prefetchable pagination

  private var edgesFragmentName: Name { .edgesFragment(of: document) }

  private mutating func movedToFragment(_ selections: [Selection], on type: TypeID) -> Selection {
    var used: Set<Name> = []
    LocalVariableUses.collect(selections, into: &used)
    edgesFragments.append(
      FragmentDefinition(
        name: edgesFragmentName, type: type, variables: variables, usedGlobalVariables: globals.filter { used.contains($0.name) },
        directives: [Directive(.relay, [Argument(.plural, .constant(.boolean(true)))])], selections: selections, range: range,
        nameRange: range, isGenerated: true))
    return .fragmentSpread(
      FragmentSpread(
        name: edgesFragmentName,
        arguments: variables.map {
          Argument($0.name, .variable(Variable(name: $0.name, type: $0.type, range: .generated)))
        }))
  }
}
