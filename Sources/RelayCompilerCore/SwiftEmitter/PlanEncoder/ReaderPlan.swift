/// Encodes the reader AST of a fragment, with the shapes of its rows, as the runtime's reader plan, in JSON.
enum ReaderPlan {
  static func encode(_ fragment: ReaderFragment, shapes: RowShapes, schema: Schema, config: SchemaConfig) -> [UInt8] {
    let catches = fragment.metadata.map { $0.throwOnFieldError || $0.catchTo != nil } ?? false
    var encoder = Encoder(shapes: shapes, schema: schema)
    encoder.json.open(UInt8(ascii: "{"))
    encoder.json.version()
    encoder.json.key("name")
    encoder.json.name(fragment.name)
    encoder.json.key("type")
    encoder.json.name(fragment.typeName)
    if let abstractKey = fragment.abstractKey {
      encoder.json.key("abstractKey")
      encoder.json.name(abstractKey)
    }
    if !fragment.argumentDefinitions.isEmpty {
      encoder.json.key("arguments")
      encoder.json.definitions(fragment.argumentDefinitions)
    }
    if let metadata = fragment.metadata {
      encoder.json.key("metadata")
      encoder.json.raw(metadata.planJSON)
      // Pagination finds the parts of the connection by these names.
      if !metadata.connections.isEmpty { encoder.json.connectionNames(config.connectionInterface) }
    }
    encoder.json.key("shapes")
    encoder.json.array { json in for shape in shapes.shapes { json.shape(shape) } }
    encoder.json.key("selections")
    encoder.array { $0.visit(fragment.selections, at: RowShapes.Place(shape: 0, type: fragment.type, isCaught: catches)) }
    encoder.json.close(UInt8(ascii: "}"))
    return encoder.json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func definitions(_ definitions: [ReaderArgumentDefinition]) {
    if definitions.isEmpty { return number(0) }
    array(definitions) { json, definition in
      json.array { json in
        switch definition {
        case .local(let name, let defaultValue, _):
          json.string("L")
          json.name(name)
          json.constant(defaultValue)
        case .root(let name):
          json.string("R")
          json.name(name)
        }
      }
    }
  }

  fileprivate mutating func shape(_ shape: RowShapes.Shape) {
    array { json in
      for slot in shape.slots { json.nameAndType(slot.name, slot.type.slotNotation) }
      if let connection = shape.connection {
        json.number(connection.edges)
        json.number(connection.node)
      }
    }
  }
}

/// Writes each node at its place in the rows.
private struct Encoder: ~Copyable, ReaderVisitor {
  let shapes: RowShapes
  let schema: Schema
  var json = JSONWriter.plan()

  mutating func array(_ body: (inout Encoder) -> Void) {
    json.open(UInt8(ascii: "["))
    body(&self)
    json.close(UInt8(ascii: "]"))
  }

  mutating func visit(_ field: ReaderField, at place: RowShapes.Place) {
    let slot = shapes.slot(of: field, in: place.shape, isCaught: place.isCaught)
    // The number of the slot stands for a scalar field that is called as its slot and has no arguments.
    if let slot, field.modifiers.isEmpty, case .scalar(let scalar) = field.kind, scalar.alias == nil, scalar.arguments.isEmpty {
      return json.number(slot)
    }
    write(field, under: field.modifiers[...], slot: slot ?? -1, at: place)
  }

  /// The field with these directives around it. The innermost array uses the slot, and the slot's type, of the whole node.
  private mutating func write(
    _ field: ReaderField, under modifiers: ArraySlice<ReaderField.Modifier>, slot: Int, at place: RowShapes.Place
  ) {
    array { encoder in
      guard let outermost = modifiers.last else { return encoder.write(field, slot: slot, at: place) }
      switch outermost {
      case .required(let action):
        encoder.json.code(PlanCode.required)
        encoder.json.string(action.rawValue)
      case .catch(let target):
        encoder.json.code(PlanCode.catch)
        encoder.json.string(target.rawValue)
      }
      encoder.write(field, under: modifiers.dropLast(), slot: slot, at: place)
    }
  }

  private mutating func write(_ field: ReaderField, slot: Int, at place: RowShapes.Place) {
    switch field.kind {
    case .scalar(let scalar):
      json.code(PlanCode.scalarField)
      json.number(slot)
      if slot >= 0, scalar.alias == nil, scalar.arguments.isEmpty { return }
      name(scalar.name, alias: scalar.alias, slot: slot)
      json.trailing(alias: scalar.alias, scalar.arguments)
    case .linked(let linked):
      let child = slot < 0 ? 0 : shapes.shapes[place.shape].slots[slot].shape ?? 0
      json.code(PlanCode.linkedField)
      json.number(slot)
      json.number(child)
      name(linked.name, alias: linked.alias, slot: slot)
      json.name(linked.concreteType)
      json.flag(linked.isPlural)
      let inner = RowShapes.Place(shape: child, type: linked.type.named, isCaught: place.isCaught || field.catches)
      array { $0.visit(linked.selections, at: inner) }
      json.trailing(alias: linked.alias, linked.arguments)
    }
  }

  /// The name of a field; `0` if its slot says it.
  private mutating func name(_ name: Name, alias: Name?, slot: Int) {
    json.name(slot >= 0 && alias == nil ? nil : name)
  }

  mutating func visit(_ aliased: AliasedSelection, at place: RowShapes.Place) {
    guard let target = aliased.catchTarget else { return write(aliased, at: place) }
    array { encoder in
      encoder.json.code(PlanCode.catch)
      encoder.json.string(target.rawValue)
      encoder.write(aliased, at: place)
    }
  }

  private mutating func write(_ aliased: AliasedSelection, at place: RowShapes.Place) {
    let (slot, child) = fragmentPlace(shapes.slot(ofAlias: aliased.alias, in: place.shape), in: place.shape)
    let fragment = aliased.fragment
    let isCaught = place.isCaught || aliased.catchTarget != nil
    array { encoder in
      encoder.json.code(PlanCode.aliasedFragment)
      encoder.json.number(slot)
      encoder.json.number(child)
      encoder.json.name(aliased.alias)
      encoder.json.name(fragment.hasTypeCondition ? fragment.typeName : nil)
      encoder.json.name(fragment.abstractKey)
      let inner = RowShapes.Place(shape: child, type: fragment.type, isCaught: isCaught)
      encoder.array { $0.visit(fragment.selections, at: inner) }
    }
  }

  mutating func visit(_ fragment: ReaderInlineFragment, at place: RowShapes.Place) {
    var inner = place
    inner.type = fragment.type
    var slot = -1
    if !schema.isSubtype(place.type, of: fragment.type) {
      slot = shapes.slot(ofMarker: fragment.typeName, under: place.marker, in: place.shape) ?? -1
      inner.marker = slot
    }
    array { encoder in
      encoder.json.code(PlanCode.inlineFragment)
      encoder.json.number(slot)
      encoder.json.name(fragment.typeName)
      encoder.json.name(fragment.abstractKey)
      encoder.array { $0.visit(fragment.selections, at: inner) }
    }
  }

  mutating func visit(_ spread: ReaderFragmentSpread, at place: RowShapes.Place) {
    array { encoder in
      encoder.json.code(PlanCode.fragmentSpread)
      encoder.json.number(encoder.shapes.slot(ofSpread: spread.name, in: place.shape) ?? -1)
      encoder.json.name(spread.name)
      if !spread.arguments.isEmpty { encoder.json.arguments(spread.arguments) }
    }
  }

  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at place: RowShapes.Place) {
    let (slot, child) = fragmentPlace(shapes.slot(ofInlineFragment: spread.name, in: place.shape), in: place.shape)
    array { encoder in
      encoder.json.code(PlanCode.inlineDataFragmentSpread)
      encoder.json.number(slot)
      encoder.json.number(child)
      encoder.json.name(spread.name)
      encoder.json.arguments(spread.arguments)
      encoder.json.definitions(spread.argumentDefinitions)
      let inner = RowShapes.Place(shape: child, type: place.type, isCaught: place.isCaught)
      encoder.array { $0.visit(spread.selections, at: inner) }
    }
  }

  mutating func visit(_ group: ReaderGroup, at place: RowShapes.Place) {
    array { encoder in
      switch group.kind {
      case .condition(let variable, let passingValue):
        encoder.json.code(PlanCode.condition)
        encoder.json.name(variable)
        encoder.json.flag(passingValue)
      case .defer: encoder.json.code(PlanCode.defer)
      case .stream: encoder.json.code(PlanCode.stream)
      case .clientExtension: encoder.json.code(PlanCode.clientExtension)
      }
      encoder.array { $0.visit(group.selections, at: place) }
    }
  }

  /// The slot of a fragment that is read in place, and the shape of its rows.
  private func fragmentPlace(_ slot: Int?, in shape: Int) -> (slot: Int, shape: Int) {
    guard let slot, let child = shapes.shapes[shape].slots[slot].shape else { return (-1, 0) }
    return (slot, child)
  }
}
