internal import RelayCompilerCore

/// The declaration that a new variable needs: in the operation's list, or in `@argumentDefinitions` of a fragment.
struct VariableDeclaration {
  var name: Name
  /// In GraphQL notation.
  var type: String
  /// Where `text` is inserted.
  var offset: Int
  var text: String

  /// - Parameters:
  ///   - node: a value, or the argument or object field that lacks one. The variable is named after what gets it, if it has no name.
  ///   - place: the definition.
  init?(_ query: TextQuery, at node: Int, in place: Place) {
    let outline = query.outline
    let scope = query.scope
    let kind = outline.nodes[node].kind
    let holder = kind == .argument || kind == .objectField ? node : outline.ancestor(of: node, .argument, .objectField)
    guard let holder, let input = scope.input(of: holder), let holderName = outline.nodes[holder].name else { return nil }
    name = kind == .variable ? outline.nodes[node].name ?? holderName : holderName
    type = query.schema.description(of: input)
    let definition = outline.nodes[place.node]
    switch definition.kind {
    case .operation:
      if let list = outline.child(of: place.node, .variableDefinitions) {
        guard !outline.nodes[list].isOpen else { return nil }
        offset = Int(outline.nodes[list].end) - 1
        text = outline.children(of: list).isEmpty ? "$\(name): \(type)" : ", $\(name): \(type)"
      } else if definition.hasName {
        offset = Int(definition.nameEnd)
        text = "($\(name): \(type))"
      } else {
        guard definition.nameEnd > 0 else { return nil }
        offset = Int(definition.nameEnd)
        text = " ($\(name): \(type))"
      }
    case .fragment:
      let declared = "\(name): {type: \"\(type)\"}"
      let directive = outline.headChildren(of: place.node).first {
        outline.nodes[$0].name == .argumentDefinitions && outline.nodes[$0].kind == .directive
      }
      if let directive {
        guard let list = outline.child(of: directive, .arguments), !outline.nodes[list].isOpen else { return nil }
        offset = Int(outline.nodes[list].end) - 1
        text = outline.children(of: list).isEmpty ? declared : ", " + declared
      } else {
        guard let condition = outline.child(of: place.node, .typeName) else { return nil }
        offset = Int(outline.nodes[condition].nameEnd)
        text = " @argumentDefinitions(\(declared))"
      }
    default: return nil
    }
    guard query.text.canHold(text, at: offset) else { return nil }
  }
}

extension Scope {
  /// The type of an argument or input field.
  func input(of holder: Int) -> TypeReference? {
    if node(holder).kind == .argument { return argument(holder)?.type }
    guard let object = outline.parent(holder), let type = expectedType(at: object), let name = node(holder).name else { return nil }
    return schema[type].inputFields.named(name)?.type
  }

  /// The type that a value must have, with its lists. A value in a list is not known.
  func expectedReference(at value: Int) -> TypeReference? {
    guard let holder = outline.parent(value), node(holder).kind == .argument || node(holder).kind == .objectField else { return nil }
    return input(of: holder)
  }
}
