import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore
@testable import RelayRuntime

/// Compares the compiler and the runtime with the meaning of documents: random documents are compiled, a server that follows the
/// specification answers the operation's text, and the response is normalized and read. An interpreter of the original documents
/// determines what each fragment should see.
@Suite("The meaning of documents")
struct MeaningTests {
  private static let schemaFile = Repository.url("Fixtures/schemas/library.graphql")

  private static let parts = 4
  /// The number of documents: `RELAY_MEANING_DOCUMENTS`, or 300 before a change lands.
  private static let documents = TestEffort.repetitions(300, unless: "RELAY_MEANING_DOCUMENTS")

  @Test("Every fragment sees the data of its document", arguments: 0..<parts)
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
    // The test is meaningful only if most documents are valid.
    #expect(compiled > count / 2)
    #expect(reads > count)
  }

  /// The errors that the specification's rules find in a text that is sent.
  private static func problems(of text: String, _ schema: Schema) -> [Diagnostic] {
    let (document, diagnostics) = Parser.parse(SourceFile(path: "text", text: text), file: FileID(rawValue: 0))
    return diagnostics
      + Validator.validate(
        documents: [document], schema: schema, options: CompilerOptions(), profile: .specification, threads: 1
      ).diagnostics
  }
}
