internal import RelayCompilerCore

/// The server of the Model Context Protocol (2025-06-18), for coding agents: questions about the schema and the documents of a folder.
///
/// Messages are JSON objects, or the arrays of them that the version 2025-03-26 has, one a line. Each call reads the files anew, so an answer
/// is never older than the question. No tool writes, unless the server may.
package final class AgentServer {
  private let folder: String
  /// What is known about a kind of diagnostic, by its id.
  private let explanation: (String) -> String?
  private let tools: ServerTools
  private let mayWrite: Bool
  /// What the package manager has said, which takes it a second, by the package's folder, with the manifest of which it has said it.
  private var packages: [String: (manifest: [UInt8], modules: [PackageModule])] = [:]
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  package init(
    folder: String, tools: ServerTools = ServerTools(), mayWrite: Bool = false, explanation: @escaping (String) -> String? = { _ in nil }
  ) {
    self.folder = FileSystem.absolute(folder)
    self.tools = tools
    self.mayWrite = mayWrite
    self.explanation = explanation
  }

  /// Serves a client until it ends the connection.
  ///
  /// - Parameter mayWrite: whether the tool `fix` writes the documents that it fixes.
  package static func run(
    folder: String, tools: ServerTools, mayWrite: Bool, explanation: @escaping @Sendable (String) -> String?
  ) -> Int32 {
    MessageStream.ignoreBrokenPipes()
    return ServerThread.run {
      let server = AgentServer(folder: folder, tools: tools, mayWrite: mayWrite, explanation: explanation)
      let stream = LineStream(input: 0, output: 1)
      stream.read { line in
        guard let answer = server.answer(line) else { return true }
        return stream.write(answer.text)
      }
      return 0
    }
  }

  /// The answer to a line; nil if there are only notifications in it.
  package func answer(_ line: [UInt8]) -> JSON? {
    guard let message = try? JSONReader.read(line) else { return failure(.null, -32700, "The message is not JSON") }
    guard case .array(let messages) = message else { return answer(to: message) }
    if messages.isEmpty { return failure(.null, -32600, "The array has no messages") }
    let answers = messages.compactMap(answer(to:))
    return answers.isEmpty ? nil : .array(answers)
  }

  private func answer(to message: JSON) -> JSON? {
    guard case .object = message else { return failure(.null, -32600, "The message is not an object") }
    let id = message["id"]
    let isIdentified =
      switch id {
      case .string?, .int?, .double?: true
      default: false
      }
    guard let method = message["method"]?.string else {
      // The server asks nothing, so an answer has no meaning.
      if message["result"] != nil || message["error"] != nil { return nil }
      return failure(isIdentified ? id ?? .null : .null, -32600, "The message has no method")
    }
    guard let id else { return nil }
    guard isIdentified else { return failure(.null, -32600, "The id is no string or number") }
    let params = message["params"] ?? .null
    switch method {
    case "initialize":
      let wanted = params["protocolVersion"]?.string
      let version = wanted.flatMap { Self.versions.contains($0) ? $0 : nil } ?? Self.versions[0]
      return success(
        id,
        [
          "protocolVersion": .string(version), "capabilities": ["tools": ["listChanged": false]],
          "serverInfo": ["name": "relay", "version": .string(Compiler.version)],
        ])
    case "ping": return success(id, [:])
    case "tools/list": return success(id, ["tools": .array(AgentTool.all.map { $0.json(mayWrite: mayWrite) })])
    case "tools/call":
      guard let name = params["name"]?.string, let tool = AgentTool.all.first(where: { $0.name == name }) else {
        return failure(id, -32602, "There is no such tool")
      }
      return success(id, call(tool, params["arguments"] ?? [:]))
    default: return failure(id, -32601, "There is no method '\(method.prefix(80))'")
    }
  }

  private func call(_ tool: AgentTool, _ arguments: JSON) -> JSON {
    func content(_ text: String, isError: Bool) -> JSON {
      ["content": [["type": "text", "text": .string(text)]], "isError": .bool(isError)]
    }
    do throws(InvalidParameters) {
      return content(
        try tool.run(
          AgentWorkspace(folder: folder, tools: tools, mayWrite: mayWrite, modules: modules, explanation: explanation), arguments),
        isError: false)
    } catch {
      return content(error.message, isError: true)
    }
  }

  private func modules(ofPackage folder: String) -> [PackageModule] {
    guard let describePackage = tools.describePackage else { return [] }
    let manifest = (try? FileSystem.read(FilePath.file("Package.swift", in: folder), limit: FileSizeLimit.source)) ?? []
    if let known = packages[folder], known.manifest == manifest { return known.modules }
    let modules = describePackage(folder)
    packages[folder] = (manifest, modules)
    return modules
  }

  private func success(_ id: JSON, _ result: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": result] }

  private func failure(_ id: JSON, _ code: Int, _ message: String) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .int(code), "message": .string(message)]]
  }
}

/// Lines of bytes in both directions.
struct LineStream: Sendable {
  let input: Int32
  let output: Int32

  /// Calls `body` with each line, until it returns false or the other side ends.
  func read(_ body: ([UInt8]) -> Bool) {
    var rest: [UInt8] = []
    while let part = MessageStream.readSome(input) {
      // What came before has no end of a line.
      var start = rest.count
      rest += part
      guard rest.count <= MessageFramer.limit else { return }
      while let end = rest[start...].firstIndex(of: 0x0A) {
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        start = 0
        if line.contains(where: { $0 > 0x20 }), !body(line) { return }
      }
    }
  }

  func write(_ line: [UInt8]) -> Bool { MessageStream.writeAll(line + [0x0A], to: output) }
}
