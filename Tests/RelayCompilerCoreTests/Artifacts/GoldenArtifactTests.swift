import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

/// `Fixtures/artifacts/<case>`: documents, a schema and a configuration in; `artifacts/<Name>.json` (Relay's form of the artifact) and
/// `artifacts/<Name>.graphql` (the operation text) out.
///
/// `UPDATE_FIXTURES=1` writes the current output and fails, so that an updating run is never mistaken for a passing
/// one.
@Suite("Golden artifacts")
struct GoldenArtifactTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var folder: URL
    var testDescription: String { folder.lastPathComponent }

    static let all: [Case] = {
      let root = Repository.url("Fixtures/artifacts")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
      return names.sorted().map { Case(folder: root.appending(path: $0)) }.filter { fixture in
        FileManager.default.fileExists(atPath: fixture.folder.appending(path: "relay.config.json").path)
      }
    }()

    func source(_ name: String) throws -> SourceFile {
      SourceFile(path: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
    }

    func input() throws -> CompilerInput {
      let (config, problems) = ConfigParser.parse(try source("relay.config.json"), file: FileID(rawValue: 0))
      #expect(problems.isEmpty)
      let documents = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".graphql") && !$0.hasPrefix("schema") }.sorted()
      var input = CompilerInput()
      input.add(try config.schema.map { try source($0.path) }, as: .schema)
      input.add(try config.schemaExtensions.map { try source($0.path) }, as: .clientSchema)
      input.add(try documents.map(source), as: .document)
      input.options = config.options
      return input
    }

    /// Compares `generated` with the files in a folder of the case, in the order of names. With `UPDATE_FIXTURES=1`, writes the files
    /// instead.
    func expect(_ generated: [GeneratedFile], in subfolder: String) throws {
      let expected = folder.appending(path: subfolder)
      if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
        try? FileManager.default.removeItem(at: expected)
        try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
        for file in generated { try Data(file.bytes).write(to: expected.appending(path: file.name)) }
        Issue.record("rewritten; look at the difference and run again without UPDATE_FIXTURES")
        return
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: expected.path).sorted()
      #expect(names == generated.map(\.name))
      for file in generated where names.contains(file.name) {
        let known = String(decoding: try Data(contentsOf: expected.appending(path: file.name)), as: UTF8.self)
        #expect(known == String(decoding: file.bytes, as: UTF8.self), "\(testDescription)/\(subfolder)/\(file.name)")
      }
    }
  }

  /// Sorted by file name.
  static func files(_ output: CompilerOutput) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for artifact in output.artifacts {
      files.append(GeneratedFile(name: artifact.name.string + ".json", bytes: ArtifactJSON.file(for: artifact)))
      if case .operation(let operation) = artifact, let text = operation.printedText {
        files.append(GeneratedFile(name: artifact.name.string + ".graphql", bytes: Array(text.utf8)))
      }
    }
    return files.sorted { $0.name < $1.name }
  }

  @Test("At least one case exists")
  func thereAreCases() { #expect(Case.all.count >= 15) }

  @Test("Artifacts are as expected", .cases)
  func artifactsAreAsExpected() {
    eachCase(of: Case.all) { try artifactsAreAsExpected($0) }
  }

  func artifactsAreAsExpected(_ fixture: Case) throws {
    let output = Compiler.compile(try fixture.input())
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    try fixture.expect(Self.files(output), in: "artifacts")
  }

  /// The bytes do not depend on the order of the documents or the number of threads.
  @Test("Artifacts depend only on the input", .cases)
  func artifactsDependOnlyOnTheInput() {
    eachCase(of: Case.all) { try artifactsDependOnlyOnTheInput($0) }
  }

  func artifactsDependOnlyOnTheInput(_ fixture: Case) throws {
    var input = try fixture.input()
    input.threads = 4
    let first = Self.files(Compiler.compile(input))
    input.sources.reverse()
    input.threads = 1
    let second = Self.files(Compiler.compile(input))
    #expect(first.map(\.name) == second.map(\.name))
    #expect(first.map(\.bytes) == second.map(\.bytes))
    #expect(!first.isEmpty)
  }
}
