import RelayLanguageServer
import Testing

@Suite struct RobustnessTests {
  @Test func `wrong parameters are an error, and the next request is answered`() throws {
    let session = try Session([:])
    session.open("documents/Case.graphql", "{ me { id } }")
    let document: JSON = ["uri": session.uri("documents/Case.graphql")]
    let wrong: [JSON] = [
      .null, [], "x", 1, ["textDocument": 1], ["textDocument": ["uri": 5]], ["textDocument": document],
      ["textDocument": document, "position": ["line": -1, "character": 0]],
      ["textDocument": document, "position": ["line": "a", "character": 0]],
    ]
    for params in wrong { #expect(session.ask("textDocument/hover", params)["code"] == -32602, "\(params)") }
    let far: JSON = ["textDocument": document, "position": ["line": 4_000_000_000, "character": 4_000_000_000]]
    #expect(session.ask("textDocument/hover", far) == .null)
    #expect(session.ask("nonsense", .null)["code"] == -32601)
    #expect(session.ask("textDocument/hover", ["textDocument": document, "position": ["line": 0, "character": 3]])["contents"] != nil)
  }

  @Test func `messages that are none are answered, and nothing is answered before the start and after the end`() throws {
    let session = try Session([:])
    session.handleMalformed()
    #expect(session.last["error"]?["code"] == -32700)
    session.handle([1])
    #expect(session.last["error"]?["code"] == -32600)
    session.handle(["jsonrpc": "2.0", "id": 1.5.json, "method": "x"])
    #expect(session.last["error"]?["code"] == -32600)
    session.tell("textDocument/didChange", ["textDocument": ["uri": "file:///nowhere"], "contentChanges": [5]])
    session.tell("textDocument/didOpen", .null)
    #expect(session.ask("shutdown", .null) == .null)
    #expect(session.ask("textDocument/hover", .null)["code"] == -32600)
    session.tell("exit", .null)
    #expect(session.exitStatus == 0)
  }

  @Test func `deeply nested text is answered`() throws {
    let session = try Session([:])
    for text in [
      String(repeating: "{ a ", count: 5000), "{ a(b: " + String(repeating: "[{c: ", count: 5000),
      String(repeating: "query Q($a: ", count: 2000),
    ] {
      session.open("documents/Case.graphql", text)
      for method in ["hover", "completion", "definition", "references"] {
        let params: JSON = ["textDocument": ["uri": session.uri("documents/Case.graphql")], "position": ["line": 0, "character": 3000]]
        #expect(session.ask("textDocument/" + method, params)["code"] == nil)
      }
    }
  }

  @Test func `every place of every cut text is answered`() throws {
    let session = try Session([
      "documents/F.graphql": "fragment F on User @argumentDefinitions(n: {type: \"Int!\"}) { posts(first: $n) { title } }"
    ])
    let text =
      "query Q($a: [Int!]! = [1], $k: Kind) @x(y: {z: [$a, 1.5]}) { me { b: name(style: \"\\\"\") ...F @arguments(n: 1) ... on User { id } } search(kind: $k, filter: {text: \"𝄞\", nested: {kind: ANY}}) { __typename } }"
    let document: JSON = ["uri": session.uri("documents/Case.graphql")]
    session.open("documents/Case.graphql", "")
    var answered = 0
    for end in stride(from: 0, through: text.count, by: 3) {
      session.change("documents/Case.graphql", ["text": .init(stringLiteral: String(text.prefix(end)))])
      for character in [end, max(0, end - 7), end / 2] {
        let params: JSON = ["textDocument": document, "position": ["line": 0, "character": .int(character)]]
        for method in ["completion", "hover", "signatureHelp", "definition", "documentHighlight"] {
          #expect(session.ask("textDocument/" + method, params)["code"] == nil)
          answered += 1
        }
      }
      for method in ["semanticTokens/full", "foldingRange", "documentSymbol", "codeLens", "documentLink"] {
        #expect(session.ask("textDocument/" + method, ["textDocument": document])["code"] == nil)
      }
    }
    #expect(answered > 500)
  }

  @Test func `what a client's buffer contains is never too strange for a message`() throws {
    #expect(try JSONReader.read(Array(#"["\ud83d", "\ud834\udd1e", "\ud83dx"]"#.utf8)) == ["\u{FFFD}", "𝄞", "\u{FFFD}x"])
    #expect(try JSONReader.read([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]) == "\u{FFFD}")
    #expect(throws: JSONReader.Malformed.self) { try JSONReader.read(Array(String(repeating: "[", count: 100_000).utf8)) }
    #expect(throws: JSONReader.Malformed.self) { try JSONReader.read(Array("{\"a\": ".utf8)) }
    let text: JSON = ["k": ["\"\\\n\u{1}é𝄞", 5, true, nil]]
    #expect(try JSONReader.read(text.text) == text)
  }
}

extension Double {
  fileprivate var json: JSON { .double(self) }
}
