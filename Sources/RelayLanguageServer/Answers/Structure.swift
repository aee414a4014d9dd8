internal import RelayCompilerCore

/// `textDocument/foldingRange` and `selectionRange`: the brackets of a text.
extension TextQuery {
  func foldingRanges() -> JSON {
    let foldable: Set<Outline.Kind> = [
      .selectionSet, .fields, .enumValues, .arguments, .variableDefinitions, .argumentDefinitions, .object, .list, .description,
    ]
    var ranges: [JSON] = []
    for node in outline.nodes where foldable.contains(node.kind) {
      let start = text.lines.line(of: Int(node.start))
      // The line with the closing bracket stays visible.
      let end = text.lines.line(of: max(Int(node.start), Int(node.end) - 1)) - 1
      if end > start { ranges.append(["startLine": .int(start), "endLine": .int(end)]) }
    }
    return .array(ranges)
  }

  func selectionRanges(_ params: JSON) throws(InvalidParameters) -> JSON {
    var result: [JSON] = []
    for json in try params.list("positions") {
      let position = try Position(json)
      let offset = text.lines.offset(of: position, in: text.bytes, client.encoding)
      var ranges: [Range<Int>] = []
      var next = outline.node(at: offset)
      while let index = next {
        let node = outline.nodes[index]
        if node.isNamed(at: offset) { ranges.append(node.nameRange) }
        if ranges.last != node.range { ranges.append(node.range) }
        next = outline.parent(index)
      }
      if ranges.isEmpty { ranges = [offset..<offset] }
      // From the outermost inwards.
      var selection: JSON?
      for range in ranges.reversed() { selection = .object(["range": self.range(range), "parent": selection]) }
      result.append(selection ?? .null)
    }
    return .array(result)
  }
}
