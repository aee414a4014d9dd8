internal import RelayCompilerCore

/// `textDocument/codeLens`: where a definition is used, what Swift reads, and what can be run.
///
/// The commands are those of VS Code and of the extension for it. A client shows a command that it does not know as a text.
extension TextQuery {
  func codeLenses() -> JSON {
    var lenses = text.fragments.map { fragment in
      var uses = spreads(of: fragment.name)
      for query in importers { uses += query.spreads(of: fragment.name).filter { !uses.contains($0) } }
      return lens(at: fragment.node, uses.count == 1 ? "1 use" : "\(uses.count) uses", "uses", uses)
    }
    if client.runsOperations {
      lenses += text.operations.map { operation in
        let command: JSON = ["title": "Run", "command": "relay.run", "arguments": [.string(uri(text)), .string(operation.name.string)]]
        return ["range": nameRange(Place(text: index, node: operation.node)), "command": command, "data": ["kind": "run"]]
      }
    }
    return .array(lenses + readLenses())
  }

  private func spreads(of fragment: Name) -> [JSON] {
    locations(project.places(of: .fragment(fragment)).filter { project.texts[$0.text].outline.nodes[$0.node].kind == .spread })
  }

  /// How often Swift reads each field, where a build has an index.
  private func readLenses() -> [JSON] {
    let definitions = (text.operations + text.fragments).map { Place(text: index, node: $0.node) }
    guard !definitions.isEmpty, let swift = swiftIndex() else { return [] }
    return definitions.flatMap { definition -> [JSON] in
      guard let generated = GeneratedSwift(project, of: [definition]) else { return [] }
      var names: [[Name]: [[String]]] = [:]
      for (place, property) in generated.properties() where place == definition && !property.isForRuntime {
        names[property.path, default: []].append(property.qualifiedName)
      }
      return outline.descendants(of: definition.node).filter { outline.nodes[$0].kind == .field }.compactMap { field in
        guard let names = names[text.responsePath(to: field)] else { return nil }
        // A field that has not been built is not one that nothing reads.
        guard names.contains(where: { !swift.definitions(of: [$0]).isEmpty }) else { return nil }
        let reads = swiftLocations(swift.uses(of: names, withRequirements: true))
        let files = Set(reads.compactMap { $0["uri"]?.string }).count
        let count = reads.count == 1 ? "1 read in Swift" : reads.isEmpty ? "no reads in Swift" : "\(reads.count) reads in Swift"
        return lens(at: field, files > 1 ? "\(count) · \(files) files" : count, "reads", reads)
      }
    }
  }

  private func lens(at node: Int, _ title: String, _ kind: String, _ places: [JSON]) -> JSON {
    let start = text.position(Int(outline.nodes[node].nameStart), client.encoding)
    let command: JSON = [
      "title": .string(title), "command": "editor.action.showReferences", "arguments": [.string(uri(text)), start.json, .array(places)],
    ]
    return ["range": nameRange(Place(text: index, node: node)), "command": command, "data": ["kind": .string(kind)]]
  }
}
