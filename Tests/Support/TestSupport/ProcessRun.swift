#if os(macOS) || os(Linux)
  package import Foundation

  /// The result of a program that has ended.
  package struct ProcessRun: Sendable {
    package var status: Int32
    package var outputBytes: Data
    package var errors: String

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The status of a run that took too long and was terminated.
    package static let lateStatus: Int32 = 142

    /// Runs a program without input, and waits until it ends.
    ///
    /// - Parameters:
    ///   - mergesErrors: whether `output` also contains standard error, in the order of writing.
    ///   - limit: the maximum time in seconds; nil means no limit.
    package static func wait(
      for executable: URL, _ arguments: [String], in directory: URL? = nil, mergesErrors: Bool = false, limit: TimeInterval? = nil
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
      let isLate = wait(for: process, limit: limit)
      try output.close()
      try errors.close()
      return ProcessRun(
        status: isLate ? lateStatus : process.terminationStatus,
        outputBytes: try Data(contentsOf: folder.url.appendingPathComponent("output")),
        errors: String(decoding: try Data(contentsOf: folder.url.appendingPathComponent("errors")), as: UTF8.self))
    }

    /// Whether the process had to be terminated.
    private static func wait(for process: Process, limit: TimeInterval?) -> Bool {
      guard let limit else {
        process.waitUntilExit()
        return false
      }
      let deadline = Date(timeIntervalSinceNow: limit)
      var isLate = false
      while process.isRunning {
        if !isLate, Date() > deadline {
          isLate = true
          process.terminate()
        }
        Thread.sleep(forTimeInterval: 0.002)
      }
      return isLate
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
