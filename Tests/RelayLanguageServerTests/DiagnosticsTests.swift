import Foundation
import RelayLanguageServer
import Testing

@testable import RelayLanguageServer

@Suite struct DiagnosticsTests {
  @Test func `a file's errors follow what is typed`() throws {
    let session = try Session([:])
    session.open("documents/Case.graphql", "query CaseQuery { me { nam } }")
    let found = session.waitForDiagnostics(of: "documents/Case.graphql") { !$0.isEmpty }
    #expect(found.first?["message"]?.string?.contains("'nam'") == true)
    #expect(found.first?["severity"] == 1)
    session.change("documents/Case.graphql", ["text": "query CaseQuery { me { name } }"])
    #expect(session.nextDiagnostics(of: "documents/Case.graphql").isEmpty)
  }

  @Test("messages have escapes for characters that cannot be seen")
  func visibleMessages() throws {
    let session = try Session([:])
    session.open("documents/Case.graphql", "query CaseQuery { me { ... @alias(as: \"x\u{202E}y\") { id } } }")
    let messages = session.waitForDiagnostics(of: "documents/Case.graphql") { !$0.isEmpty }.compactMap { $0["message"]?.string }
    #expect(messages.contains { $0.contains(#"x\u{202E}y"#) }, "\(messages)")
    #expect(!messages.contains { $0.unicodeScalars.contains("\u{202E}") })
  }

  @Test func `an edit of a part counts in UTF-16`() throws {
    let session = try Session([:])
    session.open("documents/Case.graphql", "# 𝄞é\nquery CaseQuery { me { nam } } # 𝄞")
    _ = session.waitForDiagnostics(of: "documents/Case.graphql") { !$0.isEmpty }
    let place = { (line: Int, character: Int) -> JSON in ["line": .int(line), "character": .int(character)] }
    session.change(
      "documents/Case.graphql", ["range": ["start": place(0, 2), "end": place(0, 5)], "text": "ü"],
      ["range": ["start": place(1, 26), "end": place(1, 26)], "text": "e"])
    #expect(session.nextDiagnostics(of: "documents/Case.graphql").isEmpty)
  }

  @Test func `an error elsewhere keeps no answer back`() throws {
    let session = try Session([
      "documents/Broken.graphql": "query Broken { nothing {", "documents/F.graphql": "fragment F on User { nothing }",
    ])
    #expect(session.hover("{ me { na¦me } }").contains("User.name"))
    #expect(session.places("definition", "{ me { ...F¦ } }") == ["documents/F.graphql:0"])
  }

  @Test func `a fragment that comes and goes in an open file changes the files that spread it`() throws {
    let session = try Session(["documents/F.graphql": "fragment F on User { id }"])
    session.open("documents/Case.graphql", "query CaseQuery { me { ...F } }")
    #expect(session.nextDiagnostics(of: "documents/Case.graphql").isEmpty)
    session.open("documents/F.graphql", "fragment G on User { id }")
    #expect(session.waitForDiagnostics(of: "documents/Case.graphql") { !$0.isEmpty }.first?["message"]?.string?.contains("'F'") == true)
    session.change("documents/F.graphql", ["text": "fragment F on User { id }"])
    _ = session.waitForDiagnostics(of: "documents/Case.graphql") { $0.isEmpty }
  }

  @Test func `a file that is gone takes its errors with it, and one that comes is known`() throws {
    let session = try Session(["documents/F.graphql": "fragment F on User { nothing }"])
    session.open("documents/Case.graphql", "query CaseQuery { me { ...F } }")
    session.settle()
    #expect(session.publishedDiagnostics["documents/F.graphql"]?.count == 1)
    func tell(_ file: String, _ type: Int) {
      session.tell("workspace/didChangeWatchedFiles", ["changes": [["uri": session.uri(file), "type": .int(type)]]])
      session.settle()
    }
    // Renamed on disk, and repaired.
    try FileManager.default.removeItem(atPath: session.root + "/documents/F.graphql")
    tell("documents/F.graphql", 3)
    #expect(session.publishedDiagnostics["documents/F.graphql"] == [])
    #expect(session.publishedDiagnostics["documents/Case.graphql"]?.first?["message"]?.string?.contains("'F'") == true)
    try "fragment F on User { id }".write(toFile: session.root + "/documents/G.graphql", atomically: false, encoding: .utf8)
    tell("documents/G.graphql", 1)
    #expect(session.publishedDiagnostics["documents/Case.graphql"] == [])
  }

  @Test func `files that go together are one change`() throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<6).map { ("documents/F\($0).graphql", "fragment F\($0) on User { id }") })
    let session = try Session(files)
    session.settle()
    let count = session.checkCount
    func tellGone(_ files: [String]) {
      session.tell("workspace/didChangeWatchedFiles", ["changes": .array(files.map { ["uri": session.uri($0), "type": 3] })])
    }
    let gone = Array(files.keys.sorted().prefix(3))
    for file in gone { try FileManager.default.removeItem(atPath: session.root + "/" + file) }
    tellGone(gone)
    #expect(session.checkCount == count + 1)
    // No project has had it.
    tellGone(["documents/Never.graphql"])
    #expect(session.checkCount == count + 1)
    #expect(session.completions("fragment Case on User { ...¦ }") == ["F3", "F4", "F5"])
  }

  @Test func `the schema can be edited, and an answer knows the new one`() throws {
    let session = try Session([:])
    #expect(!session.completions("{ me { ¦ } }").contains("age"))
    session.open("schema.graphql", Session.schema + "\nextend type User { age: Int }")
    #expect(session.completions("{ me { ¦ } }").contains("age"))
    // A broken schema: what it still has is known.
    session.change("schema.graphql", ["text": .init(stringLiteral: "type {\n" + Session.schema)])
    #expect(session.completions("{ me { ¦ } }").contains("name"))
  }

  @Test func `without a schema there are answers from the text alone`() throws {
    let session = try Session(["relay.config.json": #"{"schema": "./missing.graphql", "src": "./documents"}"#])
    #expect(session.places("definition", "query Q($x: Int) {\n a(b: $¦x) }") == ["documents/Case.graphql:0"])
    let config = session.waitForDiagnostics(of: "relay.config.json") { !$0.isEmpty }
    #expect(config.first?["message"]?.string?.contains("missing.graphql") == true)
  }

  @Test func `a configuration that changes is read again`() throws {
    let session = try Session(["relay.config.json": #"{"schema": "./missing.graphql", "src": "./documents"}"#])
    #expect(session.completions("{ ¦ }").allSatisfy { $0.hasPrefix("__") })
    session.open("relay.config.json", #"{"schema": "./schema.graphql", "src": "./documents"}"#)
    #expect(session.completions("{ ¦ }").contains("me"))
  }

  @Test func `a literal's errors are at their place in the Swift file`() throws {
    let session = try Session([:])
    session.open("documents/View.swift", "import SwiftUI\nlet query = graphql(\"\"\"\n  query ViewQuery { me { nam } }\n  \"\"\")\n")
    let found = session.waitForDiagnostics(of: "documents/View.swift") { !$0.isEmpty }
    #expect(found.first?["range"]?["start"]?["line"] == 2)
    #expect(found.first?["range"]?["start"]?["character"] == 25)
  }

  // MARK: - Pulled

  private static let pulling: JSON = [
    "textDocument": ["diagnostic": ["dynamicRegistration": false]], "workspace": ["diagnostics": ["refreshSupport": true]],
  ]

  private func pulled(_ file: String, _ session: Session) -> [String]? {
    session.ask("textDocument/diagnostic", ["textDocument": ["uri": session.uri(file)]])["items"]?.array?.compactMap {
      $0["message"]?.string
    }
  }

  @Test func `who asks right after an edit gets what is wrong in the edited text, and nothing is pushed as well`() throws {
    let file = "documents/Case.graphql"
    let session = try Session([:], capabilities: Self.pulling)
    session.open(file, "query CaseQuery { me { nam } }")
    #expect(pulled(file, session)?.first?.contains("'nam'") == true)
    let start: JSON = ["line": 0, "character": 0]
    session.change(file, ["range": ["start": start, "end": start], "text": "# a comment\n"])
    #expect(pulled(file, session)?.first?.contains("'nam'") == true)
    session.change(file, ["text": "query CaseQuery { me { name } }"])
    #expect(pulled(file, session) == [])
    session.settle()
    #expect(session.publishedDiagnostics[file] == nil)
    #expect(session.count(of: "workspace/diagnostic/refresh") == 0)
  }

  @Test func `what is open is asked for, and what is closed is pushed`() throws {
    let (file, other) = ("documents/Case.graphql", "documents/F.graphql")
    let session = try Session([file: "query CaseQuery { me { ...F } }", other: "fragment F on User { nam }"], capabilities: Self.pulling)
    session.open(file, "query CaseQuery { me { ...F } }")
    session.settle()
    #expect(session.publishedDiagnostics[other]?.count == 1)
    session.open(other, "fragment F on User { nam }")
    #expect(session.publishedDiagnostics[other] == [])
    #expect(pulled(other, session)?.count == 1)
    // What is wrong in another open text is asked for again.
    #expect(session.count(of: "workspace/diagnostic/refresh") == 0)
    session.change(other, ["text": "fragment G on User { id }"])
    session.settle()
    #expect(session.count(of: "workspace/diagnostic/refresh") > 0)
    #expect(pulled(file, session)?.first?.contains("'F'") == true)
    #expect(session.publishedDiagnostics[file] == nil && session.publishedDiagnostics[other] == [])
    session.tell("textDocument/didClose", ["textDocument": ["uri": session.uri(other)]])
    session.settle()
    #expect(session.publishedDiagnostics[other]?.count == 1)
    #expect(pulled(file, session) == [])
  }

  @Test func `a client that does not say that it asks is told, and gets the same if it asks`() throws {
    let file = "documents/Case.graphql"
    let session = try Session([:])
    session.open(file, "query CaseQuery { me { nam } }")
    #expect(pulled(file, session)?.count == 1)
    session.settle()
    #expect(session.publishedDiagnostics[file]?.count == 1)
    #expect(pulled("documents/Unknown.graphql", session) == nil)
  }

  @Test func `a request that waits for a check can be cancelled`() throws {
    let session = try Session([:], capabilities: Self.pulling)
    session.open("documents/Case.graphql", "query CaseQuery { me { nam } }")
    let id = session.send("textDocument/diagnostic", ["textDocument": ["uri": session.uri("documents/Case.graphql")]])
    session.tell("$/cancelRequest", ["id": id])
    #expect(session.answer(to: id)["code"] == -32800)
    #expect(pulled("documents/Case.graphql", session)?.count == 1)
  }
}
