internal import RelayCompilerCore

/// Removing a variable that nothing uses.
extension TextQuery {
  func removeVariable(_ node: Int) -> JSON? {
    let kind = outline.nodes[node].kind
    guard let definition = kind == .variableDefinition ? node : outline.ancestor(of: node, .variableDefinition),
      let list = outline.parent(definition), let operation = outline.parent(list), outline.nodes[operation].kind == .operation,
      !outline.nodes[list].isOpen, let name = outline.nodes[definition].name
    else { return nil }
    let uses = project.places(of: .variable(Place(text: index, node: operation), name))
    // A spread that is not found may use it.
    let isKnown = outline.descendants(of: operation).allSatisfy { child in
      outline.nodes[child].kind != .spread || outline.nodes[child].name.map { project.fragments[$0]?.isEmpty == false } == true
    }
    guard uses.count == 1, isKnown else { return nil }
    let variables = outline.children(of: list).filter { outline.nodes[$0].kind == .variableDefinition }
    guard let position = variables.firstIndex(of: definition) else { return nil }
    var range = outline.nodes[definition].range
    if variables.count == 1 {
      range = outline.nodes[list].range
    } else if position + 1 < variables.count {
      range = range.lowerBound..<Int(outline.nodes[variables[position + 1]].start)
    } else {
      range =
        endOfVariable(
          variables[position - 1], before: range.lowerBound)..<endOfVariable(definition, before: Int(outline.nodes[list].end) - 1)
    }
    return action("Remove '$\(name)', which nothing uses", "quickfix", [(index, range, "")])
  }

  /// Where the last part of a definition ends, without the comma and the space after it.
  private func endOfVariable(_ node: Int, before limit: Int) -> Int {
    var end = min(max(Int(outline.nodes[node].end), Int(outline.nodes[node].nameEnd)), limit)
    while end > Int(outline.nodes[node].nameEnd), " \t\r\n,".utf8.contains(text.bytes[end - 1]) { end -= 1 }
    return end
  }
}
