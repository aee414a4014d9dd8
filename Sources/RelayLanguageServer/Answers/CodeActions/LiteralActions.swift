internal import RelayCompilerCore

/// Moving a literal of a Swift file into a document, and a document into the Swift file beside it. The definitions stay the same.
extension TextQuery {
  /// Moves the literal at a place into a file of its own, named after its first definition.
  func moveToFile(_ node: Int) -> JSON? {
    guard text.isSwift, client.createsFiles, let source = text.sources.first(where: { $0.range.contains(Int(outline.nodes[node].start)) }),
      let statement = statement(around: source.range)
    else { return nil }
    let first = outline.definitions.first { source.range.contains(Int(outline.nodes[$0].start)) && outline.nodes[$0].hasName }
    guard let name = first.flatMap({ outline.nodes[$0].name }) else { return nil }
    let path = FilePath.file("\(name).graphql", in: FilePath.directory(of: text.path))
    guard project.indices[path] == nil, FileSystem.kind(path) == nil, project.configuration.takes(path) else { return nil }
    let content = unindented(text.text(source.range))
    let start = Position(line: 0, character: 0)
    return changes(
      "Move to '\(name).graphql'",
      [
        ["kind": "create", "uri": .string(DocumentURI.uri(path)), "options": ["overwrite": false]],
        fileEdit(path, TextRange(start, start), content),
        fileEdit(text.path, text.range(statement, client.encoding), ""),
      ])
  }

  /// The declaration that is nothing but a literal: `private let x = graphql("""…""")` on lines of its own, whose name occurs nowhere else.
  private func statement(around literal: Range<Int>) -> Range<Int>? {
    let bytes = text.bytes
    var start = literal.lowerBound
    // Back to the start of the line with the call.
    while start > 0, !bytes[start...].starts(with: "graphql(".utf8) { start -= 1 }
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var tokens = SwiftTokens(bytes, from: start)
    var names: [String] = []
    while let token = tokens.next(), token.text != "=" {
      guard token.isIdentifier, token.range.upperBound <= literal.lowerBound else { return nil }
      names.append(token.text)
    }
    guard tokens.next()?.text == "graphql", tokens.skip("("), names.count >= 2, let name = names.last else { return nil }
    guard ["let", "var"].contains(names[names.count - 2]) else { return nil }
    // The contents of the literal are no tokens.
    guard tokens.skip(")"), tokens.position > literal.upperBound else { return nil }
    var end = tokens.position
    while end < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[end]) { end += 1 }
    guard end == bytes.count || bytes[end] == 0x0A else { return nil }
    var all = SwiftTokens(bytes)
    var count = 0
    while let token = all.next() { if token.isIdentifier, token.text == name { count += 1 } }
    guard name == "_" || count == 1 else { return nil }
    // With an empty line before it.
    if start > 1 {
      let lineEnd = bytes[start - 2] == 0x0D ? start - 2 : start - 1
      if lineEnd > 0, bytes[lineEnd - 1] == 0x0A { start = lineEnd }
    }
    return start..<min(end + 1, bytes.count)
  }

  /// Moves a document into a literal at the end of the Swift file that is named like it.
  func moveToSwift(_ offset: Int) -> JSON? {
    guard client.deletesFiles, text.path.hasSuffix(".graphql"), text.role == .document, !text.hasTypeSystem else { return nil }
    let path = String(text.path.dropLast(".graphql".utf8.count)) + ".swift"
    guard let bytes = openTexts[path] ?? (try? FileSystem.read(path, limit: FileSizeLimit.source)), project.configuration.takes(path) else {
      return nil
    }
    let content = text.text(0..<text.bytes.count)
    var marks = ""
    while content.utf8.contains("\"\"\"\(marks)".utf8) || content.utf8.contains("\\\(marks)".utf8) { marks += "#" }
    let lines = content.lines.map { $0.allSatisfy(\.isWhitespace) ? "" : "  \($0)" }
    var body = lines.joined(separator: "\n")
    while body.hasSuffix("\n") { body.removeLast() }
    let name = (text.operations + text.fragments).min { $0.node < $1.node }?.name.string ?? "document"
    let literal =
      "private let \(name.prefix(1).lowercased())\(name.dropFirst())Document = graphql(\n  \(marks)\"\"\"\n\(body)\n  \"\"\"\(marks))\n"
    let swift = SwiftText(path: path, bytes: bytes)
    let separator = bytes.isEmpty ? "" : bytes.last == 0x0A ? "\n" : "\n\n"
    return changes(
      "Move into '\(FilePath.name(of: path))'",
      [
        fileEdit(path, swift.textRange(bytes.count..<bytes.count, client.encoding), separator + literal),
        ["kind": "delete", "uri": .string(uri(text))],
      ])
  }

  private func fileEdit(_ path: String, _ range: TextRange, _ text: String) -> JSON {
    ["textDocument": document(path), "edits": [["range": range.json, "newText": .string(text)]]]
  }

  private func changes(_ title: String, _ changes: [JSON]) -> JSON {
    ["title": .string(title), "kind": "refactor.rewrite", "edit": ["documentChanges": .array(changes)]]
  }

  /// The text of a literal without the indentation that all its lines have.
  private func unindented(_ text: String) -> String {
    var lines = text.lines.map(String.init)
    if lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    if lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    let depth = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(min(depth, $0.prefix { $0 == " " || $0 == "\t" }.count))) }.joined(separator: "\n") + "\n"
  }
}
