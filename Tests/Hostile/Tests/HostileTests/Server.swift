import Foundation

/// A server of `servers/` in a separate process, on a free port of the loopback interface. It ends with this object.
final class Server {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  let port: Int

  /// - Parameters:
  ///   - name: the file's name without its ending.
  ///   - arguments: the server's behaviour, if its file takes arguments.
  init(_ name: String, _ arguments: [String] = []) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../servers").standardized
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", folder.appending(path: "\(name).py").path] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += bytes
    }
    guard let port = Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Problem(description: "\(name).py did not say its port")
    }
    self.port = port
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }

  func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> String { "\(scheme)://\(host):\(port)/\(path)" }

  /// The server's output since its start, up to and including the next line: what it has received from the client, as described in its
  /// file.
  func line() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    return String(decoding: line, as: UTF8.self)
  }
}
