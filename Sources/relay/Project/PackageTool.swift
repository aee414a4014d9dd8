internal import Foundation

/// Runs `swift package`.
enum PackageTool {
  /// What the command prints.
  ///
  /// - Parameter folder: the folder of the package.
  static func output(_ arguments: [String], in folder: String) throws(CommandError) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { throw .environment("cannot run 'swift package': \(error.localizedDescription)") }
    // Both are read at the same time: a full pipe would stop the process.
    let reading = DispatchGroup()
    let collected = ErrorText()
    DispatchQueue.global().async(group: reading) {
      collected.text = String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    }
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    reading.wait()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = collected.text.split(separator: "\n").first { $0.contains("error:") } ?? "status \(process.terminationStatus)"
      throw .environment("'swift package \(arguments.joined(separator: " "))' failed in '\(folder)': \(reason)")
    }
    return Array(bytes)
  }

  private final class ErrorText: Sendable {
    private let value = Lock("")
    var text: String {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }
}
