import RelayLanguageServer
import Testing

@testable import RelayLanguageServer

@Suite struct CompletionTests {
  @Test func `unfinished text is completed by its place`() throws {
    let session = try Session([:])
    #expect(session.completions("{ ¦").starts(with: ["me", "node", "search"]))
    #expect(session.completions("{ me { na¦").contains("name"))
    #expect(
      session.completions("{ search(kind: ¦").prefix(3) == ["ANY", "USER", "POST"]
        || session.completions("{ search(kind: ¦").contains("ANY"))
    #expect(session.completions("{ search(¦") == ["kind", "filter", "first"])
    #expect(session.completions("{ search(kind: ANY, ¦") == ["filter", "first"])
    #expect(session.completions("{ search(filter: {¦") == ["text", "kind", "nested"])
    #expect(session.completions("{ search(filter: {text: \"\", nested: {kind: ¦").contains("POST"))
    #expect(session.completions("fragment F on ¦").contains("Result"))
    #expect(session.completions("query Q($a: ¦) { me { id } }").contains("Filter"))
    #expect(!session.completions("query Q($a: ¦) { me { id } }").contains("User"))
  }

  @Test func `an argument whose value is missing does not take the next argument's name`() throws {
    let session = try Session([:])
    #expect(session.completions("query Q($k: Kind) { search(kind: ¦, first: 1) { __typename } }").starts(with: ["$k"]))
  }

  @Test func `selections that are there already come last`() throws {
    let session = try Session([:])
    let labels = session.completions("{ me { id ¦ } }")
    #expect(try #require(labels.firstIndex(of: "name")) < #require(labels.firstIndex(of: "id")))
    let other = try Session(["documents/F.graphql": "fragment A on User { id }\nfragment B on User { id }"])
    #expect(other.completions("{ me { ...A ...¦ } }").suffix(2) == ["B", "A"])
  }

  @Test func `inline fragments on interfaces come after those on objects`() throws {
    let session = try Session([:])
    let labels = session.completions("{ search { ¦ } }").filter { $0.hasPrefix("... on ") }
    #expect(labels == ["... on User", "... on Post", "... on Node"])
  }

  @Test func `fragments that fit are offered without dots, and no cycle`() throws {
    let session = try Session([
      "documents/F.graphql":
        "fragment OfUser on User { id }\nfragment OfKind on Mutation { __typename }\nfragment Own on User { ...OfUser }"
    ])
    #expect(session.completions("fragment Case on User { ¦ }").contains("...OfUser"))
    #expect(!session.completions("fragment Case on User { ¦ }").contains("...OfKind"))
    #expect(session.completions("fragment Case on User { ...¦ }") == ["OfUser", "Own"])
    #expect(!session.completions("fragment OfUser on User { ...¦ }", file: "documents/F.graphql").contains("Own"))
  }

  @Test func `a variable that does not exist is declared`() throws {
    let session = try Session([:])
    let items = session.ask(
      "textDocument/completion", session.openMarked("documents/Case.graphql", "query Q { search(first: ¦) { __typename } }"))
    let item = try #require(items["items"]?.array?.first)
    #expect(item["label"] == "$first")
    #expect(item["additionalTextEdits"]?.array?.first?["newText"] == "($first: Int)")
  }

  @Test func `required arguments come as a snippet`() throws {
    let session = try Session([:])
    let items = session.ask("textDocument/completion", session.openMarked("documents/Case.graphql", "{ me { po¦ } }"))["items"]?.array ?? []
    #expect(items.first { $0["label"] == "posts" }?["insertText"] == "posts(first: ${1}) {\n  $0\n}")
  }

  @Test func `in a literal of one line, a snippet has no line break, and no quotes are written`() throws {
    let session = try Session([:])
    func items(_ document: String) -> [JSON] {
      let marked = session.openMarked("documents/Case.swift", "let a = graphql(\"\(document)\")\n")
      return session.ask("textDocument/completion", marked)["items"]?.array ?? []
    }
    #expect(items("{ me { po¦ } }").first { $0["label"] == "posts" }?["insertText"] == "posts(first: ${1}) { $0 }")
    #expect(items("{ search { ¦ } }").first { $0["label"] == "... on User" }?["insertText"] == "... on User { $0 }")
    #expect(items("fragment F on User { name(style: ¦) }").isEmpty)
    #expect(items("query Q { me { name(style: ¦) } }").map { $0["label"] } == ["$style"])
  }

  @Test func `types, interfaces and directives are completed inside of a schema`() throws {
    let session = try Session([:])
    #expect(session.completions(Session.schema + "\ntype T implements ¦", file: "schema.graphql") == ["Node"])
    #expect(session.completions(Session.schema + "\nextend type ¦", file: "schema.graphql").contains("User"))
    #expect(session.completions(Session.schema + "\ntype T { a: ¦ }", file: "schema.graphql").contains("Kind"))
    #expect(session.completions(Session.schema + "\ntype T { a: Int @¦ }", file: "schema.graphql").contains("deprecated"))
  }

  @Test func `the name of a fragment is one that is spread and missing, or one after the file`() throws {
    let session = try Session(["documents/F.graphql": "fragment Known on User { ...Wanted_user ...Known }"])
    #expect(session.completions("fragment ¦") == ["Wanted_user", "Case"])
    #expect(session.completions("fragment Ca¦ on User { ...Own }") == ["Own", "Wanted_user", "Case_user", "Case"])
    #expect(
      session.completions("fragment Kn¦ on User { id }", file: "documents/user-row.view.graphql")
        == ["Own", "Wanted_user", "UserRow_user", "UserRow"])
    #expect(session.completions("fragment ¦ on User { id }", file: "documents/1.graphql") == ["Own", "Wanted_user"])
    #expect(session.completions("fragment Known on User { id }\nfragment ¦", file: "documents/Known.graphql") == ["Own", "Wanted_user"])
  }

  @Test func `the name of an operation is one after the file, unless it is taken`() throws {
    let session = try Session(["documents/F.graphql": "query TakenQuery { me { id } }"])
    #expect(session.completions("query ¦ { me { id } }") == ["CaseQuery"])
    #expect(session.completions("query Ca¦ { me { id } }") == ["CaseQuery"])
    #expect(session.completions("mutation ¦ ") == ["CaseMutation"])
    #expect(session.completions("subscription ¦", file: "documents/NewsSubscription.graphql") == ["NewsSubscription"])
    #expect(session.completions("query ¦", file: "documents/Taken.graphql").isEmpty)
    #expect(session.completions("query Q { me { id } ¦", file: "documents/Other.graphql").contains("node"))
  }

  @Test func `a declaration of a variable is completed with what the operation uses`() throws {
    let session = try Session([
      "documents/F.graphql":
        "fragment F on User @argumentDefinitions(own: {type: \"Int!\"}) { posts(first: $own) { id } name(style: $style) }"
    ])
    let text = "query Q($id: ID!, $¦) { me { ...F } node(id: $id) { id } search(filter: {text: $text}, first: $id) { __typename } }"
    #expect(session.completions(text) == ["$text", "$style"].map { String($0.dropFirst()) })
    let items = session.ask("textDocument/completion", session.openMarked("documents/Case.graphql", text))["items"]?.array ?? []
    #expect(items.map { $0["insertText"] } == ["text: String!", "style: String"])
    #expect(session.completions("query Q($te¦: Int) { search(filter: {text: $text}) { __typename } }") == ["text"])
  }

  @Test func `the type of a fragment's argument is completed in its string`() throws {
    let session = try Session([:])
    for text in ["\"¦\"", "\"Fi¦\"", "\"[Fi¦!]\""] {
      let items = session.completions("fragment F on User @argumentDefinitions(a: {type: \(text)}) { id }")
      #expect(items.contains("Filter") && !items.contains("User"))
    }
  }

  @Test func `nothing is offered in a comment and outside of a literal`() throws {
    let session = try Session([:])
    #expect(session.completions("{ # ¦\n me { id } }").isEmpty)
    let swift = "let a = 1¦\nlet query = graphql(\"\"\"\n  query Q { me { id } }\n  \"\"\")\n"
    #expect(session.completions(swift, file: "documents/View.swift").isEmpty)
    let inside = "let query = graphql(\"\"\"\n  query Q { me { ¦ } }\n  \"\"\")\n"
    #expect(session.completions(inside, file: "documents/View.swift").contains("name"))
  }
}
