/// Adds the fields by which the store identifies records: `id`, at the end of every linked field that does not select it directly and
/// without an alias, and after it the fields of keys that client extensions declare.
///
/// A type with an `id: ID` gets that field. An abstract type without one gets `... on Node { id }` if one of its objects is a Node, and
/// `... on T { id }` for each other object with an `id`, sorted by name. Key fields are added in the same way: `... on Book { isbn }`
/// under an abstract type. The root gets nothing.
///
/// For a union of many types that each have an `id`, this adds as many selections wherever the union is selected. A definition that grows
/// too large is reported as an error and left out.
func generateIDField(_ program: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
  var transformer = IDFieldTransformer(schema: program.schema, idName: options.schema.nodeInterfaceIDField)
  return program.transformed(by: &transformer, diagnostics: &diagnostics)
}

extension Schema {
  func selection(of field: FieldID) -> Selection {
    .scalarField(ScalarField(FieldHead(name: self[field].name, definition: field, type: self[field].type)))
  }
}

extension [Selection] {
  /// Whether the field is selected directly and without an alias.
  func containsScalar(_ name: Name) -> Bool {
    contains { selection in
      if case .scalarField(let field) = selection { field.head.name == name && field.head.alias == nil } else { false }
    }
  }
}

extension [Selection] {
  /// The scalar fields that are selected directly and without an alias.
  fileprivate var plainScalarNames: Set<Name> {
    var names: Set<Name> = []
    for case .scalarField(let field) in self where field.head.alias == nil { names.insert(field.head.name) }
    return names
  }
}

extension Selection {
  fileprivate func isPlainScalar(of names: Set<Name>) -> Bool {
    if case .scalarField(let field) = self { names.contains(field.head.name) } else { false }
  }
}

private struct IDFieldTransformer: LimitedTransformer {
  let schema: Schema
  let idName: Name
  var addedSelections = 0
  private var additions: [TypeID: [Selection]] = [:]
  private var keySelections: [TypeID: [Selection]] = [:]

  init(schema: Schema, idName: Name) {
    self.schema = schema
    self.idName = idName
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if isExhausted { return .keep }
    let type = field.head.type.named
    let selections = transform(field.selections, on: type)
    var added = field.selections.containsScalar(idName) ? [] : additions(for: type)
    if schema.hasKeys {
      let keys = keys(of: type)
      if !keys.isEmpty {
        let selected = (field.selections + added).plainScalarNames
        added += keys.filter { !$0.isPlainScalar(of: selected) }
      }
    }
    addedSelections += added.count
    if added.isEmpty { return selections.map { .replace(.linkedField(field.with(selections: $0))) } ?? .keep }
    return .replace(.linkedField(field.with(selections: (selections ?? field.selections) + added)))
  }

  private mutating func keys(of type: TypeID) -> [Selection] {
    if let known = keySelections[type] { return known }
    let objects = schema.keyedTypes(of: type).sorted(byName: { schema[$0].name })
    let result = objects.flatMap { object in
      let fields = (schema[object].key?.fields ?? []).map { schema.selection(of: $0) }
      return object == type ? fields : [.inlineFragment(InlineFragment(typeCondition: object, selections: fields))]
    }
    keySelections[type] = result
    return result
  }

  private mutating func additions(for type: TypeID) -> [Selection] {
    if let known = additions[type] { return known }
    let result = makeAdditions(for: type)
    additions[type] = result
    return result
  }

  private func makeAdditions(for type: TypeID) -> [Selection] {
    if let id = schema.idField(idName, of: type) { return [schema.selection(of: id)] }
    guard schema.isAbstract(type) else { return [] }
    var fields = schema.idFields(idName, ofObjectsOf: type)
    if let node = schema.type(named: .nodeInterface), let id = schema.field(idName, on: node), schema.doTypesOverlap(type, node) {
      fields.insert(id, at: 0)
    }
    return fields.map { .inlineFragment(InlineFragment(typeCondition: schema[$0].parent, selections: [schema.selection(of: $0)])) }
  }
}
