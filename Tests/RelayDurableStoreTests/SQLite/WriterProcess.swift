#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport

  /// A `BackendWriter`: see there.
  final class WriterProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer: [UInt8] = []

    init(_ arguments: String...) throws {
      process.executableURL = try BuildProducts.executable("BackendWriter")
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.standardError
      try process.run()
    }

    /// The next line of its output; `nil` at the end.
    func nextLine() -> String? {
      while true {
        if let end = buffer.firstIndex(of: 10) {
          defer { buffer.removeFirst(end + 1) }
          return String(decoding: buffer[..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        buffer += more
      }
    }

    func send(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

    /// Kills the process immediately, whatever it is doing.
    /// - Returns: the lines that it had still written.
    func kill() -> [String] {
      Foundation.kill(process.processIdentifier, SIGKILL)
      return rest()
    }

    /// Lets the process end.
    /// - Returns: the lines that it has still written.
    func rest() -> [String] {
      try? input.fileHandleForWriting.close()
      var lines: [String] = []
      while let line = nextLine() { lines.append(line) }
      process.waitUntilExit()
      return lines
    }
  }
#endif
