import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

/// The Swift code for every case of `Fixtures/artifacts`, in `<case>/expected`; see `GoldenArtifactTests` for the rest of a case.
///
/// `UPDATE_FIXTURES=1` writes the current output and fails, so that an updating run is never mistaken for a passing
/// one.
@Suite("Golden Swift")
struct GoldenSwiftTests {
  @Test("Generates the expected code", .cases)
  func generatesWhatIsExpected() {
    eachCase(of: GoldenArtifactTests.Case.all) { try generatesWhatIsExpected($0) }
  }

  func generatesWhatIsExpected(_ fixture: GoldenArtifactTests.Case) throws {
    try fixture.expect(Self.generate(fixture), in: "expected")
  }

  /// The files do not depend on the number of threads or the order of the documents.
  @Test("Does not depend on threads or order", .cases)
  func doesNotDependOnThreadsOrOrder() {
    eachCase(of: GoldenArtifactTests.Case.all) { try doesNotDependOnThreadsOrOrder($0) }
  }

  func doesNotDependOnThreadsOrOrder(_ fixture: GoldenArtifactTests.Case) throws {
    let first = try Self.generate(fixture, threads: 1)
    let second = try Self.generate(fixture, threads: 4) { $0.reverse() }
    #expect(first.map(\.name) == second.map(\.name))
    #expect(first.map(\.bytes) == second.map(\.bytes))
  }

  static func generate(
    _ fixture: GoldenArtifactTests.Case, threads: Int = 2, arrange: (inout [Source]) -> Void = { _ in }
  ) throws -> [GeneratedFile] {
    var input = try fixture.input()
    input.threads = threads
    input.sources = input.sources.map { source in
      if case .document = source.role { Source(source.file, as: .document(output: source.file.path + ".swift")) } else { source }
    }
    input.swift = SwiftOutputs(schema: "RelaySchemaTypes.graphql.swift")
    arrange(&input.sources)
    let output = Compiler.compile(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.isEmpty)
    return output.files
  }
}
