import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

/// Any names that GraphQL allows result in Swift that compiles without a warning.
///
/// Tests a few projects each time; `RELAY_NAME_FUZZ=100` tests a hundred.
@Suite("Random names", .serialized)
struct NameFuzzTests {
  @Test("The Swift compiles for all names")
  func whateverTheNamesTheSwiftCompiles() async throws {
    let count = TestEffort.repetitions(1, unless: "RELAY_NAME_FUZZ")
    for seed in 1...max(1, count) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "relay-names-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let files = try generate(NameProject(seed: UInt64(seed)), access: seed, in: folder)
      let isolation = seed % 2 == 0 ? ["-default-isolation", "MainActor"] : []
      let run = try await CompilationTests.typecheck(files, ["-package-name", "names"] + isolation)
      let output = run.output
      #expect(run.status == 0 && output.isEmpty, "seed \(seed), files in \(folder.path):\n\(output.prefix(20_000))")
      if run.status == 0, output.isEmpty { try FileManager.default.removeItem(at: folder) }
    }
  }

  private func generate(_ project: NameProject, access: Int, in folder: URL) throws -> [String] {
    func source(_ name: String, _ text: String) throws -> SourceFile {
      try Data(text.utf8).write(to: folder.appending(path: name))
      return SourceFile(path: name, bytes: Array(text.utf8))
    }
    var input = CompilerInput()
    input.add([try source("schema.graphql", project.schema)], as: .schema)
    input.add([try source("Documents.graphql", project.documents)], as: .document(output: "Documents.graphql.swift"))
    input.swift = SwiftOutputs(schema: "RelaySchemaTypes.graphql.swift")
    for (scalar, type) in project.scalarTypes { input.options.customScalarTypes[Name(scalar)] = CustomScalarType(typeName: type) }
    input.options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    input.options.swift.configuredAccessLevel = [.public, .package, .internal][access % 3]
    if access % 2 == 1 {
      input.options.swift.acronyms = Acronyms(["ID", "KEY", "URL", "TYPE", "SELF", "DATA", "COUNT", "VALUE", "ELEMENT"])
    }
    let output = Compiler.compile(input)
    let errors = output.diagnostics.filter { $0.severity == .error }
    try #require(
      errors.isEmpty, "\(folder.path)\n\(errors.map(\.message).prefix(20))")
    return try output.files.map { file in
      let url = folder.appending(path: file.name)
      try Data(file.bytes).write(to: url)
      return url.path
    }
  }
}
