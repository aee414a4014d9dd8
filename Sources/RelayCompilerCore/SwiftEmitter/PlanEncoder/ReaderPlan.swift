/// Encodes the reader AST of a fragment, with the shapes of its rows, as the runtime's reader plan, in JSON.
enum ReaderPlan {
  static func encode(_ fragment: ReaderFragment, shapes: RowShapes, schema: Schema, config: SchemaConfig) -> [UInt8] {
    let encoder = Encoder(shapes: shapes, schema: schema)
    let catches = fragment.metadata.map { $0.throwOnFieldError || $0.catchTo != nil } ?? false
    var json = JSONWriter.plan()
    json.object { json in
      json.version()
      json.key("name")
      json.name(fragment.name)
      json.key("type")
      json.name(fragment.typeName)
      if let abstractKey = fragment.abstractKey {
        json.key("abstractKey")
        json.name(abstractKey)
      }
      if !fragment.argumentDefinitions.isEmpty {
        json.key("arguments")
        encoder.definitions(fragment.argumentDefinitions, to: &json)
      }
      if let metadata = fragment.metadata {
        json.key("metadata")
        json.raw(metadata.planJSON)
        // Pagination finds the parts of the connection by these names.
        if !metadata.connections.isEmpty { json.connectionNames(config.connectionInterface) }
      }
      json.key("shapes")
      json.array { json in for shape in shapes.shapes { encoder.shape(shape, to: &json) } }
      json.key("selections")
      let place = Encoder.Place(shape: 0, type: fragment.type, marker: -1, isCaught: catches)
      json.array { json in encoder.selections(fragment.selections, at: place, to: &json) }
    }
    return json.bytes
  }

  private struct Encoder {
    let shapes: RowShapes
    let schema: Schema

    struct Place {
      var shape: Int
      var type: TypeID
      var marker: Int
      var isCaught: Bool
    }

    func definitions(_ definitions: [ReaderArgumentDefinition], to json: inout JSONWriter) {
      if definitions.isEmpty { return json.number(0) }
      json.array { json in
        for definition in definitions {
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
    }

    func shape(_ shape: RowShapes.Shape, to json: inout JSONWriter) {
      json.array { json in
        for slot in shape.slots { json.nameAndType(slot.name, slot.type.slotNotation) }
        if let connection = shape.connection {
          json.number(connection.edges)
          json.number(connection.node)
        }
      }
    }

    func selections(_ nodes: [ReaderNode], at place: Place, to json: inout JSONWriter) {
      for node in nodes {
        if let slot = plainSlot(node, at: place) {
          json.number(slot)
        } else {
          json.array { json in self.node(node, at: place, to: &json) }
        }
      }
    }

    /// The slot of a scalar field that is called as its slot and has no arguments: the number stands for the whole node.
    private func plainSlot(_ node: ReaderNode, at place: Place) -> Int? {
      guard case .scalarField(let scalar) = node, scalar.alias == nil, scalar.arguments.isEmpty, let field = ReaderField(node) else {
        return nil
      }
      return shapes.slot(of: field, in: place.shape, isCaught: place.isCaught)
    }

    /// The name of a field; `0` if its slot says it.
    private func name(_ name: Name, alias: Name?, slot: Int, to json: inout JSONWriter) {
      json.name(slot >= 0 && alias == nil ? nil : name)
    }

    func node(_ node: ReaderNode, at place: Place, to json: inout JSONWriter) {
      switch node {
      case .scalarField, .linkedField:
        if let field = ReaderField(node) { self.field(field, at: place, to: &json) }
      case .required(let action, let inner):
        json.code(PlanCode.required)
        json.string(action.rawValue)
        modified(inner, inside: node, at: place, to: &json)
      case .catch(let target, let inner):
        json.code(PlanCode.catch)
        json.string(target.rawValue)
        if case .aliasedFragment(let aliased) = inner {
          json.array { json in self.aliased(aliased, at: place, isCaught: true, to: &json) }
        } else {
          modified(inner, inside: node, at: place, to: &json)
        }
      case .inlineFragment(let fragment): inlineFragment(fragment, at: place, to: &json)
      case .condition(let variable, let passingValue, let selections):
        json.code(PlanCode.condition)
        json.name(variable)
        json.flag(passingValue)
        json.array { json in self.selections(selections, at: place, to: &json) }
      case .defer(let selections): wrapper(.defer, selections, at: place, to: &json)
      case .stream(let selections): wrapper(.stream, selections, at: place, to: &json)
      case .clientExtension(let selections): wrapper(.clientExtension, selections, at: place, to: &json)
      case .fragmentSpread(let spread):
        json.code(PlanCode.fragmentSpread)
        json.number(shapes.slot(ofSpread: spread.name, in: place.shape) ?? -1)
        json.name(spread.name)
        if !spread.arguments.isEmpty { json.arguments(spread.arguments) }
      case .aliasedFragment(let aliased): self.aliased(aliased, at: place, isCaught: place.isCaught, to: &json)
      case .inlineDataFragmentSpread(let spread):
        let (slot, child) = fragmentSlot(spread.name, at: place)
        json.code(PlanCode.inlineDataFragmentSpread)
        json.number(slot)
        json.number(child)
        json.name(spread.name)
        json.arguments(spread.arguments)
        definitions(spread.argumentDefinitions, to: &json)
        let inner = Place(shape: child, type: place.type, marker: -1, isCaught: place.isCaught)
        json.array { json in self.selections(spread.selections, at: inner, to: &json) }
      }
    }

    private func aliased(_ aliased: ReaderAliasedFragment, at place: Place, isCaught: Bool, to json: inout JSONWriter) {
      let (slot, child) = fragmentSlot(aliased.alias, at: place)
      json.code(PlanCode.aliasedFragment)
      json.number(slot)
      json.number(child)
      json.name(aliased.alias)
      json.name(aliased.fragment.hasTypeCondition ? aliased.fragment.typeName : nil)
      json.name(aliased.fragment.abstractKey)
      let inner = Place(shape: child, type: aliased.fragment.type, marker: -1, isCaught: isCaught)
      json.array { json in selections(aliased.fragment.selections, at: inner, to: &json) }
    }

    /// The field inside `@required` or `@catch`. It uses the slot, and the slot's type, of the whole node.
    private func modified(_ inner: ReaderNode, inside whole: ReaderNode, at place: Place, to json: inout JSONWriter) {
      json.array { json in
        guard let field = ReaderField(whole) else { return }
        switch inner {
        case .required(let action, let innermost):
          json.code(PlanCode.required)
          json.string(action.rawValue)
          json.array { json in if ReaderField(innermost) != nil { self.field(field, at: place, to: &json) } }
        case .catch(let target, let innermost):
          json.code(PlanCode.catch)
          json.string(target.rawValue)
          json.array { json in if ReaderField(innermost) != nil { self.field(field, at: place, to: &json) } }
        default: self.field(field, at: place, to: &json)
        }
      }
    }

    private func field(_ field: ReaderField, at place: Place, to json: inout JSONWriter) {
      let slot = shapes.slot(of: field, in: place.shape, isCaught: place.isCaught) ?? -1
      switch field.kind {
      case .scalar(let scalar):
        json.code(PlanCode.scalarField)
        json.number(slot)
        if slot >= 0, scalar.alias == nil, scalar.arguments.isEmpty { return }
        name(scalar.name, alias: scalar.alias, slot: slot, to: &json)
        json.trailing(alias: scalar.alias, scalar.arguments)
      case .linked(let linked):
        let child = slot < 0 ? 0 : shapes.shapes[place.shape].slots[slot].shape ?? 0
        json.code(PlanCode.linkedField)
        json.number(slot)
        json.number(child)
        name(linked.name, alias: linked.alias, slot: slot, to: &json)
        json.name(linked.concreteType)
        json.flag(linked.isPlural)
        let inner = Place(shape: child, type: linked.type.named, marker: -1, isCaught: place.isCaught || field.catches)
        json.array { json in selections(linked.selections, at: inner, to: &json) }
        json.trailing(alias: linked.alias, linked.arguments)
      }
    }

    private func inlineFragment(_ fragment: ReaderInlineFragment, at place: Place, to json: inout JSONWriter) {
      var inner = place
      inner.type = fragment.type
      var slot = -1
      if !schema.isSubtype(place.type, of: fragment.type) {
        slot = shapes.slot(ofMarker: fragment.typeName, under: place.marker, in: place.shape) ?? -1
        inner.marker = slot
      }
      json.code(PlanCode.inlineFragment)
      json.number(slot)
      json.name(fragment.typeName)
      json.name(fragment.abstractKey)
      json.array { json in selections(fragment.selections, at: inner, to: &json) }
    }

    private func wrapper(_ code: PlanCode, _ selections: [ReaderNode], at place: Place, to json: inout JSONWriter) {
      json.code(code)
      json.array { json in self.selections(selections, at: place, to: &json) }
    }

    private func fragmentSlot(_ name: Name, at place: Place) -> (slot: Int, shape: Int) {
      guard let slot = shapes.slot(ofFragment: name, in: place.shape), let child = shapes.shapes[place.shape].slots[slot].shape
      else { return (-1, 0) }
      return (slot, child)
    }
  }
}
