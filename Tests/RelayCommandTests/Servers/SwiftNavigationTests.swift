#if os(macOS) || os(Linux)
  import Foundation
  import RelayLanguageServer
  import TestSupport
  import Testing

  @testable import relay

  /// The language server beside the index of a small build. Its generated code is a stand-in with the declarations of the real one.
  @Suite struct SwiftNavigationTests {
    private static let files = [
      "relay.config.json": #"{"schema": "schema.graphql", "schemaExtensions": ["client.graphql"], "src": "src"}"#,
      "schema.graphql": "type Query { me: User, node(id: ID!): User }\ntype User { id: ID!, name: String, friend: User }\n",
      "client.graphql": "type Draft { text: String }\nextend type User { draft: Draft }\n",
      "src/Feed.graphql": """
      query FeedQuery($id: ID!) {
        me {
          handle: name
          friend { name }
          draft { text }
          ...Card_user
        }
        node(id: $id) { name }
      }

      fragment Card_user on User {
        name
        unread: name
      }

      """,
      "src/Feed.graphql.swift": """
      struct Pointer {}
      struct Fragments<Parent> { var parent: Parent }
      struct FeedQuery {
        var variables: Variables
        init(id: String) { self.init(variables: .init(id: id)) }
        init(variables: Variables) { self.variables = variables }
      }
      extension FeedQuery {
        struct Variables {
          init(id: String) {}
          var id: String { "" }
        }
        struct Data {
          var me: User_me? { nil }
          var node: User_node? { nil }
          struct User_me: Card_user_Key {
            var handle: String? { nil }
            var friend: User_friend? { nil }
            var draft: Draft_draft? { nil }
            var fragment_Card_user: Pointer { .init() }
            var fragments: Fragments<User_me> { .init(parent: self) }
            struct User_friend { var name: String? { nil } }
            struct Draft_draft { var text: String? { nil } }
          }
          struct User_node { var name: String? { nil } }
        }
      }
      struct Card_user {}
      extension Card_user {
        struct Data {
          var name: String? { nil }
          var unread: String? { nil }
        }
      }
      protocol Card_user_Key { var fragment_Card_user: Pointer { get } }
      extension Fragments where Parent: Card_user_Key { var card_user: Card_user { .init() } }

      """,
      "src/App.swift": """
      let é = FeedQuery(id: "1"), variables = FeedQuery.Variables(id: "2").id
      func text(_ data: FeedQuery.Data) -> [String?] {
        let draft: FeedQuery.Data.User_me.Draft_draft? = data.me?.draft
        return [data.me?.handle, data.me?.friend?.name, draft?.text] + [data.node].map { $0?.name }
      }
      func card(_ key: some Card_user_Key, _ me: FeedQuery.Data.User_me) -> [String?] {
        let data = Card_user.Data()
        _ = (key.fragment_Card_user, me.fragments.card_user, \\Card_user.Data.name)
        return [data.name]
      }

      """,
    ]

    /// A server with a project that has been built.
    private final class Client {
      let folder: ProjectFolder
      private let inbox = Inbox()
      private let server: LanguageServer
      private let sent = Sent()
      private var id = 0

      private final class Sent { var messages: [JSON] = [] }

      init(isBuilt: Bool = true) async throws {
        folder = try ProjectFolder(SwiftNavigationTests.files)
        if isBuilt {
          let arguments = ["swiftc", "-c", "-module-name", "App", "-parse-as-library", "-index-store-path", folder.path("index")]
          let sources = [folder.path("src/Feed.graphql.swift"), folder.path("src/App.swift")]
          let run = try await ProcessRun.result(of: URL(filePath: "/usr/bin/env"), arguments + sources, in: folder.url)
          try #require(run.status == 0, "\(run)")
        }
        let sent = sent
        server = LanguageServer(inbox: inbox, tools: .all(indexStore: folder.path("index"))) { sent.messages.append($0) }
        _ = ask("initialize", ["rootUri": .string("file://" + folder.path(""))])
        server.handle(.message(["jsonrpc": "2.0", "method": "initialized", "params": [:]]))
      }

      func ask(_ method: String, _ params: JSON) -> JSON {
        id += 1
        server.handle(.message(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": params]))
        while true {
          if let answer = sent.messages.last(where: { $0["id"] == .int(id) && $0["method"] == nil }) {
            return answer["result"] ?? answer["error"] ?? .null
          }
          server.handle(inbox.next())
        }
      }

      var warnings: [String] {
        sent.messages.filter { $0["method"] == "window/showMessage" }.compactMap { $0["params"]?["message"]?.string }
      }

      /// The parameters of a request at the start of a text in a file.
      func place(_ text: String, in file: String, _ extra: [JSON.Member] = []) throws -> JSON {
        let content = try String(contentsOfFile: folder.path(file), encoding: .utf8)
        let range = try #require(content.range(of: text))
        let lines = content[..<range.lowerBound].components(separatedBy: "\n")
        let position: JSON = ["line": .int(lines.count - 1), "character": .int(lines[lines.count - 1].utf16.count)]
        return .object(
          [
            JSON.Member("textDocument", ["uri": .string("file://" + folder.path(file))]), JSON.Member("position", position),
          ] + extra)
      }

      /// The texts after a rename.
      func rename(_ text: String, in file: String = "src/Feed.graphql", to name: String) throws -> [String: String] {
        let edit = ask("textDocument/rename", try place(text, in: file, [JSON.Member("newName", .string(name))]))
        guard case .object(let changes)? = edit["changes"] else {
          Issue.record("no edit: \(edit)")
          return [:]
        }
        var result: [String: String] = [:]
        for change in changes {
          let path = change.key.replacingOccurrences(of: "file://", with: "")
          var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
          let edits = (change.value.array ?? []).compactMap { edit -> (line: Int, start: Int, end: Int, text: String)? in
            guard let start = edit["range"]?["start"], let end = edit["range"]?["end"], let line = start["line"]?.int,
              let from = start["character"]?.int, let to = end["character"]?.int
            else { return nil }
            return (line, from, to, edit["newText"]?.string ?? "")
          }
          for edit in edits.sorted(by: { ($0.line, $0.start) > ($1.line, $1.start) }) {
            let line = lines[edit.line]
            let start = line.utf16.index(line.startIndex, offsetBy: edit.start)
            let end = line.utf16.index(line.startIndex, offsetBy: edit.end)
            lines[edit.line].replaceSubrange(start..<end, with: edit.text)
          }
          result[URL(filePath: path).lastPathComponent] = lines.joined(separator: "\n")
        }
        return result
      }

      /// `file:line` of locations, from 0.
      func lines(_ method: String, _ text: String, in file: String) throws -> [String] {
        let found = ask("textDocument/" + method, try place(text, in: file, [JSON.Member("context", ["includeDeclaration": true])]))
        return (found.array ?? []).compactMap { location in
          guard let uri = location["uri"]?.string, let line = location["range"]?["start"]?["line"]?.int else { return nil }
          return "\(URL(string: uri)?.lastPathComponent ?? ""):\(line)"
        }.sorted()
      }
    }

    @Test func `renaming a fragment changes all that is named after it in Swift`() async throws {
      let client = try await Client()
      let texts = try client.rename("Card_user on", to: "Badge_user")
      #expect(texts["Feed.graphql"]?.contains("...Badge_user") == true)
      #expect(
        texts["App.swift"]?.contains(
          """
          func card(_ key: some Badge_user_Key, _ me: FeedQuery.Data.User_me) -> [String?] {
            let data = Badge_user.Data()
            _ = (key.fragment_Badge_user, me.fragments.badge_user, \\Badge_user.Data.name)
          """) == true)
      // What is generated is generated again.
      #expect(texts.keys.sorted() == ["App.swift", "Feed.graphql"])
      #expect(client.warnings == [])
    }

    @Test func `renaming an operation, a variable, an alias and a client type`() async throws {
      let client = try await Client()
      let operation = try client.rename("FeedQuery", to: "HomeQuery")["App.swift"] ?? ""
      #expect(operation.contains("é = HomeQuery(id: \"1\"), variables = HomeQuery.Variables(id: \"2\").id"))
      #expect(!operation.contains("FeedQuery"))
      let variable = try client.rename("id: ID!)", to: "user")["App.swift"] ?? ""
      #expect(variable.contains("é = FeedQuery(user: \"1\"), variables = FeedQuery.Variables(user: \"2\").user"))
      let alias = try client.rename("handle", to: "nick")["App.swift"] ?? ""
      #expect(alias.contains("[data.me?.nick, data.me?.friend?.name"))
      let type = try client.rename("Draft {", in: "client.graphql", to: "Note")
      #expect(type["client.graphql"] == "type Note { text: String }\nextend type User { draft: Note }\n")
      #expect(type["App.swift"]?.contains("FeedQuery.Data.User_me.Note_draft? = data.me?.draft") == true)
    }

    @Test func `without an index, a rename says that Swift is as it was`() async throws {
      let client = try await Client(isBuilt: false)
      #expect(try client.rename("handle", to: "nick").keys.sorted() == ["Feed.graphql"])
      #expect(client.warnings.count == 1 && client.warnings[0].contains("no index of a build"))
    }

    @Test func `only names that still stand where they were are changed`() async throws {
      let client = try await Client()
      let path = client.folder.path("src/App.swift")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // One use has moved, and the file is newer than the build.
      try ("\n" + text).write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: path)
      #expect(try client.rename("handle", to: "nick").keys.sorted() == ["Feed.graphql"])
      #expect(client.warnings.count == 1 && client.warnings[0].contains("App.swift"))
    }

    @Test func `references and lenses count what Swift reads`() async throws {
      let client = try await Client()
      #expect(try client.lines("references", "handle", in: "src/Feed.graphql").contains("App.swift:3"))
      #expect(try client.lines("references", "Card_user on", in: "src/Feed.graphql").filter { $0.hasPrefix("App") }.count == 5)
      let lenses = client.ask(
        "textDocument/codeLens", ["textDocument": ["uri": .string("file://" + client.folder.path("src/Feed.graphql"))]])
      var titles: [Int: String] = [:]
      for lens in lenses.array ?? [] where lens["data"]?["kind"] == "reads" {
        titles[lens["range"]?["start"]?["line"]?.int ?? -1] = lens["command"]?["title"]?.string
      }
      #expect(titles[2] == "1 read in Swift")
      #expect(titles[11] == "2 reads in Swift")
      #expect(titles[12] == "no reads in Swift")
    }

    @Test func `from Swift to the document and back`() async throws {
      let client = try await Client()
      #expect(try client.lines("definition", "handle,", in: "src/App.swift") == ["Feed.graphql:2"])
      #expect(try client.lines("definition", "Card_user.Data()", in: "src/App.swift") == ["Feed.graphql:10"])
      #expect(try client.lines("definition", "User_me.Draft", in: "src/App.swift") == ["Feed.graphql:1"])
      #expect(try client.lines("definition", "Draft_draft", in: "src/App.swift") == ["Feed.graphql:4"])
      #expect(try client.lines("definition", "handle: String", in: "src/Feed.graphql.swift") == ["Feed.graphql:2"])
      #expect(try client.lines("implementation", "handle", in: "src/Feed.graphql").contains("Feed.graphql.swift:16"))
      #expect(try client.lines("implementation", "Card_user on", in: "src/Feed.graphql").contains("Feed.graphql.swift:27"))
    }

    @Test func `agents ask who reads a field`() async throws {
      let client = try await Client()
      let server = AgentServer(folder: client.folder.path(""), tools: .all(indexStore: client.folder.path("index")))
      func call(_ arguments: JSON) -> String {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["name": "who_reads", "arguments": arguments]]
        return server.answer(request.text)?["result"]?["content"]?.array?.first?["text"]?.string ?? ""
      }
      #expect(call(["name": "FeedQuery", "field": "me.handle"]).hasSuffix("src/App.swift:4:20"))
      #expect(call(["name": "Card_user"]).contains("unread: 0 reads"))
      #expect(call(["name": "Card_user", "field": "nam"]).contains("'name'"))
    }

    @Test func `only GraphQL is formatted`() async throws {
      let client = try await Client()
      let options: JSON = ["tabSize": 2, "insertSpaces": true]
      func format(_ file: String) -> JSON {
        client.ask("textDocument/formatting", ["textDocument": ["uri": .string("file://" + client.folder.path(file))], "options": options])
      }
      #expect(format("client.graphql").array?.count == 1)
      #expect(format("src/App.swift").isNull)
    }
  }
#endif
