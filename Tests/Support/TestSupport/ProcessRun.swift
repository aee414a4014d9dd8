#if os(macOS) || os(Linux)
  package import Foundation

  /// The result of a program that has ended.
  package struct ProcessRun: Sendable {
    package var status: Int32
    package var outputBytes: Data
    package var errors: String

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// Runs a program without input, and waits until it ends.
    ///
    /// - Parameters:
    ///   - mergesErrors: whether `output` also contains standard error, in the order of writing.
    package static func wait(
      for executable: URL, _ arguments: [String], in directory: URL? = nil, mergesErrors: Bool = false
    ) throws -> ProcessRun {
      let folder = try TemporaryFolder("relay-run")
      func open(_ name: String) throws -> FileHandle {
        let file = folder.url.appendingPathComponent(name)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
      }
      // Files, unlike pipes, accept any amount of data without a reader.
      let output = try open("output")
      let errors = try open("errors")
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      if let directory { process.currentDirectoryURL = directory }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = mergesErrors ? output : errors
      try process.run()
      wait(for: process)
      try output.close()
      try errors.close()
      return ProcessRun(
        status: process.terminationStatus,
        outputBytes: try Data(contentsOf: folder.url.appendingPathComponent("output")),
        errors: String(decoding: try Data(contentsOf: folder.url.appendingPathComponent("errors")), as: UTF8.self))
    }

    /// Waits until a process has ended, and ends one that hangs.
    private static func wait(for process: Process) {
      // Not `terminate()`: a process inherits the blocked signals of the thread that starts it, and those of Dispatch block SIGTERM.
      let end = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60 * HangGuard.minutes), execute: end)
      process.waitUntilExit()
      end.cancel()
    }

    /// The same, while the calling thread is available for other tests.
    package static func result(
      of executable: URL, _ arguments: [String], in directory: URL? = nil, mergesErrors: Bool = false
    ) async throws -> ProcessRun {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Result { try wait(for: executable, arguments, in: directory, mergesErrors: mergesErrors) })
        }
      }
    }

    /// A program that is found in `PATH`.
    package static func result(of command: [String]) async throws -> ProcessRun {
      try await result(of: URL(fileURLWithPath: "/usr/bin/env"), command, mergesErrors: true)
    }
  }
#endif
