/// The nodes of both ASTs in the form of Relay's artifacts.
extension JSONWriter: ReaderVisitor {
  // MARK: Reader

  mutating func write(_ nodes: [ReaderNode]) {
    array { $0.visit(nodes) }
  }

  mutating func visit(_ field: ReaderField, at place: Void) {
    object { $0.writeMembers(of: field, under: field.modifiers[...]) }
  }

  private mutating func writeMembers(of field: ReaderField, under modifiers: ArraySlice<ReaderField.Modifier>) {
    func writeInner(_ json: inout JSONWriter) { json.object { $0.writeMembers(of: field, under: modifiers.dropLast()) } }
    switch modifiers.last {
    case .required(let action):
      member("kind", "RequiredField")
      member("field", writeInner)
      member("action", action.rawValue)
    case .catch(let target):
      member("kind", "CatchField")
      member("field", writeInner)
      member("to", target.rawValue)
    case nil:
      switch field.kind {
      case .scalar(let scalar): writeScalarField(scalar)
      case .linked(let linked): writeLinkedField(linked) { $0.write(linked.selections) }
      }
    }
  }

  mutating func visit(_ aliased: AliasedSelection, at place: Void) {
    object { json in
      guard let target = aliased.catchTarget else { return json.writeMembers(of: aliased) }
      json.member("kind", "CatchField")
      json.member("field") { $0.object { $0.writeMembers(of: aliased) } }
      json.member("to", target.rawValue)
    }
  }

  private mutating func writeMembers(of aliased: AliasedSelection) {
    member("fragment") { $0.visit(aliased.fragment, at: ()) }
    member("kind", "AliasedInlineFragmentSpread")
    member("name", aliased.alias)
  }

  mutating func visit(_ fragment: ReaderInlineFragment, at place: Void) {
    object { json in
      json.writeInlineFragment(type: fragment.hasTypeCondition ? fragment.typeName : nil, fragment.abstractKey) {
        $0.write(fragment.selections)
      }
    }
  }

  mutating func visit(_ spread: ReaderFragmentSpread, at place: Void) {
    object { json in
      json.member("args") { $0.write(spread.arguments) }
      json.member("kind", "FragmentSpread")
      json.member("name", spread.name)
    }
  }

  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at place: Void) {
    object { json in
      json.member("kind", "InlineDataFragmentSpread")
      json.member("name", spread.name)
      json.member("selections") { $0.write(spread.selections) }
      json.member("args") { $0.write(spread.arguments) }
      json.member("argumentDefinitions") { $0.write(spread.argumentDefinitions) }
    }
  }

  mutating func visit(_ group: ReaderGroup, at place: Void) {
    object { json in
      switch group.kind {
      case .condition(let variable, let passingValue): json.writeCondition(variable, passingValue) { $0.write(group.selections) }
      case .defer: json.writeGroup("Defer") { $0.write(group.selections) }
      case .stream: json.writeGroup("Stream") { $0.write(group.selections) }
      case .clientExtension: json.writeGroup("ClientExtension") { $0.write(group.selections) }
      }
    }
  }

  // MARK: Normalization

  mutating func write(_ nodes: [NormalizationNode]) {
    array(nodes) { json, node in json.object { $0.writeMembers(of: node) } }
  }

  private mutating func writeMembers(of node: NormalizationNode) {
    switch node {
    case .scalarField(let field): writeScalarField(field)
    case .linkedField(let field): writeLinkedField(field) { $0.write(field.selections) }
    case .scalarHandle(let handle): writeHandle("ScalarHandle", handle)
    case .linkedHandle(let handle): writeHandle("LinkedHandle", handle)
    case .inlineFragment(let type, let abstractKey, let selections):
      writeInlineFragment(type: type, abstractKey) { $0.write(selections) }
    case .typeDiscriminator(let abstractKey):
      member("kind", "TypeDiscriminator")
      member("abstractKey", abstractKey)
    case .condition(let variable, let passingValue, let selections):
      writeCondition(variable, passingValue) { $0.write(selections) }
    case .defer(let variable, let label, let selections):
      member("if", variable)
      writeGroup("Defer", label: label) { $0.write(selections) }
    case .stream(let variable, let label, let selections):
      member("if", variable)
      writeGroup("Stream", label: label) { $0.write(selections) }
    case .clientExtension(let selections): writeGroup("ClientExtension") { $0.write(selections) }
    }
  }

  private mutating func writeHandle(_ kind: String, _ handle: HandleNode) {
    member("alias", handle.alias)
    member("args") { $0.write(handle.arguments) }
    member("filters", handle.filters)
    member("handle", handle.handle)
    member("key", handle.key)
    member("kind", kind)
    member("name", handle.name)
    if let dynamicKey = handle.dynamicKey { member("dynamicKey") { $0.write(dynamicKey.value, named: dynamicKey.name.string) } }
    if !handle.handleArguments.isEmpty { member("handleArgs") { $0.write(handle.handleArguments) } }
  }

  // MARK: What both have

  private mutating func writeScalarField(_ field: some FieldNode) {
    member("alias", field.alias)
    member("args") { $0.write(field.arguments) }
    member("kind", "ScalarField")
    member("name", field.name)
    member("storageKey", field.storageKey)
  }

  private mutating func writeLinkedField(_ field: some LinkedFieldNode, selections: (inout JSONWriter) -> Void) {
    member("alias", field.alias)
    member("args") { $0.write(field.arguments) }
    member("concreteType", field.concreteType)
    member("kind", "LinkedField")
    member("name", field.name)
    member("plural", field.isPlural)
    member("selections", selections)
    member("storageKey", field.storageKey)
  }

  private mutating func writeInlineFragment(type: Name?, _ abstractKey: Name?, selections: (inout JSONWriter) -> Void) {
    member("kind", "InlineFragment")
    member("selections", selections)
    member("type", type)
    member("abstractKey", abstractKey)
  }

  private mutating func writeCondition(_ variable: Name, _ passingValue: Bool, selections: (inout JSONWriter) -> Void) {
    member("condition", variable)
    member("kind", "Condition")
    member("passingValue", passingValue)
    member("selections", selections)
  }

  private mutating func writeGroup(_ kind: String, label: String? = nil, selections: (inout JSONWriter) -> Void) {
    member("kind", kind)
    if let label { member("label", label) }
    member("selections", selections)
  }

  // MARK: Arguments

  mutating func member(_ key: String, constant value: ConstantValue) {
    var text: [UInt8] = []
    text.append(json: value)
    member(key) { $0.raw(text) }
  }

  private mutating func write(_ arguments: [ArgumentNode]) {
    if arguments.isEmpty { return null() }
    array(arguments) { $0.write($1.value, named: $1.name.string) }
  }

  private mutating func write(_ value: ArgumentNode.Value, named name: String) {
    object { json in
      switch value {
      case .literal(let constant):
        json.member("kind", "Literal")
        json.member("name", name)
        json.member("value", constant: constant)
      case .variable(let variable):
        json.member("kind", "Variable")
        json.member("name", name)
        json.member("variableName", variable)
      case .list(let items):
        json.member("items", Array(items.enumerated())) { json, item in
          if let value = item.element { json.write(value, named: "\(name).\(item.offset)") } else { json.null() }
        }
        json.member("kind", "ListValue")
        json.member("name", name)
      case .object(let fields):
        json.member("fields", fields) { $0.write($1.value, named: $1.name.string) }
        json.member("kind", "ObjectValue")
        json.member("name", name)
      }
    }
  }
}

// MARK: - What the fields of both ASTs have

private protocol FieldNode {
  var name: Name { get }
  var alias: Name? { get }
  var arguments: [ArgumentNode] { get }
  var storageKey: String? { get }
}

private protocol LinkedFieldNode: FieldNode {
  var concreteType: Name? { get }
  var isPlural: Bool { get }
}

extension ReaderScalarField: FieldNode {}
extension ReaderLinkedField: LinkedFieldNode {}
extension NormalizationScalarField: FieldNode {}
extension NormalizationLinkedField: LinkedFieldNode {}
