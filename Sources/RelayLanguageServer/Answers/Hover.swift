internal import RelayCompilerCore

/// `textDocument/hover`: the declaration of what is named here, and its description.
extension TextQuery {
  func hover(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let node = outline.node(at: try offset(params)) else { return .null }
    guard let text = hoverText(of: node) else { return .null }
    let kind = client.hasMarkdown ? "markdown" : "plaintext"
    return [
      "contents": ["kind": .string(kind), "value": .string(client.hasMarkdown ? text.markdown : text.plain)],
      "range": range(outline.nodes[node].ownRange),
    ]
  }

  /// What is named by a node or, for a value, the argument or input field that gets it.
  private func hoverText(of node: Int) -> HoverText.Content? {
    let texts = HoverText(project)
    let kind = outline.nodes[node].kind
    let isValue = [.literal, .variable, .enumValue, .list, .object, .objectField, .argument].contains(kind)
    if kind == .selectionSet {
      // The space between selections belongs to what has them.
      return outline.parent(node).flatMap { outline.nodes[$0].kind == .field ? scope.symbol(of: $0) : nil }.flatMap(texts.text(of:))
    }
    guard isValue || outline.nodes[node].hasName else { return nil }
    let own = scope.symbol(of: node).flatMap(texts.text(of:))
    guard isValue else { return own }
    let holder = kind == .argument || kind == .objectField ? node : outline.ancestor(of: node, .argument, .objectField)
    let argument = kind == .argument ? node : outline.ancestor(of: node, .argument)
    guard let holder,
      var content = own ?? (scope.symbol(of: holder) ?? argument.flatMap { scope.symbol(of: $0) }).flatMap(texts.text(of:))
    else { return own }
    if own != nil, holder != node, let input = scope.symbol(of: holder).flatMap(texts.text(of:)) {
      content.notes.append("Passed as `\(input.declaration)`.")
    }
    if let argument, case .field(let field)? = scope.owner(ofArguments: argument) {
      content.notes.append("An argument of `\(texts.field(field).declaration)`.")
    }
    return content
  }
}

/// What is said of a symbol: its declaration in GraphQL notation, and notes.
struct HoverText {
  let project: Project
  var schema: Schema { project.schema }

  init(_ project: Project) { self.project = project }

  struct Content {
    var declaration: String
    var notes: [String] = []

    var markdown: String { (["```graphql\n\(declaration)\n```"] + notes).joined(separator: "\n\n") }
    var plain: String { ([declaration] + notes).joined(separator: "\n\n") }
  }

  func text(of symbol: Symbol) -> Content? {
    switch symbol {
    case .field(let type, let name): return schema.type(named: type).flatMap { schema.field(name, on: $0) }.map(field)
    case .metaField(let name):
      guard let type = MetaField.type(of: name, in: schema) else { return nil }
      var content = Content(declaration: "\(name): \(schema.description(of: type))")
      content.notes = [MetaField.description(of: name)].compactMap(\.self)
      if name == .clientID { content.notes.append("Only the client has this field.") }
      return content
    case .type(let name): return schema.type(named: name).map { type($0) }
    case .argument(let type, let field, let name):
      guard let id = schema.type(named: type).flatMap({ schema.field(field, on: $0) }), let argument = schema[id].arguments.named(name)
      else { return nil }
      return Content(
        declaration: "\(type).\(field)(\(declaration(argument)))", notes: notes(argument.description, deprecation: argument.deprecation))
    case .inputField(let type, let name):
      return schema.type(named: type).flatMap { schema[$0].inputFields.named(name) }.map { input($0, of: type.string) }
    case .enumValue(let type, let name):
      guard let value = schema.type(named: type).flatMap({ schema[$0].values.named(name) }) else { return nil }
      return Content(declaration: "\(type).\(name)", notes: notes(value.description, deprecation: value.deprecation))
    case .directive(let name): return directive(named: name)
    case .directiveArgument(let directive, let name):
      return schema.directives[directive]?.arguments.named(name).map { input($0, of: "@\(directive)") }
    case .fragment(let name): return fragment(name)
    case .operation(let name): return operation(name)
    case .fragmentArgument(let fragment, let name):
      guard let argument = project.fragmentArguments(of: fragment).first(where: { $0.name == name }) else { return nil }
      let value = argument.defaultValue.map { " = \($0)" } ?? ""
      return Content(declaration: "$\(name): \(argument.type)\(value)", notes: ["An argument of the fragment '\(fragment)'."])
    case .variable(let operation, let name):
      guard let place = project.variableDefinition(name, of: operation) else {
        return Content(declaration: "$\(name)", notes: ["The operation does not declare this variable."])
      }
      return variable(place, name)
    case .globalVariable(let name):
      let places = project.declarations(of: symbol)
      guard let first = places.first, var content = variable(first, name) else {
        return Content(declaration: "$\(name)", notes: ["No operation declares this variable."])
      }
      content.notes = ["Declared by the operations that spread this fragment."]
      return content
    case .alias(let place, let name):
      let scope = Scope(project, place.text)
      guard let field = scope.outline.parent(place.node).flatMap({ scope.symbol(of: $0) }), var content = text(of: field) else {
        return nil
      }
      content.declaration = "\(name): \(content.declaration)"
      return content
    }
  }

  private func notes(_ description: String?, deprecation: String?) -> [String] {
    [deprecation.map { "Deprecated: \($0)" }, description].compactMap(\.self).filter { !$0.isEmpty }
  }

  func field(_ id: FieldID) -> Content {
    let field = schema[id]
    let arguments = field.arguments.isEmpty ? "" : "(" + field.arguments.map(declaration).joined(separator: ", ") + ")"
    var content = Content(declaration: "\(schema[field.parent].name).\(field.name)\(arguments): \(schema.description(of: field.type))")
    content.notes = notes(field.description, deprecation: field.deprecation)
    if field.isClientOnly { content.notes.append("Only the client has this field (client schema extension).") }
    let described = field.arguments.compactMap { argument in argument.description.map { "- `\(argument.name)`: \($0)" } }
    if !described.isEmpty { content.notes.append(described.joined(separator: "\n")) }
    return content
  }

  private func declaration(_ input: InputValueDefinition) -> String {
    let value = input.defaultValue.map { " = " + $0.graphQL } ?? ""
    return "\(input.name): \(schema.description(of: input.type))\(value)"
  }

  private func input(_ input: InputValueDefinition, of owner: String) -> Content {
    Content(declaration: "\(owner).\(declaration(input))", notes: notes(input.description, deprecation: input.deprecation))
  }

  /// - Parameters:
  ///   - limit: the number of fields or values that are shown.
  ///   - hasArguments: whether fields are shown with their arguments.
  func type(_ id: TypeID, limit: Int = 30, hasArguments: Bool = false) -> Content {
    let type = schema[id]
    let interfaces = type.interfaces.isEmpty ? "" : " implements " + type.interfaces.map { schema[$0].name.string }.joined(separator: " & ")
    var text = "\(type.kind.keyword) \(type.name)\(interfaces)"
    func block(_ lines: [String]) {
      let more = lines.count > limit ? ["  # \(lines.count - limit) more"] : []
      text += " {\n" + (lines.prefix(limit).map { "  " + $0 } + more).joined(separator: "\n") + "\n}"
    }
    switch type.kind {
    case .object, .interface:
      block(
        type.fieldList.map { field in
          let arguments = hasArguments ? schema[field].arguments.map(declaration).joined(separator: ", ") : ""
          let list = arguments.isEmpty ? "" : "(\(arguments))"
          return "\(schema[field].name)\(list): \(schema.description(of: schema[field].type))"
        })
    case .inputObject: block(type.inputFields.map(declaration))
    case .enum: block(type.values.map { $0.name.string })
    case .union: text += " = " + type.memberTypes.map { schema[$0].name.string }.joined(separator: " | ")
    case .scalar: break
    }
    var content = Content(declaration: text, notes: notes(type.description, deprecation: nil))
    if type.isClientOnly { content.notes.append("Only the client has this type (client schema extension).") }
    return content
  }

  func directive(named name: Name) -> Content? { schema.directives[name].map(directive) ?? argumentDirective(name) }

  private func directive(_ directive: DirectiveDefinition) -> Content {
    let arguments = directive.arguments.isEmpty ? "" : "(" + directive.arguments.map(declaration).joined(separator: ", ") + ")"
    let repeatable = directive.isRepeatable ? " repeatable" : ""
    let locations = directive.locations.map(\.string).joined(separator: " | ")
    return Content(
      declaration: "directive @\(directive.name)\(arguments)\(repeatable) on \(locations)",
      notes: notes(BuiltInDescriptions.description(of: directive), deprecation: nil))
  }

  /// The directives whose arguments are a fragment's own.
  private func argumentDirective(_ name: Name) -> Content? {
    switch name {
    case .argumentDefinitions:
      Content(
        declaration: "directive @argumentDefinitions on FRAGMENT_DEFINITION",
        notes: ["Declares the arguments of a fragment: `@argumentDefinitions(count: {type: \"Int\", defaultValue: 10})`."])
    case .arguments:
      Content(
        declaration: "directive @arguments on FRAGMENT_SPREAD",
        notes: ["Passes values for the arguments that the fragment declares: `...Fragment @arguments(count: 10)`."])
    default: nil
    }
  }

  private func fragment(_ name: Name) -> Content? {
    guard let place = project.fragments[name]?.first else { return nil }
    let scope = Scope(project, place.text)
    var content = Content(declaration: "fragment \(name) on \(scope.condition(of: place.node)?.string ?? "?")")
    let arguments = project.fragmentArguments(of: name)
    if !arguments.isEmpty {
      content.notes.append("Arguments: " + arguments.map { "`\($0.name): \($0.type)`" }.joined(separator: ", "))
    }
    return content
  }

  private func operation(_ name: Name) -> Content? {
    guard let place = project.operations[name]?.first else { return nil }
    let scope = Scope(project, place.text)
    let list = scope.outline.child(of: place.node, .variableDefinitions)
    let variables = list.map(scope.outline.children(of:)) ?? []
    let texts = variables.compactMap { index in scope.node(index).name.map { "$\($0): \(scope.typeText(of: index) ?? "?")" } }
    let declared = texts.isEmpty ? "" : "(" + texts.joined(separator: ", ") + ")"
    return Content(declaration: "\(scope.node(place.node).operationKind.rawValue) \(name)\(declared)")
  }

  private func variable(_ place: Place, _ name: Name) -> Content? {
    let scope = Scope(project, place.text)
    return Content(declaration: "$\(name): \(scope.typeText(of: place.node) ?? "?")")
  }
}
