import Foundation
import Testing

/// The server of this folder, in a process of its own.
final class PhotoServer {
  let url: URL
  private let process = Process()

  /// - Parameter tokenUses: how often an access token is accepted.
  init(tokenUses: Int = 20) throws {
    let package = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", package.appending(path: "Server/server.py").path, "--port", "0", "--token-uses", "\(tokenUses)"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = try #require(URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// A child of a thread that blocks signals blocks them, too, but not this one.
  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
