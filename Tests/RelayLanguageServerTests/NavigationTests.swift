import Foundation
import RelayCompilerCore
import RelayLanguageServer
import Testing

@Suite struct NavigationTests {
  private let fragment = ["documents/F.graphql": "fragment F on User {\n  name\n  posts(first: 1) { title }\n}\n"]

  @Test func `a name leads to its declaration`() throws {
    let session = try Session(fragment)
    #expect(session.places("definition", "{ me { ...F¦ } }") == ["documents/F.graphql:0"])
    #expect(session.places("definition", "{ me { na¦me } }") == ["schema.graphql:4"])
    #expect(session.places("definition", "query Q($x: Int) {\n  search(first: $¦x) { __typename } }") == ["documents/Case.graphql:0"])
    #expect(session.places("definition", "{ search(ki¦nd: ANY) { __typename } }") == ["schema.graphql:0"])
    #expect(session.places("definition", "{ search(kind: PO¦ST) { __typename } }") == ["schema.graphql:7"])
    #expect(session.places("definition", "fragment G on Us¦er { id }") == ["schema.graphql:4"])
    #expect(session.places("definition", "{ search(filter: {te¦xt: \"\"}) { __typename } }") == ["schema.graphql:8"])
    #expect(session.places("typeDefinition", "{ m¦e { id } }") == ["schema.graphql:4"])
    #expect(session.places("implementation", "{ node(id: 1) { ... on No¦de { id } } }") == ["schema.graphql:4", "schema.graphql:5"])
  }

  @Test func `references are found in all documents, with and without the declaration`() throws {
    let session = try Session(fragment)
    let marked = "query Q { me { ...F¦ } node(id: 1) {\n ...F } }"
    #expect(
      session.places("references", marked, ["includeDeclaration": true]) == [
        "documents/Case.graphql:0", "documents/Case.graphql:1", "documents/F.graphql:0",
      ])
    #expect(
      session.places("references", marked, ["includeDeclaration": false]) == ["documents/Case.graphql:0", "documents/Case.graphql:1"])
    #expect(
      session.places("references", "{ me { na¦me } }", ["includeDeclaration": false]) == [
        "documents/Case.graphql:0", "documents/F.graphql:1",
      ])
  }

  @Test func `a variable's references reach the fragments that use it`() throws {
    let session = try Session(["documents/F.graphql": "fragment F on User {\n posts(first: $x) { id }\n}"])
    #expect(
      session.places("references", "query Q($¦x: Int!) { me { ...F } }", ["includeDeclaration": true]) == [
        "documents/Case.graphql:0", "documents/F.graphql:1",
      ])
  }

  @Test func `hover shows the declaration, also of an alias and of the argument that gets a value`() throws {
    let session = try Session(fragment)
    #expect(session.hover("{ me { na¦me } }").contains("User.name(style: String): String"))
    #expect(session.hover("{ me { ali¦as: name } }").contains("User.name"))
    #expect(session.hover("{ me { ol¦d } }").contains("Deprecated: No longer supported"))
    #expect(session.hover("{ me { name(style: \"lo¦ng\") } }").contains("style: String"))
    #expect(session.hover("{ me { posts¦ } }").contains("Their posts."))
    #expect(session.hover("fragment G on Us¦er { id }").contains("type User implements Node"))
    #expect(session.hover("{ me { ...F¦ } }").contains("fragment F on User"))
    #expect(session.hover("{ me { __type¦name } }").contains("String!"))
  }

  @Test func `a value that is no name leads to the argument that gets it`() throws {
    let session = try Session(fragment)
    #expect(session.places("definition", "{ me { name(style: \"lo¦ng\") } }") == ["schema.graphql:4"])
    #expect(session.places("definition", "{ search(filter: {text: \"¦\"}) { __typename } }") == ["schema.graphql:8"])
    #expect(session.places("definition", "{ me { posts(first: 1¦0) { id } } }") == ["schema.graphql:4"])
    #expect(session.places("definition", "{ me { unknown(first: 1¦0) { id } } }").isEmpty)
  }

  @Test func `the type of a fragment's argument is known in its string`() throws {
    let session = try Session(
      [
        "relay.config.json": #"{"schema": "./schema.graphql", "schemaExtensions": ["./client"], "src": "./documents"}"#,
        "client/local.graphql": "input Local { a: Int }\nextend type User { local(by: Local): Int }\n",
      ])
    let marked = "fragment F on User @argumentDefinitions(a: {type: \"[Lo¦cal!]\"}) {\n id }"
    #expect(session.places("definition", marked) == ["client/local.graphql:0"])
    #expect(session.hover(marked).contains("input Local"))
    let all = ["client/local.graphql:0", "client/local.graphql:1", "documents/Case.graphql:0"]
    #expect(session.places("references", marked, ["includeDeclaration": true]) == all)
    guard case .object(let members) = session.openMarked("documents/Case.graphql", marked) else { return }
    let edit = session.ask("textDocument/rename", .object(members + [JSON.Member("newName", "Renamed")]))
    let edits = try #require(edit["changes"]?[session.uri("documents/Case.graphql").string ?? ""]?.array)
    #expect(edits.map { $0["range"]?["start"]?["character"]?.int } == [52])
    #expect(edits.map { $0["range"]?["end"]?["character"]?.int } == [57])
    // The same text is only a string elsewhere.
    #expect(session.places("definition", "query Q { me { name(type: \"Lo¦cal\") } }").isEmpty)
    #expect(session.places("definition", "fragment F on User @argumentDefinitions(a: {defaultValue: \"Lo¦cal\"}) { id }").isEmpty)
  }

  @Test func `a type in a string has no token of its own, because tokens must not overlap`() throws {
    let session = try Session([:])
    let params = session.openMarked("documents/Case.graphql", "fragment F on User @argumentDefinitions(a: {type: \"[Int¦!]\"}) { id }")
    let data = try #require(session.ask("textDocument/semanticTokens/full", params)["data"]?.array).compactMap(\.int)
    var (start, end) = (0, 0)
    for token in stride(from: 0, to: data.count, by: 5) {
      start += data[token + 1]
      #expect(data[token] == 0 && start >= end)
      end = start + data[token + 2]
    }
    #expect(data.count == 5 * 7)
  }

  @Test func `what no schema declares is shown in a file of the server`() throws {
    let folder = NSTemporaryDirectory() + "relay-built-in-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = try Session(fragment, tools: ServerTools(builtInFile: BuiltInFile(folder: folder + "/caches")))
    func line(_ marked: String) throws -> Substring? {
      let location = try #require(session.places("definition", marked).first)
      let parts = location.split(separator: ":")
      #expect(parts[1] == "//" + folder + "/caches/BuiltIn.graphql")
      let text = try String(contentsOfFile: folder + "/caches/BuiltIn.graphql", encoding: .utf8)
      return text.split(separator: "\n", omittingEmptySubsequences: false)[try #require(Int(parts[2]))]
    }
    #expect(try line("query Q @relay¦_test_operation { me { id } }")?.hasPrefix("directive @relay_test_operation(") == true)
    #expect(try line("{ me { id @required(act¦ion: NONE) } }")?.hasPrefix("directive @required(action: ") == true)
    #expect(try line("{ me { id @required(action: NO¦NE) } }") == "  NONE")
    #expect(try line("query Q($a: In¦t) { me { id } }") == "scalar Int")
    #expect(try line("{ me { ...F @argu¦ments(a: 1) } }") == "directive @arguments on FRAGMENT_SPREAD")
    #expect(try line("{ __schema { ty¦pes { name } } }") == "  types: [__Type!]!")
    // A server that does not write has no such place, and neither does what is unknown.
    #expect(session.places("definition", "{ me { id @unk¦nown } }").isEmpty)
    #expect(try Session(fragment).places("definition", "{ me { id @sk¦ip(if: true) } }").isEmpty)
  }

  @Test func `the file of what no schema declares is valid, described, and has no diagnostics when it is opened`() throws {
    let folder = NSTemporaryDirectory() + "relay-built-in-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = try Session(fragment, tools: ServerTools(builtInFile: BuiltInFile(folder: folder)))
    #expect(!session.places("definition", "{ me { id @sk¦ip(if: true) } }").isEmpty)
    let text = try String(contentsOfFile: folder + "/BuiltIn.graphql", encoding: .utf8)
    let uri = JSON.string("file://" + folder + "/BuiltIn.graphql")
    session.tell("textDocument/didOpen", ["textDocument": ["uri": uri, "languageId": "graphql", "version": 1, "text": .string(text)]])
    session.settle()
    #expect(session.publishedDiagnostics.filter { $0.key.hasSuffix("BuiltIn.graphql") }.allSatisfy { $0.value.isEmpty })
    let (document, diagnostics) = Parser.parse(SourceFile(path: "BuiltIn.graphql", text: text), file: .generated)
    #expect(diagnostics.isEmpty && !document.definitions.isEmpty)
    let lines = text.split(separator: "\n")
    let undescribed = lines.indices.filter { lines[$0].hasPrefix("directive ") && lines[$0 - 1] != "\"\"\"" }.map { lines[$0] }
    #expect(undescribed.isEmpty)
  }

  @Test func `renaming a fragment changes every spread`() throws {
    let session = try Session(fragment)
    var params = session.openMarked("documents/Case.graphql", "query Q { me { ...F¦ ...F } }")
    if case .object(let members) = params { params = .object(members + [JSON.Member("newName", "G")]) }
    let edit = session.ask("textDocument/rename", params)
    guard case .object(let files)? = edit["changes"] else {
      Issue.record("no edits: \(edit)")
      return
    }
    #expect(files.count == 2)
    #expect(files.flatMap { $0.value.array ?? [] }.count == 3)
    #expect(session.ask("textDocument/prepareRename", params)["placeholder"] == "F")
  }

  @Test func `names of the server's schema are not renamed, and no name is taken twice`() throws {
    let session = try Session(fragment)
    func rename(_ marked: String, _ name: JSON) -> JSON {
      guard case .object(let members) = session.openMarked("documents/Case.graphql", marked) else { return .null }
      return session.ask("textDocument/rename", .object(members + [JSON.Member("newName", name)]))
    }
    #expect(rename("{ me { na¦me } }", "x")["code"] == -32602)
    #expect(rename("query Q { me { ...F } } fragment G¦ on User { id }", "F")["code"] == -32602)
    #expect(rename("query Q { me { ...F¦ } }", "1x")["code"] == -32602)
    #expect(rename("query Q { me { ...F¦ } }", nil)["code"] == -32602)
    #expect(rename("query Q($a¦: Int, $b: Int) { me { id } }", "b")["code"] == -32602)
  }

  @Test func `definitions of a file and of the workspace are listed`() throws {
    let session = try Session(fragment)
    session.open("documents/Case.graphql", "query Q { me { id } }\nquery { me { id } }")
    let symbols = session.ask("textDocument/documentSymbol", ["textDocument": ["uri": session.uri("documents/Case.graphql")]])
    #expect(symbols.array?.compactMap { $0["name"]?.string } == ["Q", "query"])
    #expect(symbols.array?.first?["children"]?.array?.first?["children"]?.array?.first?["name"] == "id")
    let found = session.ask("workspace/symbol", ["query": "usr"])
    #expect(found.array?.compactMap { $0["name"]?.string } == ["User"])
  }
}
