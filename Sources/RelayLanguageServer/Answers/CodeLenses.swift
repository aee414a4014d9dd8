internal import RelayCompilerCore

/// `textDocument/codeLens`: how often a fragment is spread.
extension TextQuery {
  func codeLenses() -> JSON {
    .array(
      text.fragments.map { fragment in
        let uses = project.places(of: .fragment(fragment.name)).filter { project.texts[$0.text].outline.nodes[$0.node].kind == .spread }
        let count = uses.count == 1 ? "1 use" : "\(uses.count) uses"
        let start = text.position(Int(outline.nodes[fragment.node].nameStart), client.encoding)
        return [
          "range": nameRange(Place(text: index, node: fragment.node)),
          "command": [
            "title": .string(count), "command": "editor.action.showReferences",
            "arguments": [.string(uri(text)), start.json, .array(uses.map(location))],
          ],
        ]
      })
  }
}
