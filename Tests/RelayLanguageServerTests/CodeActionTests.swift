import Foundation
import RelayCompilerCore
import RelayLanguageServer
import Testing

/// What code actions make of a document. Where one claims that nothing else is sent, the operations are compiled before and after.
@Suite struct CodeActionTests {
  private static let files = [
    "documents/Row_user.graphql":
      "fragment Row_user on User @argumentDefinitions(style: {type: \"String\"}) {\n  id\n  name(style: $style)\n}\n"
  ]

  private static let capabilities: JSON = [
    "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "delete", "rename"]]]
  ]

  /// A document after an action, and all documents of the project before and after.
  private struct Change {
    var text: String
    var before: [String: String]
    var after: [String: String]
  }

  /// - Parameter marked: the document, with `¦` at the place, or one at each end of a range.
  private func titles(_ marked: String, files: [String: String] = Self.files, file: String = "documents/Case.graphql") throws -> [String] {
    try actions(Session(files, capabilities: Self.capabilities), marked, file).compactMap { $0["title"]?.string }
  }

  private func actions(_ session: Session, _ marked: String, _ file: String) -> [JSON] {
    let parts = marked.components(separatedBy: "¦")
    session.open(file, parts.joined())
    func position(_ text: String) -> JSON {
      let lines = text.lines
      return ["line": .int(lines.count - 1), "character": .int(lines[lines.count - 1].utf16.count)]
    }
    let (start, end) = (position(parts[0]), position(parts.count > 2 ? parts[0] + parts[1] : parts[0]))
    let found = session.ask(
      "textDocument/codeAction",
      ["textDocument": ["uri": session.uri(file)], "range": ["start": start, "end": end], "context": ["diagnostics": []]])
    return found.array ?? []
  }

  private func apply(
    _ title: String, _ marked: String, files: [String: String] = Self.files, file: String = "documents/Case.graphql"
  ) throws -> Change {
    let session = try Session(files, capabilities: Self.capabilities)
    let found = actions(session, marked, file)
    let action = try #require(
      found.first { $0["title"]?.string?.hasPrefix(title) == true }, "\(found.compactMap { $0["title"]?.string })")
    var texts = files
    texts[file] = marked.replacingOccurrences(of: "¦", with: "")
    let before = texts
    for change in action["edit"]?["documentChanges"]?.array ?? [] {
      let uri = (change["textDocument"]?["uri"] ?? change["uri"])?.string ?? ""
      let name = uri.replacingOccurrences(of: "file://\(session.root)/", with: "")
      if change["kind"] == "delete" {
        texts[name] = nil
        continue
      }
      let edits = (change["edits"]?.array ?? []).reversed()
      var text = texts[name] ?? ""
      // From the end of the text; a server lists edits in no order.
      let ranges = edits.compactMap { edit -> (Range<String.Index>, String)? in
        guard let range = edit["range"], let start = index(range["start"], in: text), let end = index(range["end"], in: text) else {
          return nil
        }
        return (start..<end, edit["newText"]?.string ?? "")
      }
      for (range, replacement) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
        text.replaceSubrange(range, with: replacement)
      }
      texts[name] = text
    }
    return Change(text: texts[file] ?? "", before: before, after: texts)
  }

  private func index(_ position: JSON?, in text: String) -> String.Index? {
    guard let line = position?["line"]?.int, let character = position?["character"]?.int else { return nil }
    var start = text.startIndex
    for _ in 0..<line {
      guard let end = text[start...].firstIndex(of: "\n") else { return nil }
      start = text.index(after: end)
    }
    return text.utf16.index(start, offsetBy: character, limitedBy: text.endIndex)
  }

  /// What the operations of documents ask the server for: the selections with their fragments in place, by the name of the operation.
  private func sent(_ documents: [String: String]) throws -> [String: String] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: Session.schema)], as: .schema)
    for (name, text) in documents.sorted(by: { $0.key < $1.key }) {
      let file = SourceFile(path: name, text: text)
      input.add(name.hasSuffix(".swift") ? GraphQLLiterals.find(in: file).literals : [file], as: .document(output: nil))
    }
    let output = Compiler.compile(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    var result: [String: String] = [:]
    for case .operation(let operation) in output.artifacts {
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(ArtifactJSON.file(for: .operation(operation)))) as? [String: Any])
      let selections = try #require(json["operation"])
      result[operation.name.string] = String(
        decoding: try JSONSerialization.data(withJSONObject: selections, options: .sortedKeys), as: UTF8.self)
    }
    #expect(!result.isEmpty)
    return result
  }

  private func expectSame(_ change: Change) throws { #expect(try sent(change.before) == sent(change.after)) }

  // MARK: - Fragments

  @Test func `a fragment that fits is spread, and none that makes a cycle`() throws {
    #expect(try apply("Spread 'Row_user'", "query CaseQuery { me { i¦d } }").text == "query CaseQuery { me { id ...Row_user } }")
    #expect(
      try apply("Spread 'Row_user'", "query CaseQuery {\n  me {\n    i¦d\n  }\n}").text
        == "query CaseQuery {\n  me {\n    id\n    ...Row_user\n  }\n}")
    #expect(try !titles("query CaseQuery { me { posts(first: 1) { ti¦tle } } }").contains { $0.hasPrefix("Spread") })
    #expect(try !titles("query CaseQuery { me { i¦d ...Row_user } }").contains { $0.hasPrefix("Spread") })
    #expect(
      try !titles("fragment Row_user on User { i¦d }", files: [:], file: "documents/Row_user.graphql").contains { $0.hasPrefix("Spread") })
  }

  @Test func `selections become a fragment, and the same is sent`() throws {
    let whole = try apply("Extract fragment", "query CaseQuery {\n  m¦e {\n    id\n    name\n  }\n}\n")
    #expect(whole.text == "query CaseQuery {\n  me {\n    ...CaseQuery_me\n  }\n}\n\nfragment CaseQuery_me on User {\n  id\n  name\n}\n")
    try expectSame(whole)
    let part = try apply(
      "Extract fragment", "query CaseQuery($n: Int!) {\n  me {\n    id\n    ¦name\n    posts(first: $n) {\n      title\n    }¦\n  }\n}\n")
    #expect(part.text.contains("    id\n    ...CaseQuery_me\n"))
    try expectSame(part)
  }

  @Test func `what is extracted from a fragment gets its arguments`() throws {
    let marked = """
      query CaseQuery { me { ...Case_user @arguments(n: 3) } }
      fragment Case_user on User @argumentDefinitions(n: {type: "Int!"}) {
        id
        ¦posts(first: $n) { title }¦
      }
      """
    let change = try apply("Extract fragment", marked)
    #expect(change.text.contains("...Case_part @arguments(n: $n)"))
    #expect(change.text.contains("fragment Case_part on User @argumentDefinitions(n: {type: \"Int!\"})"))
    try expectSame(change)
  }

  @Test func `a fragment is put in the place of its spread, and the same is sent`() throws {
    let plain = try apply("Inline 'Row_user'", "query CaseQuery { me { ...Row¦_user @arguments(style: \"a\") } }\n")
    #expect(plain.text.contains("name(style: \"a\")") && !plain.text.contains("Row_user"))
    try expectSame(plain)
    let condition = try apply(
      "Inline 'Row_user'",
      "query CaseQuery($x: Boolean!) { node(id: 1) { id ...Row¦_user @alias @include(if: $x) @arguments(style: \"b\") } }\n")
    #expect(condition.text.contains("... on User @include(if: $x) {"))
    try expectSame(condition)
    // What is not passed has no value that could be written.
    #expect(try !titles("query CaseQuery { me { ...Row¦_user } }").contains { $0.hasPrefix("Inline") })
    #expect(try !titles("query CaseQuery { me { ...Row¦_user @relay(mask: false) } }").contains { $0.hasPrefix("Inline") })
  }

  // MARK: - Literals

  @Test func `a literal becomes a file, and a file a literal`() throws {
    let swift =
      "import RelayRuntime\n\nprivate let query = graphql(\n  \"\"\"\n  query Ca¦seQuery {\n    me { id }\n  }\n  \"\"\")\n\nstruct A {}\n"
    let moved = try apply("Move to 'CaseQuery.graphql'", swift, file: "documents/Case.swift")
    #expect(moved.after["documents/CaseQuery.graphql"] == "query CaseQuery {\n  me { id }\n}\n")
    #expect(moved.text == "import RelayRuntime\n\nstruct A {}\n")
    try expectSame(moved)
    // The constant is used.
    #expect(
      try !titles(swift + "let other = query\n", file: "documents/Case.swift").contains { $0.hasPrefix("Move") })

    let files = ["documents/Case.swift": "import RelayRuntime\n"]
    let back = try apply("Move into 'Case.swift'", "query CaseQuery {\n  m¦e { id }\n}\n", files: files)
    #expect(back.after["documents/Case.graphql"] == nil)
    #expect(
      back.after["documents/Case.swift"]
        == "import RelayRuntime\n\nprivate let caseQueryDocument = graphql(\n  \"\"\"\n  query CaseQuery {\n    me { id }\n  }\n  \"\"\")\n"
    )
    try expectSame(back)
  }

  @Test func `lines may end with CR LF`() throws {
    let swift =
      "import RelayRuntime\n\nprivate let query = graphql(\n  \"\"\"\n  query Ca¦seQuery {\n    me { id }\n  }\n  \"\"\")\n\nstruct A {}\n"
    let session = try Session([:], capabilities: Self.capabilities)
    let found = actions(session, swift.replacing("\n", with: "\r\n"), "documents/Case.swift").first {
      $0["title"] == "Move to 'CaseQuery.graphql'"
    }
    let edits = try #require(found?["edit"]?["documentChanges"]?.array)
    #expect(edits.compactMap { $0["edits"]?.array?.first?["newText"]?.string } == ["query CaseQuery {\n  me { id }\n}\n", ""])
    // With the empty line before it.
    #expect(edits.last?["edits"]?.array?.first?["range"]?["start"]?["line"] == 1)

    let files = ["documents/Case.swift": "import RelayRuntime\n"]
    let back = try apply("Move into 'Case.swift'", "query CaseQuery {\r\n  m¦e { id }\r\n}\r\n", files: files)
    #expect(back.after["documents/Case.swift"]?.hasSuffix("  query CaseQuery {\n    me { id }\n  }\n  \"\"\")\n") == true)
  }

  @Test func `a literal of one line gets neither line breaks nor quotes`() throws {
    let files = ["documents/Row_user.graphql": "fragment Row_user on User {\n  id\n  name\n}\n"]
    func offered(_ document: String, marks: String = "") throws -> [String] {
      try titles("let a = graphql(\(marks)\"\(document)\"\(marks))\n", files: files, file: "documents/Case.swift")
    }
    #expect(try !offered("query CaseQuery { m¦e { id } }").contains { $0.hasPrefix("Extract") })
    #expect(try !offered("query CaseQuery { m¦e }").contains("Add selections"))
    #expect(try !offered("query CaseQuery { me { ...Row¦_user } }").contains { $0.hasPrefix("Inline") })
    let fragment = "fragment Case_user on User { name(style: $¦s) }"
    #expect(try !offered(fragment).contains { $0.hasPrefix("Declare") })
    #expect(try offered(fragment, marks: "#").contains("Declare '$s: String'"))
    #expect(try offered("query CaseQuery { me { name(style: $¦s) } }").contains("Declare '$s: String'"))
    #expect(try offered("query CaseQuery { me { na¦me } }").contains("Add '@required'"))
  }

  @Test func `a fix that would end the literal is not offered`() throws {
    func fixes(_ literal: String) throws -> [String] {
      let session = try Session([:], capabilities: Self.capabilities)
      let marked = "let a = graphql(\(literal))\n"
      session.open("documents/Case.swift", marked.replacing("¦", with: ""))
      session.settle()
      return actions(session, marked, "documents/Case.swift").filter { $0["diagnostics"] != nil }.compactMap { $0["title"]?.string }
    }
    #expect(try fixes("\"query CaseQuery { me { name(style: ¦'b') } }\"") == [])
    #expect(try fixes("#\"query CaseQuery { me { name(style: ¦'b') } }\"#") == ["Replace by '\"b\"'"])
  }

  @Test func `edits of what is open have its version`() throws {
    let session = try Session(Self.files, capabilities: Self.capabilities)
    let (file, other) = (session.uri("documents/Case.graphql"), session.uri("documents/Row_user.graphql"))
    session.tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": file, "languageId": "graphql", "version": 7, "text": "query CaseQuery { me { ...Row_user } }\n"]])
    let edit = session.ask(
      "textDocument/rename",
      ["textDocument": ["uri": file], "position": ["line": 0, "character": 27], "newName": "Row_other"])
    let documents = edit["documentChanges"]?.array?.compactMap { $0["textDocument"] }
    #expect(documents == [["uri": file, "version": 7], ["uri": other, "version": nil]])
    let swift = "private let query = graphql(\n  \"\"\"\n  query Ot¦herQuery {\n    me { id }\n  }\n  \"\"\")\n"
    let moved = actions(session, swift, "documents/Case.swift").first { $0["title"] == "Move to 'OtherQuery.graphql'" }
    #expect(moved?["edit"]?["documentChanges"]?.array?.compactMap { $0["textDocument"]?["version"] } == [.null, 1])
  }

  // MARK: - Variables and names

  @Test func `a variable that nothing uses is removed`() throws {
    let first = try apply("Remove '$a'", "query CaseQuery($¦a: Int, $b: Int!) { me { posts(first: $b) { id } } }")
    #expect(first.text == "query CaseQuery($b: Int!) { me { posts(first: $b) { id } } }")
    let last = try apply("Remove '$a'", "query CaseQuery($b: Int!, $¦a: Int) { me { posts(first: $b) { id } } }")
    #expect(last.text == "query CaseQuery($b: Int!) { me { posts(first: $b) { id } } }")
    let only = try apply("Remove '$a'", "query CaseQuery($¦a: Int) { me { id } }")
    #expect(only.text == "query CaseQuery { me { id } }")
    #expect(try !titles("query CaseQuery($¦b: Int!) { me { posts(first: $b) { id } } }").contains { $0.hasPrefix("Remove") })
    // A fragment that is not there may use it.
    #expect(try !titles("query CaseQuery($¦b: Int!) { me { ...Missing } }").contains { $0.hasPrefix("Remove") })
  }

  @Test func `a variable is declared where it is missing`() throws {
    #expect(
      try apply("Declare '$b: Int!'", "query CaseQuery { me { posts(first: $¦b) { id } } }").text
        == "query CaseQuery($b: Int!) { me { posts(first: $b) { id } } }")
  }

  @Test func `directives are added to what can have them`() throws {
    #expect(
      try apply("Add '@required'", "query CaseQuery { me { na¦me } }").text == "query CaseQuery { me { name @required(action: LOG) } }")
    #expect(try apply("Add '@alias'", "query CaseQuery { me { ...Row¦_user } }").text == "query CaseQuery { me { ...Row_user @alias } }")
    #expect(try !titles("query CaseQuery { me { i¦d } }").contains { $0.contains("@required") })
  }

  @Test func `what is deprecated is replaced by what its reason names`() throws {
    let schema = """
      type Query { old: String @deprecated(reason: "Use `newer` instead."), newer: String, other: String, list(first: Int @deprecated(reason: "use count"), count: Int): Int, kind(of: Kind): Int }
      enum Kind { A @deprecated(reason: "B is better") B C }
      """
    let session = try Session([:], schema: schema, capabilities: Self.capabilities)
    func offered(_ marked: String) -> [String] { actions(session, marked, "documents/Case.graphql").compactMap { $0["title"]?.string } }
    #expect(offered("query CaseQuery { o¦ld }").contains("Replace by 'newer'"))
    #expect(offered("query CaseQuery { list(fi¦rst: 1) }").contains("Replace by 'count'"))
    #expect(offered("query CaseQuery { kind(of: A¦) }").contains("Replace by 'B'"))
    #expect(!offered("query CaseQuery { new¦er }").contains { $0.hasPrefix("Replace") })
  }

  @Test func `a definition is named after its file, everywhere`() throws {
    let files = ["documents/Other.graphql": "query OtherQuery { me { ...Wrong_user } }\n"]
    let fragment = try apply("Rename to 'Case_user'", "fragment Wro¦ng_user on User { id }\n", files: files)
    #expect(fragment.text == "fragment Case_user on User { id }\n")
    #expect(fragment.after["documents/Other.graphql"] == "query OtherQuery { me { ...Case_user } }\n")
    try expectSame(fragment)
    #expect(try apply("Rename to 'CaseQuery'", "query Wro¦ng { me { id } }").text == "query CaseQuery { me { id } }")
    #expect(try !titles("query CaseFe¦edQuery { me { id } }").contains { $0.hasPrefix("Rename") })
  }
}
