import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore
@testable import RelayRuntime

/// The compiler and the runtime against the meaning of documents: documents are written at random and compiled; a server that knows the
/// specification answers the operation's text; the answer is normalized, read, and compared with what an interpreter of the documents, as
/// they were written, says that each fragment should see.
@Suite("Documents mean what they say")
struct MeaningTests {
  private static let schemaFile = Repository.url("Fixtures/schemas/library.graphql")

  private static let parts = 4
  /// How many documents are written: `RELAY_MEANING_DOCUMENTS`, or 600.
  private static let documents = ProcessInfo.processInfo.environment["RELAY_MEANING_DOCUMENTS"].flatMap { Int($0) } ?? 600

  @Test("Every fragment sees what its document says", arguments: 0..<parts)
  func everyFragmentSeesWhatItsDocumentSays(part: Int) throws {
    let source = try VectorProgram.source(MeaningTests.schemaFile)
    let schema = SchemaBuilder.build(
      server: [Parser.parse(source, file: FileID(rawValue: 0)).0], clientExtensions: [], options: CompilerOptions()
    ).0
    var compiled = 0
    var reads = 0
    let count = MeaningTests.documents / MeaningTests.parts
    for seed in part * count..<(part + 1) * count {
      var documents = RandomDocuments(schema: schema, seed: UInt64(seed))
      let text = documents.document()
      guard let program = try? VectorProgram(schema: source, documents: [SourceFile(path: "documents", text: text)]) else { continue }
      compiled += 1
      let sent = program.texts["Q"] ?? ""
      #expect(MeaningTests.problems(of: sent, schema).isEmpty, "seed \(seed)\n\(text)\n\(sent)")
      for _ in 0..<3 {
        var check = MeaningCheck(schema: schema, documents: text, program: program, variables: documents.variables())
        try check.run()
        reads += check.reads
        #expect(check.differences.isEmpty, "\(check.differences)\nseed \(seed), \(check.variables)\n\(text)\n\(sent)")
        if !check.differences.isEmpty { return }
      }
    }
    // Most documents have to be valid for this to be a test at all.
    #expect(compiled > count / 2)
    #expect(reads > count)
  }

  /// What the rules of the specification have against a text that is sent.
  private static func problems(of text: String, _ schema: Schema) -> [Diagnostic] {
    let (document, diagnostics) = Parser.parse(SourceFile(path: "text", text: text), file: FileID(rawValue: 0))
    return diagnostics
      + Validator.validate(
        documents: [document], schema: schema, options: CompilerOptions(), profile: .specification, threads: 1
      ).diagnostics
  }
}
