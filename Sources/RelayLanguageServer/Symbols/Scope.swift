internal import RelayCompilerCore

/// The types at the places of one text: what its nodes mean in a schema. Every walk goes from a node outwards and is no deeper than the
/// text.
struct Scope {
  let project: Project
  let textIndex: Int
  let text: GraphQLText
  let outline: Outline

  init(_ project: Project, _ textIndex: Int) {
    self.project = project
    self.textIndex = textIndex
    text = project.texts[textIndex]
    outline = text.outline
  }

  var schema: Schema { project.schema }

  func node(_ index: Int) -> Outline.Node { outline.nodes[index] }

  // MARK: - Output types

  /// The type of the selections directly in a definition, field or inline fragment.
  func selectionType(in owner: Int) -> TypeID? {
    // From the outermost node inwards, without recursion.
    var path: [Int] = []
    var next: Int? = owner
    while let index = next {
      if node(index).kind != .selectionSet { path.append(index) }
      next = outline.parent(index)
    }
    var type: TypeID?
    for index in path.reversed() {
      switch node(index).kind {
      case .operation: type = schema.rootType(node(index).operationKind)
      case .fragment: type = condition(of: index).flatMap(schema.type(named:))
      case .inlineFragment: if let condition = condition(of: index) { type = schema.type(named: condition) }
      case .field:
        guard let parent = type, let name = node(index).name else { return nil }
        type = fieldType(name, on: parent).map(\.named)
      default: break
      }
    }
    guard let type, schema.isComposite(type) else { return nil }
    return type
  }

  /// The type condition of a fragment or inline fragment.
  func condition(of index: Int) -> Name? { outline.condition(of: index) }

  /// The type on which a selection is made.
  func parentType(of selection: Int) -> TypeID? {
    guard let set = outline.ancestor(of: selection, .selectionSet), let owner = outline.parent(set) else { return nil }
    return selectionType(in: owner)
  }

  /// The types that an object has for certain where a selection is made: those of the conditions around it, and that of the field.
  func enclosingTypes(of selection: Int) -> [TypeID] {
    var types: [TypeID] = []
    var next = outline.ancestor(of: selection, .selectionSet).flatMap(outline.parent)
    while let owner = next {
      if let type = selectionType(in: owner) { types.append(type) }
      guard node(owner).kind == .inlineFragment else { break }
      next = outline.ancestor(of: owner, .selectionSet).flatMap(outline.parent)
    }
    return types
  }

  func fieldType(_ name: Name, on parent: TypeID) -> TypeReference? {
    if let field = schema.field(name, on: parent) { return schema[field].type }
    return MetaField.type(of: name, in: schema)
  }

  // MARK: - Arguments and values

  /// What has the arguments around a node.
  enum Owner {
    case field(FieldID)
    case directive(Name)
    case fragment(Name)
    /// `@argumentDefinitions`.
    case argumentDefinitions(of: Name)
  }

  /// - Parameter index: an argument, or the parentheses.
  func owner(ofArguments index: Int) -> Owner? {
    let list = node(index).kind == .arguments ? index : outline.parent(index)
    guard let list, let owner = outline.parent(list) else { return nil }
    switch node(owner).kind {
    case .field:
      guard let parent = parentType(of: owner), let name = node(owner).name, let field = schema.field(name, on: parent) else { return nil }
      return .field(field)
    case .spread: return node(owner).name.map(Owner.fragment)
    case .directive:
      guard let name = node(owner).name else { return nil }
      let holder = outline.parent(owner)
      if name == .argumentDefinitions, let holder, node(holder).kind == .fragment, let fragment = node(holder).name {
        return .argumentDefinitions(of: fragment)
      }
      if name == .arguments, let holder, node(holder).kind == .spread, let fragment = node(holder).name { return .fragment(fragment) }
      return .directive(name)
    default: return nil
    }
  }

  func argument(_ index: Int) -> InputValueDefinition? {
    guard let name = node(index).name, let owner = owner(ofArguments: index) else { return nil }
    switch owner {
    case .field(let field): return schema[field].arguments.named(name)
    case .directive(let directive): return schema.directives[directive]?.arguments.named(name)
    case .fragment, .argumentDefinitions: return nil
    }
  }

  /// The type that is expected of a value, without lists: of a node of a value, or in an argument, object field or definition that has
  /// none.
  func expectedType(at index: Int) -> TypeID? {
    // Objects go inwards one field at a time, so the fields are collected first.
    var fields: [Name] = []
    var next: Int? = index
    while let current = next {
      switch node(current).kind {
      case .objectField: if let name = node(current).name { fields.append(name) } else { return nil }
      case .argument: return inputType(named: declaredType(ofArgument: current), through: fields)
      case .variableDefinition, .inputValue:
        let type = outline.child(of: current, .typeName).flatMap { node($0).name }.flatMap(schema.type(named:))
        return inputType(named: type, through: fields)
      case .object, .list, .variable, .enumValue, .literal: break
      default: return nil
      }
      next = outline.parent(current)
    }
    return nil
  }

  private func declaredType(ofArgument index: Int) -> TypeID? {
    if let argument = argument(index) { return argument.type.named }
    guard case .fragment(let fragment)? = owner(ofArguments: index), let name = node(index).name else { return nil }
    return project.fragmentArguments(of: fragment).first { $0.name == name }?.namedType.flatMap(schema.type(named:))
  }

  private func inputType(named type: TypeID?, through fields: [Name]) -> TypeID? {
    var type = type
    for field in fields.reversed() {
      guard let id = type else { return nil }
      type = schema[id].inputFields.named(field)?.type.named
    }
    return type
  }

  /// The text of the type after a colon, such as `[Int!]!`; nil if there is none.
  func typeText(of index: Int) -> String? {
    guard let name = outline.child(of: index, .typeName), node(name).hasName else { return nil }
    var end = Int(node(name).nameEnd)
    while end < text.bytes.count, " \t]!".utf8.contains(text.bytes[end]) { end += 1 }
    let start = Int(node(index).colonEnd)
    guard start < end else { return nil }
    return text.text(start..<end).filter { !$0.isWhitespace }
  }
}

/// The fields that no type declares.
enum MetaField {
  static func type(of name: Name, in schema: Schema) -> TypeReference? {
    func reference(_ type: Name) -> TypeReference? { schema.type(named: type).map { TypeReference($0) } }
    switch name {
    case .typename: return reference(.stringType)?.nonNull
    case .clientID: return reference(.idType)?.nonNull
    case .schemaField: return reference(.schemaType)?.nonNull
    case .typeField: return reference(.typeType)
    default: return nil
    }
  }

  static func description(of name: Name) -> String? {
    switch name {
    case .typename: "The name of the object's type."
    case .clientID: "The id under which the store keeps the object. It is never sent to the server."
    case .schemaField: "The server's schema (introspection)."
    case .typeField: "A type of the server's schema, by its name (introspection)."
    default: nil
    }
  }
}
