internal import RelayCompilerCore

/// `textDocument/references` and `documentHighlight`.
extension TextQuery {
  func references(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let node = outline.node(at: try offset(params)), let symbol = referenced(at: node) else { return .null }
    let includesDeclaration = params["context"]?["includeDeclaration"]?.bool ?? true
    let places = project.places(of: symbol).filter { includesDeclaration || !Scope(project, $0.text).isDeclaration($0.node) }
    return .array(locations(places) + swiftReferences(to: symbol, at: node))
  }

  /// The symbol of a name. A literal and an alias stand for the field that they belong to.
  private func referenced(at node: Int) -> Symbol? {
    let kind = outline.nodes[node].kind
    if kind == .literal || kind == .alias { return outline.ancestor(of: node, .field).flatMap { scope.symbol(of: $0) } }
    return outline.nodes[node].hasName ? scope.symbol(of: node) : nil
  }

  func highlights(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let (_, symbol) = try symbol(params) else { return .null }
    var places = project.places(of: symbol).filter { $0.text == index }
    if case .metaField(let name) = symbol {
      places = outline.nodes.indices.filter { outline.nodes[$0].kind == .field && outline.nodes[$0].name == name }
        .map { Place(text: index, node: $0) }
    }
    return .array(
      places.map { place in ["range": nameRange(place), "kind": .int(scope.isDeclaration(place.node) ? 3 : 2)] })
  }
}
