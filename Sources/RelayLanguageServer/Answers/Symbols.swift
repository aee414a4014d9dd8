internal import RelayCompilerCore

/// `textDocument/documentSymbol` and `workspace/symbol`.
extension TextQuery {
  func documentSymbols() -> JSON {
    .array(outline.definitions.compactMap { client.hasHierarchicalSymbols ? symbol($0) : flatSymbol($0) })
  }

  private func symbol(_ index: Int) -> JSON? {
    let node = outline.nodes[index]
    guard let kind = node.symbolKind else { return nil }
    let full = text.range(node.range, client.encoding)
    let isNamed = node.hasName
    let name = text.range(isNamed ? node.nameRange : Int(node.start)..<Int(node.start), client.encoding)
    let blocks: [Outline.Kind] = [.selectionSet, .fields, .enumValues]
    let children = outline.children(of: index).filter { blocks.contains(outline.nodes[$0].kind) }
      .flatMap { outline.children(of: $0) }.compactMap { symbol($0) }
    return .object([
      "name": .string(node.name?.string ?? node.operationKind.rawValue), "kind": .int(kind), "range": full.json,
      "selectionRange": name.json,
      "children": children.isEmpty ? nil : .array(children),
    ])
  }

  private func flatSymbol(_ index: Int) -> JSON? {
    let node = outline.nodes[index]
    guard let kind = node.symbolKind else { return nil }
    return [
      "name": .string(node.name?.string ?? node.operationKind.rawValue), "kind": .int(kind),
      "location": ["uri": .string(uri(text)), "range": range(node.range)],
    ]
  }
}

extension Outline.Node {
  /// The protocol's number for a kind of symbol.
  fileprivate var symbolKind: Int? {
    switch kind {
    case .operation: 12  // function
    case .fragment: 5  // class
    case .field, .fieldDefinition, .inputValue: 8  // field
    case .typeDefinition:
      switch typeKind {
      case .object, .inputObject: 23  // struct
      case .interface, .union: 11  // interface
      case .enum: 10
      case .scalar: 26  // type parameter
      }
    case .enumValueDefinition: 22
    case .directiveDefinition: 14  // constant
    case .schemaDefinition: 3  // namespace
    default: nil
    }
  }
}

extension LanguageServer {
  /// Names that contain the letters of the query in their order.
  func workspaceSymbols(_ params: JSON) -> JSON {
    loadIfNeeded()
    let wanted = Array((params["query"]?.string ?? "").lowercased().utf8)
    let limit = 1000
    var found: [JSON] = []
    for key in projects.keys.sorted() {
      guard let project = projects[key] else { continue }
      for text in project.texts where found.count < limit {
        for index in text.outline.definitions {
          let node = text.outline.nodes[index]
          guard let name = node.name, let kind = node.symbolKind, found.count < limit else { continue }
          var rest = wanted[...]
          for byte in name.string.lowercased().utf8 where byte == rest.first { rest = rest.dropFirst() }
          guard rest.isEmpty else { continue }
          let location: JSON = ["uri": .string(uri(text.path)), "range": text.range(node.nameRange, client.encoding).json]
          let symbol: JSON = ["name": .string(name.string), "kind": .int(kind), "location": location]
          // Two projects may have the same schema.
          if projects.count == 1 || !found.contains(symbol) { found.append(symbol) }
        }
      }
    }
    return .array(found)
  }
}
