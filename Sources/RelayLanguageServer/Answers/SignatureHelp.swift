internal import RelayCompilerCore

/// `textDocument/signatureHelp`: the arguments of the field or directive whose parentheses the place is in.
extension TextQuery {
  func signatureHelp(_ params: JSON) throws(InvalidParameters) -> JSON {
    let offset = try offset(params)
    guard let node = outline.node(at: offset) else { return .null }
    let list = outline.nodes[node].kind == .arguments ? node : outline.ancestor(of: node, .arguments)
    guard let list, let owner = scope.owner(ofArguments: list) else { return .null }
    let active = outline.children(of: list).last { outline.nodes[$0].kind == .argument && Int(outline.nodes[$0].start) <= offset }
    let activeName = active.flatMap { outline.nodes[$0].name }
    var title: String
    var parameters: [(name: Name, text: String, description: String?)]
    var result: String?
    var documentation: String?
    func inputs(_ list: NamedList<InputValueDefinition>) -> [(name: Name, text: String, description: String?)] {
      list.map { input in
        let value = input.defaultValue.map { " = " + $0.graphQL } ?? ""
        return (input.name, "\(input.name): \(schema.description(of: input.type))\(value)", input.description)
      }
    }
    switch owner {
    case .field(let field):
      (title, parameters) = (schema[field].name.string, inputs(schema[field].arguments))
      result = schema.description(of: schema[field].type)
      documentation = schema[field].description
    case .directive(let name):
      guard let directive = schema.directives[name] else { return .null }
      (title, parameters) = ("@\(name)", inputs(directive.arguments))
      documentation = directive.description
    case .fragment(let name):
      title = "...\(name) @arguments"
      parameters = project.fragmentArguments(of: name).map { ($0.name, "\($0.name): \($0.type)", nil) }
    case .argumentDefinitions: return .null
    }
    if parameters.isEmpty { return .null }
    let label = "\(title)(\(parameters.map(\.text).joined(separator: ", ")))\(result.map { ": " + $0 } ?? "")"
    let signature: JSON = .object([
      "label": .string(label),
      "documentation": documentation.map { .string($0) },
      "parameters": .array(
        parameters.map { .object(["label": .string($0.text), "documentation": $0.description.map { .string($0) }]) }),
    ])
    let position = activeName.flatMap { name in parameters.firstIndex { $0.name == name } }
    return .object(["signatures": .array([signature]), "activeSignature": 0, "activeParameter": position.map { .int($0) }])
  }
}
