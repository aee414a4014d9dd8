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

  @Test func `types, interfaces and directives are completed inside of a schema`() throws {
    let session = try Session([:])
    #expect(session.completions(Session.schema + "\ntype T implements ¦", file: "schema.graphql") == ["Node"])
    #expect(session.completions(Session.schema + "\nextend type ¦", file: "schema.graphql").contains("User"))
    #expect(session.completions(Session.schema + "\ntype T { a: ¦ }", file: "schema.graphql").contains("Kind"))
    #expect(session.completions(Session.schema + "\ntype T { a: Int @¦ }", file: "schema.graphql").contains("deprecated"))
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
