import Foundation
import RelayCompilerCore
import Testing

/// `Fixtures/artifacts/<case>`: documents, a schema and a configuration in, `expected/*.swift` out.
///
/// `RECORD_SNAPSHOTS=1` writes what is generated now and fails, so that a recording run never passes for a check.
@Suite struct GoldenSwiftTests {
  static let cases = ["features", "names"]

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/artifacts")

  @Test(arguments: cases)
  func generatesWhatIsExpected(_ name: String) throws {
    let folder = GoldenSwiftTests.fixtures.appending(path: name)
    let expected = folder.appending(path: "expected")
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
    let generated = try GoldenSwiftTests.generate(folder)
    if isRecording {
      try? FileManager.default.removeItem(at: expected)
      try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
    }
    for file in generated {
      let url = expected.appending(path: file.name)
      if isRecording {
        try Data(file.bytes).write(to: url)
      } else {
        let known = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        #expect(known == String(decoding: file.bytes, as: UTF8.self), "\(name)/expected/\(file.name)")
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: expected.path).sorted()
    #expect(names == generated.map(\.name))
    #expect(!isRecording, "recorded")
  }

  /// The same files whatever the number of threads, and whatever the order of the documents.
  @Test func doesNotDependOnThreadsOrOrder() throws {
    let folder = GoldenSwiftTests.fixtures.appending(path: "features")
    let first = try GoldenSwiftTests.generate(folder, threads: 1)
    let second = try GoldenSwiftTests.generate(folder, threads: 4) { $0.reverse() }
    #expect(first.map(\.name) == second.map(\.name))
    #expect(first.map(\.bytes) == second.map(\.bytes))
  }

  static func generate(
    _ folder: URL, threads: Int = 2, arrange: (inout [String]) -> Void = { _ in }
  ) throws -> [GeneratedFile] {
    func source(_ name: String) throws -> SourceFile {
      SourceFile(path: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
    }
    let (config, problems) = ConfigParser.parse(try source("relay.config.json"), file: FileID(rawValue: 0))
    #expect(problems.isEmpty)
    var names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".graphql") && !$0.hasPrefix("schema") }.sorted()
    arrange(&names)
    var input = Compilation.Input()
    input.schema = try config.schema.map { try source($0.path) }
    input.schemaExtensions = try config.schemaExtensions.map { try source($0.path) }
    input.documents = try names.map(source)
    input.options = config.options
    input.threads = threads
    let output = Compilation.run(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.isEmpty)
    var outputs = SwiftOutputs(schema: "RelaySchemaTypes.graphql.swift")
    let first = input.schema.count + input.schemaExtensions.count
    for (index, name) in names.enumerated() { outputs.documents[FileID(rawValue: UInt32(first + index))] = name + ".swift" }
    let schema = try #require(output.schema)
    return SwiftEmitter.emit(output.artifacts, schema: schema, options: config.options, outputs: outputs, threads: threads)
  }
}
