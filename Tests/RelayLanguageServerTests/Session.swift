import Foundation
import RelayLanguageServer
import Testing

@testable import RelayLanguageServer

/// A client of a server in this process, with a project in a temporary folder.
final class Session {
  let root: String
  private let inbox = Inbox()
  private let server: LanguageServer
  private let sent = Sent()
  private var id = 0
  private var version = 1

  /// What the server has sent.
  private final class Sent {
    var messages: [JSON] = []
  }

  static let schema = """
    type Query { me: User! node(id: ID!): Node search(kind: Kind = ANY, filter: Filter, first: Int): [Result!] }
    type Mutation { rename(input: RenameInput!): User }
    interface Node { id: ID! }
    "A person."
    type User implements Node { id: ID! name(style: String): String "Their posts." posts(first: Int!): [Post!]! old: String @deprecated }
    type Post implements Node { id: ID! title: String! author: User! }
    union Result = User | Post
    enum Kind { ANY USER POST }
    input Filter { text: String! kind: Kind nested: Filter }
    input RenameInput { id: ID! name: String! }
    """

  init(
    _ files: [String: String], schema: String = Session.schema, capabilities: JSON = Session.capabilities,
    tools: ServerTools = ServerTools()
  ) throws {
    root = NSTemporaryDirectory() + "relay-language-server-" + UUID().uuidString
    var all = files
    all["schema.graphql"] = schema
    if all["relay.config.json"] == nil { all["relay.config.json"] = #"{"schema": "./schema.graphql", "src": "./documents"}"# }
    try FileManager.default.createDirectory(atPath: root + "/documents", withIntermediateDirectories: true)
    for (name, text) in all {
      let path = root + "/" + name
      try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    let sent = sent
    server = LanguageServer(inbox: inbox, tools: tools) { sent.messages.append($0) }
    _ = ask("initialize", ["rootUri": .string("file://" + root), "capabilities": capabilities])
    tell("initialized", [:])
  }

  /// A session in a copy of a folder of `Fixtures`.
  init(copying fixture: String, describePackage: (@Sendable (String) -> [PackageModule])? = nil) throws {
    root = NSTemporaryDirectory() + "relay-language-server-" + UUID().uuidString
    let tests = ((#filePath as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
    try FileManager.default.copyItem(atPath: (tests as NSString).deletingLastPathComponent + "/Fixtures/" + fixture, toPath: root)
    try? FileManager.default.removeItem(atPath: root + "/.build")
    let sent = sent
    server = LanguageServer(inbox: inbox, tools: ServerTools(describePackage: describePackage)) { sent.messages.append($0) }
    _ = ask("initialize", ["rootUri": .string("file://" + root), "capabilities": Session.capabilities])
    tell("initialized", [:])
  }

  /// The text of a file on disk.
  func text(_ file: String) throws -> String { try String(contentsOfFile: root + "/" + file, encoding: .utf8) }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  static let capabilities: JSON = [
    "textDocument": [
      "completion": ["completionItem": ["snippetSupport": true]], "hover": ["contentFormat": ["markdown"]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true], "publishDiagnostics": ["relatedInformation": true],
    ]
  ]

  func uri(_ file: String) -> JSON { .string("file://" + root + "/" + file) }

  func tell(_ method: String, _ params: JSON) { server.handle(.message(["jsonrpc": "2.0", "method": .string(method), "params": params])) }

  /// The answer to a request: its result, or its error.
  func ask(_ method: String, _ params: JSON) -> JSON { answer(to: send(method, params)) }

  /// Sends a request, whose answer comes later.
  func send(_ method: String, _ params: JSON) -> JSON {
    id += 1
    server.handle(.message(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": params]))
    return .int(id)
  }

  /// The answer to a request that was sent: its result, or its error.
  func answer(to id: JSON) -> JSON {
    while true {
      if let answer = sent.messages.last(where: { $0["id"] == id && $0["method"] == nil }) {
        return answer["result"] ?? answer["error"] ?? .null
      }
      server.handle(inbox.next())
    }
  }

  func handle(_ message: JSON) { server.handle(.message(message)) }
  func handleMalformed() { server.handle(.malformed) }
  var last: JSON { sent.messages.last ?? .null }
  var exitStatus: Int32? { server.exitStatus }
  /// How many checks the server has begun.
  var checkCount: Int { server.checkCount }

  func open(_ file: String, _ text: String) {
    tell("textDocument/didOpen", ["textDocument": ["uri": uri(file), "languageId": "graphql", "version": 1, "text": .string(text)]])
  }

  func change(_ file: String, _ changes: JSON...) {
    version += 1
    tell("textDocument/didChange", ["textDocument": ["uri": uri(file), "version": .int(version)], "contentChanges": .array(changes)])
  }

  /// The messages of a file's diagnostics, once the server has published them again. It waits for a message, however long that takes.
  func nextDiagnostics(of file: String) -> [String] {
    let start = sent.messages.count
    while true {
      for message in sent.messages[start...]
      where message["method"] == "textDocument/publishDiagnostics" && message["params"]?["uri"] == uri(file) {
        return message["params"]?["diagnostics"]?.array?.compactMap { $0["message"]?.string } ?? []
      }
      server.handle(inbox.next())
    }
  }

  /// Waits until the file has diagnostics that fulfil the condition.
  func waitForDiagnostics(of file: String, where isWanted: ([JSON]) -> Bool) -> [JSON] {
    while true {
      let newest = sent.messages.last { $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == uri(file) }
      if let found = newest?["params"]?["diagnostics"]?.array, isWanted(found) { return found }
      server.handle(inbox.next())
    }
  }

  /// The diagnostics that a client shows, by file.
  var publishedDiagnostics: [String: [JSON]] {
    var shown: [String: [JSON]] = [:]
    for message in sent.messages where message["method"] == "textDocument/publishDiagnostics" {
      guard let uri = message["params"]?["uri"]?.string else { continue }
      shown[uri.replacingOccurrences(of: "file://" + root + "/", with: "")] = message["params"]?["diagnostics"]?.array
    }
    return shown
  }

  /// How often the server has sent a message.
  func count(of method: String) -> Int { sent.messages.count { $0["method"]?.string == method } }

  /// Waits until the server has checked what it knows.
  func settle() {
    while !server.isSettled { server.handle(inbox.next()) }
  }

  // MARK: - Marked texts

  /// Opens a file with a text in which `¦` marks a place, and returns the parameters of a request at it.
  func openMarked(_ file: String, _ marked: String) -> JSON {
    let parts = marked.components(separatedBy: "¦")
    open(file, parts.joined())
    let before = parts[0]
    let lines = before.components(separatedBy: "\n")
    return [
      "textDocument": ["uri": uri(file)],
      "position": ["line": .int(lines.count - 1), "character": .int(lines[lines.count - 1].utf16.count)],
    ]
  }

  func completions(_ marked: String, file: String = "documents/Case.graphql") -> [String] {
    ask("textDocument/completion", openMarked(file, marked))["items"]?.array?.compactMap { $0["label"]?.string } ?? []
  }

  func hover(_ marked: String, file: String = "documents/Case.graphql") -> String {
    ask("textDocument/hover", openMarked(file, marked))["contents"]?["value"]?.string ?? ""
  }

  /// `file:line` of each location, both from 0.
  func places(_ method: String, _ marked: String, file: String = "documents/Case.graphql", _ extra: JSON? = nil) -> [String] {
    guard case .object(var members) = openMarked(file, marked) else { return [] }
    if let extra { members.append(JSON.Member("context", extra)) }
    let found = ask("textDocument/" + method, .object(members))
    return (found.array ?? []).compactMap { location in
      guard let uri = location["uri"]?.string, let line = location["range"]?["start"]?["line"]?.int else { return nil }
      return uri.replacingOccurrences(of: "file://" + root + "/", with: "") + ":\(line)"
    }.sorted()
  }
}
