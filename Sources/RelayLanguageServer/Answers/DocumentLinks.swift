internal import RelayCompilerCore

/// `textDocument/documentLink`: addresses in descriptions and in `@specifiedBy`.
extension TextQuery {
  func documentLinks() -> JSON {
    var links: [JSON] = []
    for node in outline.nodes where node.kind == .literal || node.kind == .description || node.isDefinition {
      // The description of a definition is what stands before its name.
      let range = node.isDefinition ? Int(node.start)..<max(Int(node.start), Int(node.nameStart)) : node.range
      let bytes = text.bytes[range.clamped(to: 0..<text.bytes.count)]
      var position = bytes.startIndex
      while position < bytes.endIndex {
        let rest = bytes[position...]
        guard rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8) else {
          position += 1
          continue
        }
        let end = rest.firstIndex { $0 <= 0x20 || $0 >= 0x7F || "\"<>)]`".utf8.contains($0) } ?? rest.endIndex
        links.append(["range": self.range(position..<end), "target": .string(text.text(position..<end))])
        position = end
      }
    }
    return .array(links)
  }
}
