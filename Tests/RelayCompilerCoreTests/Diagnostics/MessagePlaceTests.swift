import Foundation
import TestSupport
import Testing

/// A Swift file of the compiler or of the command-line tool.
struct DiagnosticSources {
  var path: String
  var text: String

  /// Whether the file is one of those that contain the messages, one for each area.
  var holdsMessages: Bool {
    path.contains("/Messages+") || path == "relay-compiler-swift/Messages.swift"
  }

  static func read() throws -> [DiagnosticSources] {
    let root = Repository.url("Sources")
    var files: [DiagnosticSources] = []
    for target in ["RelayCompilerCore", "relay-compiler-swift"] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: target).path)
      for path in paths.sorted() where path.hasSuffix(".swift") {
        let text = try String(contentsOf: root.appending(path: target).appending(path: path), encoding: .utf8)
        files.append(DiagnosticSources(path: target + "/" + path, text: text))
      }
    }
    return files
  }

  /// The lines that create a diagnostic, a note or a fix-it with inline text.
  var linesThatMakeDiagnostics: [Int] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { _, line in
      // The regular expression alone would take seconds for all sources.
      guard ["Diagnostic", "Note", "FixIt"].contains(where: { line.contains($0) }) else { return false }
      return line.contains(#/\b(Diagnostic|DiagnosticID|Note|FixIt)(\.init)?\(|DiagnosticID = "/#.wordBoundaryKind(.simple))
    }.map { $0.offset + 1 }
  }
}

@Suite("Messages of diagnostics")
struct MessagePlaceTests {
  @Test("Every message is in one of the message files")
  func places() throws {
    let files = try DiagnosticSources.read()
    #expect(files.contains { $0.holdsMessages && !$0.linesThatMakeDiagnostics.isEmpty })
    for file in files where !file.holdsMessages {
      #expect(file.linesThatMakeDiagnostics.map { "\(file.path):\($0)" } == [])
    }
  }

  @Test("The scan finds a message wherever it is written", .cases)
  func scan() {
    eachCase(of: [
      #"diagnostics.append(Diagnostic("some-id", "Text", at: range))"#, "let note = Diagnostic.Note(",
      #"static let id: DiagnosticID = "no-such""#, "report(Diagnostic.init(id, message, at: range))",
    ]) { scan($0) }
  }

  func scan(_ line: String) { #expect(DiagnosticSources(path: "", text: "\n" + line).linesThatMakeDiagnostics == [2]) }
}
