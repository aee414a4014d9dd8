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
    #expect(tools.allSatisfy { $0["annotations"]?["destructiveHint"] == false })
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
    #expect(tools.filter { $0["annotations"]?["destructiveHint"] == true }.map { $0["name"] } == ["fix"])
    #expect(try ask("tools/call", ["name": "fix", "arguments": ["path": path]])["isError"] == false)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "query WrongQuery { me { name } }")
  }

  @Test func `a link to a document stays one, and permissions stay`() throws {
    let (target, link) = (session.root + "/Wrong.graphql", session.root + "/documents/Wrong.graphql")
    try "query WrongQuery { me { nam } }".write(toFile: target, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o662], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../Wrong.graphql")
    let request: JSON = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": ["name": "fix", "arguments": ["path": .init(stringLiteral: link)]],
    ]
    let answer = try #require(AgentServer(folder: session.root, mayWrite: true).answer(request.text))
    #expect(answer["result"]?["isError"] == false)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "query WrongQuery { me { name } }")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../Wrong.graphql")
    #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o662)
  }

  @Test func `a literal of one line gets no quotes`() throws {
    let path = JSON(stringLiteral: session.root + "/documents/View.swift")
    func fixed(_ text: String) throws -> String { try call("fix", ["path": path, "text": .init(stringLiteral: text)]).text }
    let plain = "let a = graphql(\"query ViewQuery { me { name(style: 'b') } }\")\n"
    #expect(try fixed(plain) == plain)
    #expect(
      try fixed("let a = graphql(#\"query ViewQuery { me { name(style: 'b') } }\"#)\n")
        == "let a = graphql(#\"query ViewQuery { me { name(style: \"b\") } }\"#)\n")
  }

  @Test func `what is no request is an error or nothing`() throws {
    #expect(server.answer(Array("{".utf8))?["error"]?["code"] == -32700)
    #expect(server.answer(Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)) == nil)
    #expect(try ask("x", [:])["error"]?["code"] == -32601)
    #expect(try ask("tools/call", ["name": "rm"])["error"]?["code"] == -32602)
    #expect(try call("type", [:]).isError)
    #expect(try call("type", ["name": 5]).isError)
  }

  @Test func `each message of an array is answered`() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    let answers = try #require(server.answer(Array("[\(ping), \(notification), 5, {\"id\":\"b\",\"method\":\"x\"}]".utf8))?.array)
    #expect(answers.map { $0["id"] } == [1, JSON.null, "b"])
    #expect(answers.map { $0["error"]?["code"]?.int } == [nil, -32600, -32601])
    #expect(server.answer(Array("[\(notification)]".utf8)) == nil)
    #expect(server.answer(Array("[]".utf8))?["error"]?["code"] == -32600)
  }

  @Test func `what is wrong is answered, whatever its id`() throws {
    let cases: [(line: String, id: JSON, code: Int)] = [
      (#"5"#, .null, -32600), (#""a""#, .null, -32600), (#"{"foo":1}"#, .null, -32600), (#"{"id":3}"#, 3, -32600),
      (#"{"id":[],"method":"ping"}"#, .null, -32600), (#"{"id":null,"method":"ping"}"#, .null, -32600),
      (#"{"id":4.0,"method":"x"}"#, .double(4), -32601),
    ]
    for (line, id, code) in cases {
      let answer = try #require(server.answer(Array(line.utf8)))
      #expect(answer["id"] == id, "\(line)")
      #expect(answer["error"]?["code"]?.int == code, "\(line)")
    }
  }

  @Test func `an answer gets none`() {
    #expect(server.answer(Array(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8)) == nil)
  }

  @Test func `in a package with several modules, each is a project`() throws {
    let package = try Session([
      "relay.config.json": #"{"schema": "./schema.graphql"}"#, "Package.swift": "// swift-tools-version: 6.0",
      "Sources/Rows/Row_user.graphql": "fragment Row_user on User { name }\nfragment Same_user on User { id }\n",
      "Sources/App/AppQuery.graphql": "query AppQuery { me { ...Row_user } }\n",
      "Sources/Other/Same_user.graphql": "fragment Same_user on User { name }\n",
    ])
    let tools = ServerTools(describePackage: { folder in
      [("Rows", []), ("App", ["Rows"]), ("Other", [])].map { PackageModule(name: $0, root: "\(folder)/Sources/\($0)", below: $1) }
    })
    let server = AgentServer(folder: package.root, tools: tools)
    func call(_ tool: String, _ arguments: JSON) throws -> String {
      let request: JSON = [
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["name": .init(stringLiteral: tool), "arguments": arguments],
      ]
      return try #require(server.answer(request.text)?["result"]?["content"]?.array?.first?["text"]?.string)
    }
    func path(_ file: String) -> JSON { .init(stringLiteral: package.root + "/Sources/" + file) }
    for file in ["App/AppQuery.graphql", "Rows/Row_user.graphql", "Other/Same_user.graphql"] {
      #expect(try call("check_document", ["path": path(file)]) == "The document has no errors.")
    }
    let unseen = "fragment Same_user on User { ...Row_user }"
    #expect(
      try call("check_document", ["path": path("Other/Same_user.graphql"), "text": .init(stringLiteral: unseen)]).contains("Row_user"))
    #expect(try call("fix", ["path": path("App/New.graphql"), "text": "query NewQuery { me { nam ...Row_user } }"]).contains("{ name ..."))
    // Each line once, though three projects have the schema.
    #expect(try call("search_schema", ["text": "title"]) == "Post.title: String!")
    #expect(try call("type", ["name": "Post"]).contains("title: String!"))
    #expect(try call("who_spreads", ["fragment": "Row_user"]).contains("AppQuery.graphql:1:26: in AppQuery"))
    #expect(try call("swift_for", ["name": "AppQuery"]).contains("struct AppQuery"))
    let broken = try call("breaks_if", ["schema": "type Query { me: User }\ntype User { id: ID! }"])
    #expect(
      broken.components(separatedBy: "\n").count == 2 && broken.contains("Row_user.graphql:1:") && broken.contains("Same_user.graphql:1:"))
  }

  @Test func `with several schemas, a question about one names it`() throws {
    let package = try Session([
      "A/relay.config.json": #"{"schema": "./schema.graphql"}"#, "A/schema.graphql": "type Query { a: Int }",
      "A/A.graphql": "query AQuery { a }",
      "B/relay.config.json": #"{"schema": "./schema.graphql"}"#, "B/schema.graphql": "type Query { b: Int }",
      "B/B.graphql": "query BQuery { b }",
    ])
    let server = AgentServer(folder: package.root)
    func call(_ arguments: JSON) throws -> (text: String, isError: Bool) {
      let request: JSON = [
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["name": "breaks_if", "arguments": arguments],
      ]
      let result = try #require(server.answer(request.text)?["result"])
      return (result["content"]?.array?.first?["text"]?.string ?? "", result["isError"]?.bool ?? true)
    }
    let unnamed = try call(["schema": "type Query { b: Int }"])
    #expect(unnamed.isError && unnamed.text.contains("A/schema.graphql"))
    let path = JSON(stringLiteral: package.root + "/A/schema.graphql")
    let broken = try call(["schema": "type Query { b: Int }", "path": path])
    #expect(!broken.isError && broken.text.contains("A.graphql:1:16") && !broken.text.contains("B.graphql"))
    #expect(try call(["schema": "type Query { b: Int }", "path": "/nowhere.graphql"]).isError)
  }
}
