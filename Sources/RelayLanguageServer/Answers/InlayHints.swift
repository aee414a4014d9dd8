internal import RelayCompilerCore

/// `textDocument/inlayHint`: the types of fields with selections, of arguments, and the fragments' arguments.
extension TextQuery {
  func inlayHints(_ params: JSON) throws(InvalidParameters) -> JSON {
    let wanted = try TextRange(params.require("range"))
    let start = text.lines.offset(of: wanted.start, in: text.bytes, client.encoding)
    let end = text.lines.offset(of: wanted.end, in: text.bytes, client.encoding)
    var hints: [JSON] = []
    let scope = scope
    for (index, node) in outline.nodes.enumerated() where node.hasName && Int(node.start) <= end && Int(node.end) >= start {
      switch node.kind {
      case .field:
        guard let name = node.name, let parent = scope.parentType(of: index), let type = scope.fieldType(name, on: parent) else { continue }
        hints.append(hint(at: Int(node.nameEnd), ": " + schema.description(of: type)))
      case .argument:
        guard let argument = scope.argument(index), node.colonEnd > 0 else { continue }
        hints.append(hint(at: Int(node.nameEnd), ": " + schema.description(of: argument.type)))
      default: continue
      }
    }
    return .array(hints)
  }

  private func hint(at offset: Int, _ label: String) -> JSON {
    ["position": text.position(offset, client.encoding).json, "label": .string(label), "kind": 1, "paddingRight": true]
  }
}
