internal import RelayCompilerCore

/// A place in a Swift file. Lines and columns count from 0, columns in bytes: before a name in Swift there is seldom anything but ASCII.
package struct SwiftReference: Sendable {
  package var path: String
  package var line: Int
  package var column: Int
  package var length: Int

  package init(path: String, line: Int, column: Int, length: Int) {
    (self.path, self.line, self.column, self.length) = (path, line, column, length)
  }
}

/// The uses of generated properties and types in Swift, as the index of the last build knows them.
package protocol SwiftReferences: Sendable {
  /// The uses of the type that is generated from an operation or fragment.
  func references(toType name: String) -> [SwiftReference]

  /// The reads of the property that is generated from a field of an operation or fragment.
  func references(toField field: String, of definition: String) -> [SwiftReference]
}

/// `textDocument/references` and `documentHighlight`.
extension TextQuery {
  func references(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let node = outline.node(at: try offset(params)), let symbol = referenced(at: node) else { return .null }
    let includesDeclaration = params["context"]?["includeDeclaration"]?.bool ?? true
    let places = project.places(of: symbol).filter { includesDeclaration || !Scope(project, $0.text).isDeclaration($0.node) }
    return .array(places.map(location) + swiftReferences(to: symbol, at: node))
  }

  /// The uses in Swift of the type of an operation or fragment, or of the property of a field.
  private func swiftReferences(to symbol: Symbol, at node: Int) -> [JSON] {
    guard let index = tools.swiftReferences else { return [] }
    let found: [SwiftReference]
    switch symbol {
    case .fragment(let name), .operation(let name): found = index.references(toType: name.string)
    case .field(_, let name):
      guard let definition = outline.nodes[outline.definition(of: node)].name else { return [] }
      let alias = outline.nodes[node].kind == .field ? outline.child(of: node, .alias).flatMap { outline.nodes[$0].name } : nil
      found = index.references(toField: (alias ?? name).string, of: definition.string)
    default: return []
    }
    return found.map { reference in
      let start = Position(line: reference.line, character: reference.column)
      let end = Position(line: reference.line, character: reference.column + reference.length)
      return ["uri": .string(uris[reference.path] ?? DocumentURI.uri(reference.path)), "range": TextRange(start, end).json]
    }
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
