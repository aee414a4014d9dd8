import Foundation

/// A run of `Attack`: a client in a separate process.
struct Client: Decodable {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The result of the attack; "error" if it threw one.
  let outcome: String
  let error: String
  /// The growth of the process's peak memory after the client was ready, in bytes.
  let growth: Int
  /// The time from then to the outcome.
  let seconds: Double
  /// The processor time that the process has used in between, in seconds.
  let work: Double
  /// How many more descriptors are open after the attack than before.
  let descriptors: Int
  /// The number of additional threads; 0 if the system does not report it.
  let threads: Int

  /// Runs an attack. A client that hangs is killed, which is a failure, and so is anything that it logs unasked.
  ///
  /// - Parameter library: a library of this package that the client loads before all others, on Linux.
  static func run(_ name: String, _ arguments: String..., preloading library: String? = nil) async throws -> Client {
    // The test inspects the files that it writes, and the shared folder is used by other processes.
    let folder = FileManager.default.temporaryDirectory.appending(path: "attack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    var environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    if let library { environment["LD_PRELOAD"] = Self.built("lib\(library).so").path }
    process.environment = environment
    process.executableURL = Self.built("Attack")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    let errors = folder.appending(path: "errors")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let identifier = process.processIdentifier
    let deadline = Task {
      try await Task.sleep(for: HangGuard.time)
      kill(identifier, SIGKILL)
    }
    defer { deadline.cancel() }
    let data = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try output.fileHandleForReading.readToEnd() ?? Data() })
      }
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let cause = process.terminationStatus == SIGKILL ? "hung, or was killed" : "status \(process.terminationStatus)"
      throw Problem(description: "The client did not end by itself: \(cause)\n\(try String(contentsOf: errors, encoding: .utf8))")
    }
    let log = try String(contentsOf: errors, encoding: .utf8)
    guard log.isEmpty else { throw Problem(description: "The client has logged:\n\(log)") }
    return try JSONDecoder().decode(Client.self, from: data)
  }

  /// A product of this package, next to the tests' own executable.
  private static func built(_ name: String) -> URL {
    var folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
    #if os(macOS)
      folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent() ?? folder
    #endif
    return folder.appending(path: name)
  }
}
