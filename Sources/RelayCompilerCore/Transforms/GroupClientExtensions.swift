/// Moves everything that only the client knows (fields of a client schema extension, inline fragments on its types, and `__id`) into one
/// group at the end of its selection set. The selections of a client field are not grouped again.
func groupClientExtensions(_ program: Program) -> Program {
  var transformer = ClientExtensionTransformer(schema: program.schema)
  return program.transformed(by: &transformer)
}

extension Schema {
  /// Whether only the client knows the field.
  func isClientField(_ field: FieldHead) -> Bool {
    if let definition = field.definition { return self[definition].isClientOnly }
    return field.name == .clientID
  }
}

private struct ClientExtensionTransformer: SelectionTransformer {
  let schema: Schema
  private var seen = TransformedNodes()

  init(schema: Schema) { self.schema = schema }

  mutating func transform(_ selections: [Selection], on parent: TypeID) -> [Selection]? {
    var result: [Selection]?
    var client: [Selection] = []
    for index in selections.indices {
      let selection = selections[index]
      var change = SelectionChange.delete
      if isClient(selection) {
        client.append(selection)
      } else {
        change = transform(selection, on: parent)
        if case .keep = change {
          result?.append(selection)
          continue
        }
      }
      if result == nil { result = Array(selections[..<index]) }
      if case .replace(let selection) = change { result?.append(selection) }
    }
    guard !client.isEmpty else { return result }
    return (result ?? []) + [.inlineFragment(InlineFragment(typeCondition: nil, role: .clientExtension, selections: client))]
  }

  private func isClient(_ selection: Selection) -> Bool {
    switch selection {
    case .scalarField(let field): schema.isClientField(field.head)
    case .linkedField(let field): schema.isClientField(field.head)
    case .inlineFragment(let fragment): fragment.typeCondition.map { schema[$0].isClientOnly } ?? false
    case .fragmentSpread, .condition: false
    }
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if let known = seen.change(of: field) { return known }
    let selections = transform(field.selections, on: field.head.type.named)
    return seen.remember(field, as: selections.map { field.with(selections: $0) } ?? field)
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let type = fragment.typeCondition ?? parent
    if let known = seen.change(of: fragment, on: type) { return known }
    let selections = transform(fragment.selections, on: type)
    return seen.remember(fragment, on: type, as: selections.map { fragment.with(selections: $0) } ?? fragment)
  }
}
