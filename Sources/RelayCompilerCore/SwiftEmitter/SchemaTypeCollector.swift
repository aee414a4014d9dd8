/// Finds the enums and input objects used by definitions: in the data that they read, in their variables, and in one
/// another.
struct SchemaTypeCollector: ReaderVisitor {
  private let schema: Schema
  private var seen: Set<TypeID> = []
  private var types: [TypeID] = []

  /// The types, sorted by name.
  static func types(for artifacts: [Artifact], payloads: [PayloadDefinition], schema: Schema, all: Bool) -> [TypeID] {
    var collector = SchemaTypeCollector(schema: schema)
    if all {
      for index in schema.types.indices {
        let type = TypeID(rawValue: UInt32(index))
        if !schema[type].isBuiltIn { collector.add(type) }
      }
    }
    for artifact in artifacts { collector.add(artifact) }
    for payload in payloads where payload.module == nil { collector.add(payload.selections) }
    return collector.types.sorted(byName: { schema[$0].name })
  }

  private init(schema: Schema) { self.schema = schema }

  private mutating func add(_ artifact: Artifact) {
    switch artifact {
    case .fragment(let fragment):
      visit(fragment.swiftReader.selections)
      for variable in fragment.providedVariables { add(variable.type.named) }
    case .operation(let operation):
      visit(operation.swiftReader.selections)
      for variable in operation.variables { add(variable.type.named) }
    }
  }

  mutating func visit(_ field: ReaderField, at place: Void) {
    switch field.kind {
    case .scalar(let scalar): if schema[scalar.type.named].kind == .enum { add(scalar.type.named) }
    case .linked(let linked): visit(linked.selections)
    }
  }

  mutating func visit(_ aliased: AliasedSelection, at place: Void) { visit(aliased.fragment.selections) }
  mutating func visit(_ fragment: ReaderInlineFragment, at place: Void) { visit(fragment.selections) }
  mutating func visit(_ group: ReaderGroup, at place: Void) { visit(group.selections) }
  mutating func visit(_ spread: ReaderFragmentSpread, at place: Void) {}
  // An `@inline` fragment has its own artifact.
  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at place: Void) {}

  /// Adds the types in a payload, which also has the fields of fragments that other modules declare.
  private mutating func add(_ selections: [NormalizationNode]) {
    for node in selections {
      switch node {
      case .scalarField(let field): if schema[field.type.named].kind == .enum { add(field.type.named) }
      case .linkedField(let field): add(field.selections)
      case .inlineFragment(_, _, let selections), .condition(_, _, let selections), .defer(_, _, let selections),
        .stream(_, _, let selections), .clientExtension(let selections):
        add(selections)
      case .scalarHandle, .linkedHandle, .typeDiscriminator: break
      }
    }
  }

  /// Not recursive: input objects may refer to one another in a chain of any length.
  private mutating func add(_ type: TypeID) {
    var pending = [type]
    while let type = pending.popLast() {
      let kind = schema[type].kind
      guard kind == .enum || kind == .inputObject, seen.insert(type).inserted else { continue }
      types.append(type)
      for field in schema[type].inputFields { pending.append(field.type.named) }
    }
  }
}
