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
