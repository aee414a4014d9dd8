import Foundation
import RelayRuntime

/// The GraphQL server in `server/`, in a separate process. `run` determines which Python has its packages and which port is free.
actor PythonServer {
  static let shared = PythonServer()

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private var process: Process?
  private let todoFile = FileManager.default.temporaryDirectory.appending(path: "end-to-end-\(UUID().uuidString).json")
  private let variables = ProcessInfo.processInfo.environment

  nonisolated var port: Int { Int(ProcessInfo.processInfo.environment["RELAY_END_TO_END_PORT"] ?? "") ?? 0 }
  nonisolated var url: URL { URL(string: "http://127.0.0.1:\(port)/graphql")! }
  nonisolated var webSocketURL: URL { URL(string: "ws://127.0.0.1:\(port)/graphql")! }

  /// Starts the server if it is not running, and waits until it answers.
  func start() async throws {
    if self.process?.isRunning == true { return }
    guard let python = variables["RELAY_END_TO_END_PYTHON"], self.port > 0 else {
      throw Problem(description: "The server is not set up: run these tests by Tests/EndToEnd/run.")
    }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-m", "uvicorn", "server:app", "--host", "127.0.0.1", "--port", "\(self.port)", "--log-level", "critical"]
    process.currentDirectoryURL = URL(filePath: #filePath).appending(path: "../../../../server").standardized
    process.environment = variables.merging(["TODO_FILE": todoFile.path]) { $1 }
    // Not the streams of this process: their readers would wait for the server to end.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    if let file = variables["RELAY_END_TO_END_PIDS"], let handle = FileHandle(forWritingAtPath: file) {
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("\(process.processIdentifier)\n".utf8))
      try handle.close()
    }
    try await waitUntilItAnswers()
  }

  /// Ends the server abruptly, as a power failure would.
  func kill() {
    guard let process, process.isRunning else { return }
    signal(SIGKILL, to: process.processIdentifier)
    process.waitUntilExit()
    self.process = nil
  }

  private func waitUntilItAnswers() async throws {
    let ping = NetworkRequest(operationName: "Ping", operationKind: .query, text: "query Ping { __typename }")
    let deadline = ContinuousClock.now + HangGuard.time
    while true {
      do {
        for try await _ in HTTPNetwork(url: url).execute(ping) {}
        return
      } catch {
        guard ContinuousClock.now < deadline, process?.isRunning == true else {
          throw Problem(description: "The server does not answer: \(error)")
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}

/// Outside the actor, whose `kill` shadows the system's.
private func signal(_ number: Int32, to process: pid_t) {
  _ = kill(process, number)
}
