import Foundation
import Synchronization

/// A program that runs next to the client, and ends with this object.
final class Program: Sendable {
  private let process: Mutex<Process>
  private let hasEnded = DispatchSemaphore(value: 0)
  private let input = Pipe()
  private let output: FileHandle?

  /// - Parameter isHeard: whether ``line()`` reads its output; otherwise the output is discarded.
  init(_ command: [String], isHeard: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    let pipe = isHeard ? Pipe() : nil
    process.standardOutput = pipe ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    output = pipe?.fileHandleForReading
    process.terminationHandler = { [hasEnded = self.hasEnded] _ in hasEnded.signal() }
    self.process = Mutex(process)
    try run()
  }

  /// Runs the process from a separate thread, because Process creates a run loop, with permanent descriptors, on the thread that runs it.
  private func run() throws {
    let isRunning = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    let thread = Thread {
      do {
        try self.process.withLock { try $0.run() }
      } catch {
        failure.withLock { $0 = error }
        self.hasEnded.signal()
      }
      isRunning.signal()
    }
    thread.start()
    isRunning.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// The next line that the program prints; nil at its end.
  func line() -> String? {
    var line = Data()
    while let byte = try? output?.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
      line += byte
    }
    return nil
  }

  func signal(_ number: Int32) {
    self.process.withLock { process in
      if process.isRunning { _ = kill(process.processIdentifier, number) }
    }
  }

  /// Ends the program abruptly, as a power failure would.
  func cut() {
    signal(SIGKILL)
    // Process.waitUntilExit() would create a run loop on this thread, with permanent descriptors.
    hasEnded.wait()
    hasEnded.signal()
  }

  deinit {
    cut()
    // Not when the process object is released, which is later.
    try? input.fileHandleForWriting.close()
    try? output?.close()
  }
}

/// The servers, which the matrix starts, kills and restarts.
final class Servers: Sendable {
  private let commands: [String: [String]]
  private let running = Mutex<[String: Program]>([:])
  private let ports: [String: Int]

  /// The folder of the Python programs.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../server").standardized.path

  /// - Parameters:
  ///   - folder: the folder with the servers' programs; if there are none, none is run.
  ///   - base: the first of their ports.
  ///   - python: a Python with the packages of this repository's server.
  init(in folder: String, base: Int, strawberry python: String?) {
    var commands = [
      "node": ["node", "\(folder)/node-servers.mjs", "\(base)"],
      "gqlgen": ["\(folder)/gqlgen-server", "\(base + 10)"],
      "async-graphql": ["\(folder)/async-graphql-server", "\(base + 20)"],
    ]
    if !FileManager.default.fileExists(atPath: "\(folder)/node-servers.mjs") { commands = [:] }
    if let python {
      commands["strawberry"] = [
        python, "-m", "uvicorn", "server:app", "--app-dir", Self.folder, "--host", "127.0.0.1", "--port", "\(base + 30)", "--log-level",
        "critical",
      ]
    }
    self.commands = commands
    ports = ["node": base + 3, "gqlgen": base + 10, "async-graphql": base + 20, "strawberry": base + 30]
  }

  /// The names of the programs.
  var names: Set<String> { Set(commands.keys) }

  func startAll() async throws {
    for name in commands.keys { try await start(name) }
  }

  /// Starts a server and waits until it listens.
  func start(_ name: String) async throws {
    guard let command = commands[name], let port = ports[name] else { throw Failure("there is no server \(name)") }
    let program = try Program(command)
    running.withLock { $0[name] = program }
    try await eventually("\(name) listens") { Self.isListening(port) }
  }

  private static func isListening(_ port: Int) -> Bool {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  func killAll() { for name in names { kill(name) } }

  func kill(_ name: String) { running.withLock { $0.removeValue(forKey: name) }?.cut() }

  func signal(_ name: String, _ number: Int32) { running.withLock { $0[name] }?.signal(number) }
}

extension Endpoint {
  /// The name of the program for this endpoint.
  var program: String {
    switch name {
    case "yoga", "apollo", "graphql-ws", "graphql-sse": "node"
    case "gqlgen", "gqlgen-ws": "gqlgen"
    case "strawberry", "strawberry-ws": "strawberry"
    default: "async-graphql"
    }
  }

  /// The same endpoint through a proxy.
  func behind(_ mode: String, _ body: (Endpoint, Program) async throws -> Void) async throws {
    guard let port = (webSocket ?? http)?.port else { throw Failure("\(name) has no port") }
    let proxy = try Program(["python3", "\(Servers.folder)/proxy.py", "\(port)", mode], isHeard: true)
    guard let proxyPort = proxy.line().flatMap({ Int($0) }) else { throw Failure("the proxy does not listen") }
    func moved(_ url: URL?) -> URL? {
      guard let url, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
      components.port = proxyPort
      return components.url
    }
    try await body(
      Endpoint(name: name, http: moved(http), webSocket: moved(webSocket), features: features), proxy)
  }
}
