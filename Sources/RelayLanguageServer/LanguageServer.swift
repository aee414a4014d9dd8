internal import RelayCompilerCore

/// The server of the Language Server Protocol (3.17) for GraphQL documents, schemas, and literals in Swift files.
///
/// One thread owns the state: it takes one message after the other from `Inbox` and changes the state. Everything else happens on other
/// threads, which get an immutable copy of the state and send their results back through the inbox: answers in `RequestQueue`, checks in
/// `CheckQueue`. A result of a check about a text that has changed since is dropped.
package final class LanguageServer {
  let inbox: Inbox
  let tools: ServerTools
  private let send: (JSON) -> Void
  let checks: CheckQueue
  let answers: RequestQueue

  enum Phase { case new, running, shutDown }
  var phase = Phase.new
  var client = ClientCapabilities()
  var folders: [String] = []
  var isLoaded = false

  /// By the path of the configuration, or the folder.
  var projects: [String: Project] = [:]
  /// The texts that the client has open, by path or URI.
  var buffers: [String: Buffer] = [:]
  /// The client's own spelling of a URI, by path.
  var uris: [String: String] = [:]
  /// The diagnostics of each project's texts, with the revision of the text.
  var problems: [String: [String: (revision: Int, problems: [ProjectCheck.Problem])]] = [:]
  /// What the client was last told, or can ask for, by path.
  var published: [String: JSON] = [:]
  /// The requests for diagnostics of texts that are being checked.
  var pulls: [(id: JSON, path: String)] = []
  /// The modules of packages, by the package's folder, and the folders whose modules are being looked for.
  var packages: [String: [PackageModule]] = [:]
  var describing: Set<String> = []
  var revision = 0
  var checkCount = 0
  /// The newest check of each project, and the last one that has ended.
  var submittedChecks: [String: Int] = [:]
  var finishedChecks: [String: Int] = [:]
  private var requests = 0
  /// Whether the process is there for this server only.
  private(set) var ownsProcess = false
  /// The exit status after `exit`; nil while the server runs.
  package private(set) var exitStatus: Int32?

  struct Buffer {
    var bytes: [UInt8]
    var version: JSON
  }

  package init(inbox: Inbox, tools: ServerTools = ServerTools(), send: @escaping (JSON) -> Void) {
    self.inbox = inbox
    self.tools = tools
    self.send = send
    checks = CheckQueue { event in inbox.add(.event { $0.receive(event) }) }
    answers = RequestQueue { id, answer in inbox.add(.event { $0.reply(to: id, answer) }) }
  }

  deinit {
    checks.end()
    answers.end()
  }

  // MARK: - Running

  /// Serves a client until it ends the connection.
  package static func run(tools: ServerTools = ServerTools(), input: Int32 = 0, output: Int32 = 1) -> Int32 {
    MessageStream.ignoreBrokenPipes()
    FreeMemory.shareBetweenThreads()
    let stream = MessageStream(input: input, output: output)
    let inbox = Inbox()
    ServerThread.start {
      stream.read { bytes in
        if let message = bytes.flatMap({ try? JSONReader.read($0) }) { inbox.add(.message(message)) } else { inbox.add(.malformed) }
      }
      inbox.add(.end)
    }
    return ServerThread.run {
      let server = LanguageServer(inbox: inbox, tools: tools) { message in
        if !stream.write(message.text) { inbox.add(.end) }
      }
      server.ownsProcess = true
      while server.exitStatus == nil { server.handle(inbox.next()) }
      return server.exitStatus ?? 0
    }
  }

  /// Whether everything that the server knows has been checked.
  package var isSettled: Bool { describing.isEmpty && submittedChecks.allSatisfy { finishedChecks[$0.key] == $0.value } }

  package func handle(_ item: Inbox.Item) {
    switch item {
    case .message(let message): handle(message)
    case .malformed: send(["jsonrpc": "2.0", "id": nil, "error": ["code": -32700, "message": "The message is not JSON"]])
    case .event(let event): event(self)
    case .end: exitStatus = phase == .shutDown ? 0 : 1
    }
    answerPulls()
  }

  private func handle(_ message: JSON) {
    guard case .object = message else {
      return send(["jsonrpc": "2.0", "id": nil, "error": ["code": -32600, "message": "The message is not an object"]])
    }
    let id = message["id"]
    guard let method = message["method"]?.string else {
      // An answer to a request of the server, or nothing that the protocol knows.
      if message["result"] == nil, message["error"] == nil, let id {
        reply(to: id, .failure(code: -32600, "The message has no method"))
      }
      return
    }
    let params = message["params"] ?? .null
    guard let id, id.string != nil || id.int != nil else {
      if message["id"] == nil { notice(method, params) } else { reply(to: .null, .failure(code: -32600, "The id is no string or integer")) }
      return
    }
    if let answer = answer(method, params, id) { reply(to: id, answer) }
  }

  enum Answer: Sendable {
    case success(JSON)
    case failure(code: Int, String)

    static let cancelled = Answer.failure(code: -32800, "Cancelled")
  }

  func reply(to id: JSON, _ answer: Answer) {
    switch answer {
    case .success(let result): send(["jsonrpc": "2.0", "id": id, "result": result])
    case .failure(let code, let message):
      send(["jsonrpc": "2.0", "id": id, "error": ["code": .int(code), "message": .string(message)]])
    }
  }

  func notify(_ method: String, _ params: JSON) { send(["jsonrpc": "2.0", "method": .string(method), "params": params]) }

  /// Asks the client for something whose answer does not matter.
  func request(_ method: String, _ params: JSON) {
    requests += 1
    send(["jsonrpc": "2.0", "id": .string("relay-\(requests)"), "method": .string(method), "params": params])
  }

  // MARK: - Dispatch

  /// The answer to a request; nil if it is answered later, from the present state.
  private func answer(_ method: String, _ params: JSON, _ id: JSON) -> Answer? {
    if phase == .new, method != "initialize" { return .failure(code: -32002, "The server is not initialized") }
    if phase == .shutDown { return .failure(code: -32600, "The server is shut down") }
    do throws(InvalidParameters) {
      switch method {
      case "initialize":
        if phase == .running { return .failure(code: -32600, "The server is initialized already") }
        return .success(initialize(params))
      case "shutdown":
        phase = .shutDown
        return .success(.null)
      case "workspace/executeCommand":
        answers.add(RequestQueue.Request(id: id, isSearch: true, answer: try command(params)))
        return nil
      case "workspace/symbol": return .success(workspaceSymbols(params))
      case "textDocument/diagnostic": return diagnosticReport(try params.require("textDocument").text("uri"), id)
      case "workspace/diagnostic": return .success(workspaceDiagnostics())
      case "completionItem/resolve":
        guard let uri = params["data"]?["uri"]?.string, let query = query(uri) else { return .success(params) }
        answers.add(RequestQueue.Request(id: id, isSearch: false) { .success(query.resolved(params)) })
        return nil
      case "codeLens/resolve", "inlayHint/resolve", "documentLink/resolve", "codeAction/resolve":
        return .success(params)
      default: break
      }
      guard let answer = Self.textAnswers[method] else { return .failure(code: -32601, "There is no method '\(method.prefix(80))'") }
      let uri = try params.require("textDocument").text("uri")
      // A text that the server does not know has no answers.
      var queries = Self.unions.contains(method) || method == Self.lenses ? queries(uri) : query(uri).map { [$0] } ?? []
      if method == Self.lenses, queries.count > 1 {
        queries[0].importers = Array(queries.dropFirst())
        queries.removeSubrange(1...)
      }
      let swift = Self.ofSwift.contains(method) ? swiftQuery(uri) : nil
      guard !queries.isEmpty || swift != nil else { return .success(.null) }
      answers.add(
        RequestQueue.Request(id: id, isSearch: Self.searches.contains(method) || swift != nil) { [queries] in
          do throws(InvalidParameters) {
            if let found = try swift?.documentLocations(params) { return .success(found) }
            guard !queries.isEmpty else { return .success(.null) }
            var result = try answer(queries[0], params)
            for query in queries.dropFirst() { result = result.union(try answer(query, params)) }
            return .success(result)
          } catch {
            return .failure(code: -32602, error.message)
          }
        })
      return nil
    } catch {
      return .failure(code: -32602, error.message)
    }
  }

  private static let lenses = "textDocument/codeLens"

  /// The requests about all uses of a name: in every project that has the text, because a project does not have those that import it.
  private static let unions: Set<String> = ["textDocument/references", "textDocument/rename"]

  /// The requests that lead from a name in Swift to a document.
  private static let ofSwift: Set<String> = ["textDocument/definition", "textDocument/declaration", "textDocument/implementation"]

  /// The requests that look through all texts.
  private static let searches: Set<String> = [
    "textDocument/references", "textDocument/implementation", "textDocument/rename", lenses, "textDocument/codeAction",
  ]

  typealias TextAnswer = @Sendable (TextQuery, JSON) throws(InvalidParameters) -> JSON

  /// The requests about a text, each in its own file of `Answers`.
  private static let textAnswers: [String: TextAnswer] = [
    "textDocument/hover": { (query, params) throws(InvalidParameters) in try query.hover(params) },
    "textDocument/definition": { (query, params) throws(InvalidParameters) in try query.definition(params) },
    "textDocument/declaration": { (query, params) throws(InvalidParameters) in try query.definition(params) },
    "textDocument/typeDefinition": { (query, params) throws(InvalidParameters) in try query.typeDefinition(params) },
    "textDocument/implementation": { (query, params) throws(InvalidParameters) in try query.implementation(params) },
    "textDocument/references": { (query, params) throws(InvalidParameters) in try query.references(params) },
    "textDocument/documentHighlight": { (query, params) throws(InvalidParameters) in try query.highlights(params) },
    "textDocument/completion": { (query, params) throws(InvalidParameters) in try query.completion(params) },
    "textDocument/signatureHelp": { (query, params) throws(InvalidParameters) in try query.signatureHelp(params) },
    "textDocument/prepareRename": { (query, params) throws(InvalidParameters) in try query.prepareRename(params) },
    "textDocument/rename": { (query, params) throws(InvalidParameters) in try query.rename(params) },
    "textDocument/documentSymbol": { (query, _) throws(InvalidParameters) in query.documentSymbols() },
    "textDocument/foldingRange": { (query, _) throws(InvalidParameters) in query.foldingRanges() },
    "textDocument/selectionRange": { (query, params) throws(InvalidParameters) in try query.selectionRanges(params) },
    "textDocument/semanticTokens/full": { (query, _) throws(InvalidParameters) in query.semanticTokens() },
    "textDocument/documentLink": { (query, _) throws(InvalidParameters) in query.documentLinks() },
    "textDocument/inlayHint": { (query, params) throws(InvalidParameters) in try query.inlayHints(params) },
    lenses: { (query, _) throws(InvalidParameters) in query.codeLenses() },
    "textDocument/codeAction": { (query, params) throws(InvalidParameters) in try query.codeActions(params) },
    "textDocument/formatting": { (query, params) throws(InvalidParameters) in query.formatting(params) },
  ]

  private func notice(_ method: String, _ params: JSON) {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    do throws(InvalidParameters) {
      switch method {
      case "initialized": registerWatchers()
      case "$/cancelRequest": if let id = params["id"] { cancel(id) }
      case "textDocument/didOpen": try didOpen(params)
      case "textDocument/didChange": try didChange(params)
      case "textDocument/didClose": try didClose(params)
      case "workspace/didChangeWatchedFiles": try didChangeFiles(params)
      case "workspace/didChangeWorkspaceFolders": try didChangeFolders(params)
      default: break
      }
    } catch {
      // A notification has no answer, so what is wrong with it is only logged.
      notify("window/logMessage", ["type": 2, "message": .string("\(method): \(error.message)")])
    }
  }
}

/// What the server uses of other parts of the tool, where they are there.
package struct ServerTools: Sendable {
  /// nil if there is no index of the project's Swift.
  package var swiftReferences: (any SwiftReferences)?
  /// nil if the server does not format.
  package var formatter: (any DocumentFormatter)?
  /// What the package manager says of the package in a folder, which may take seconds; nil without a package manager.
  package var describePackage: (@Sendable (_ folder: String) -> [PackageModule])?
  /// Where definitions that no schema declares are shown; nil if the server writes nothing.
  package var builtInFile: BuiltInFile?

  package init(
    swiftReferences: (any SwiftReferences)? = nil, formatter: (any DocumentFormatter)? = nil,
    describePackage: (@Sendable (_ folder: String) -> [PackageModule])? = nil, builtInFile: BuiltInFile? = nil
  ) {
    self.swiftReferences = swiftReferences
    self.formatter = formatter
    self.describePackage = describePackage
    self.builtInFile = builtInFile
  }
}

extension JSON {
  /// Two answers of one kind as one: the items of lists, and the members of objects, each once.
  fileprivate func union(_ other: JSON) -> JSON {
    switch (self, other) {
    case (.array(let items), .array(let more)): .array(items + more.filter { !items.contains($0) })
    case (.object(let members), .object(let more)):
      .object(
        members.map { member in JSON.Member(member.key, other[member.key].map { member.value.union($0) } ?? member.value) }
          + more.filter { self[$0.key] == nil })
    case (.null, _): other
    default: self
    }
  }
}
