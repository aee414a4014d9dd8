import Foundation
import RelayLanguageServer
import Testing

@Suite struct AgentServerTests {
  private let session: Session
  private let server: AgentServer

  init() throws {
    session = try Session([
      "documents/Profile_user.graphql": "fragment Profile_user on User { name }\n",
      "documents/ProfileQuery.graphql": "query ProfileQuery { me { ...Profile_user } }\n",
    ])
    server = AgentServer(folder: session.root) { $0 == "unknown-field" ? "No such field." : nil }
  }

  private func ask(_ method: String, _ params: JSON) throws -> JSON {
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .init(stringLiteral: method), "params": params]
    return try #require(server.answer(request.text))
  }

  private func call(_ tool: String, _ arguments: JSON) throws -> (text: String, isError: Bool) {
    let result = try #require(try ask("tools/call", ["name": .init(stringLiteral: tool), "arguments": arguments])["result"])
    return (result["content"]?.array?.first?["text"]?.string ?? "", result["isError"]?.bool ?? true)
  }

  @Test func `the tools are listed, and none of them writes`() throws {
    #expect(try ask("initialize", ["protocolVersion": "2025-03-26"])["result"]?["protocolVersion"] == "2025-03-26")
    let tools = try #require(try ask("tools/list", [:])["result"]?["tools"]?.array)
    #expect(tools.count == 9)
    #expect(tools.allSatisfy { $0["annotations"]?["readOnlyHint"] == true && $0["inputSchema"]?["type"] == "object" })
  }

  @Test func `questions about the schema`() throws {
    #expect(try call("search_schema", ["text": "POST"]).text.contains("User.posts: [Post!]!"))
    #expect(try call("type", ["name": "User"]).text.contains("type User implements Node"))
    let unknown = try call("type", ["name": "Usr"])
    #expect(unknown.isError && unknown.text.contains("'User'"))
    let broken = try call("breaks_if", ["schema": "type Query { me: User }\ntype User { id: ID! }"])
    #expect(broken.text.contains("Profile_user.graphql:1:") && broken.text.contains("'name'"))
    #expect(try call("breaks_if", ["schema": .init(stringLiteral: Session.schema)]).text == "Nothing breaks.")
  }

  @Test func `questions about documents`() throws {
    let path = JSON(stringLiteral: session.root + "/documents/New.graphql")
    let found = try call("check_document", ["path": path, "text": "query NewQuery { me { nam } }"])
    #expect(found.text.contains("New.graphql:1:23: error: 'User' has no field 'nam'"))
    #expect(try call("fix", ["path": path, "text": "query NewQuery { me { nam } }"]).text == "query NewQuery { me { name } }")
    #expect(try call("check_document", ["path": path]).isError)
    #expect(try call("who_spreads", ["fragment": "Profile_user"]).text.contains("in ProfileQuery"))
    #expect(try call("swift_for", ["name": "Profile_user"]).text.contains("Profile_user"))
    #expect(try call("explain_diagnostic", ["id": "unknown-field"]).text == "No such field.")
    #expect(!FileManager.default.fileExists(atPath: session.root + "/documents/New.graphql"))
    // Without a build, nothing is known of what Swift reads.
    #expect(try call("who_reads", ["name": "Profile_user"]).isError)
  }

  @Test func `a file is written only by a server that may`() throws {
    let file = session.root + "/documents/Wrong.graphql"
    try "query WrongQuery { me { nam } }".write(toFile: file, atomically: false, encoding: .utf8)
    let path = JSON(stringLiteral: file)
    #expect(try call("fix", ["path": path]).text == "query WrongQuery { me { name } }")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("{ nam }"))
    let writer = AgentServer(folder: session.root, mayWrite: true)
    func ask(_ method: String, _ params: JSON) throws -> JSON {
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .init(stringLiteral: method), "params": params]
      return try #require(writer.answer(request.text)?["result"])
    }
    let tools = try #require(try ask("tools/list", [:])["tools"]?.array)
    #expect(tools.filter { $0["annotations"]?["readOnlyHint"] == false }.map { $0["name"] } == ["fix"])
    #expect(try ask("tools/call", ["name": "fix", "arguments": ["path": path]])["isError"] == false)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "query WrongQuery { me { name } }")
  }

  @Test func `what is no request is an error or nothing`() throws {
    #expect(server.answer(Array("{".utf8))?["error"]?["code"] == -32700)
    #expect(server.answer(Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)) == nil)
    #expect(try ask("x", [:])["error"]?["code"] == -32601)
    #expect(try ask("tools/call", ["name": "rm"])["error"]?["code"] == -32602)
    #expect(try call("type", [:]).isError)
    #expect(try call("type", ["name": 5]).isError)
  }
}
