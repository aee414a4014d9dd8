import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore
@testable import RelayRuntime

/// Random documents, with a server whose responses violate the schema at random places: an invalid value counts as null at the nearest
/// nullable place, and everything else is as in a response with null there.
@Suite("No value is invented")
struct BrokenResponseTests {
  private static let schemaFile = Repository.url("Fixtures/schemas/library.graphql")

  private static let parts = 4
  /// The number of documents: `RELAY_MEANING_DOCUMENTS`, or 300 before a change lands.
  private static let documents = max(300, TestEffort.repetitions(300, unless: "RELAY_MEANING_DOCUMENTS"))

  @Test("A response that violates the schema equals one with null there", arguments: 0..<parts)
  func nullsPropagate(part: Int) async throws {
    // In half of the runs, the root has non-null fields.
    var text = try String(contentsOf: Self.schemaFile, encoding: .utf8)
    if part % 2 == 1 { text = text.replacing("viewer: Viewer\n", with: "viewer: Viewer!\n").replacing(": [Book!]\n", with: ": [Book!]!\n") }
    let source = SourceFile(path: "schema.graphql", text: text)
    let schema = SchemaBuilder.build(
      server: [Parser.parse(source, file: FileID(rawValue: 0)).0], clientExtensions: [], options: CompilerOptions()
    ).0
    let count = Self.documents / Self.parts
    var (broken, failed, whole) = (0, 0, 0)
    for seed in part * count..<(part + 1) * count {
      var documents = RandomDocuments(schema: schema, seed: UInt64(seed))
      let text = documents.document()
      // Deferred parts become null separately; other tests cover them.
      guard !text.contains("@defer"),
        let program = try? VectorProgram(schema: source, documents: [SourceFile(path: "documents", text: text)]),
        let definition = program.operations["Q"], let sent = program.texts["Q"]
      else { continue }
      for damage in [5, 40, 200] {
        let descriptor = OperationDescriptor(definition, variables: documents.variables())
        var server = BrokenServer(try ExampleServer(ExampleData(schema: schema), text: sent), damage: damage, seed: UInt64(seed))
        let response = try server.execute(descriptor.variables)
        let comment: Comment = "seed \(seed), damage \(damage), \(descriptor.variables)\n\(text)\n\(sent)\n\(response.sent)"
        let actual = await Self.run(descriptor, response.sent)
        guard let meant = response.meant else {
          failed += 1
          #expect(actual.error is NormalizationError, comment)
          #expect(actual.store.keys.allSatisfy { $0 == "client:root" }, comment)
          continue
        }
        let expected = await Self.run(descriptor, meant)
        #expect(expected.error == nil && expected.errors.isEmpty, comment)
        #expect(actual.error == nil && actual.store == expected.store, comment)
        #expect(actual.errors.isEmpty == (server.breaks == 0), comment)
        for error in actual.errors { #expect(Self.isNull(meant, at: error.path ?? []), "\(error)\n\(comment)") }
        if server.breaks > 0 { broken += 1 } else { whole += 1 }
      }
    }
    // The test is meaningful only if all three occur.
    #expect(broken > count / 4, "\(broken) broken, \(failed) failed, \(whole) whole")
    #expect((failed > 0) == (part % 2 == 1), "\(broken) broken, \(failed) failed, \(whole) whole")
    #expect(whole > 0, "\(broken) broken, \(failed) failed, \(whole) whole")
  }

  private struct Outcome {
    let store: [String: JSON]
    let errors: [GraphQLError]
    let error: (any Error)?
  }

  /// The store after a response, without its errors.
  private static func run(_ operation: OperationDescriptor, _ data: JSON) async -> Outcome {
    let environment = RelayEnvironment(network: FetchNetwork { _ in NetworkPayload(["data": data]) })
    var (errors, failure): ([GraphQLError], (any Error)?) = ([], nil)
    do {
      for try await payload in environment.execute(operation) { errors += payload.errors }
    } catch {
      failure = error
    }
    let records = environment.store.json.mapValues { record -> JSON in
      guard case .object(var members) = record else { return record }
      members["__errors"] = nil
      return .object(members)
    }
    return Outcome(store: records, errors: errors, error: failure)
  }

  /// Whether a value, or an enclosing one, is null.
  private static func isNull(_ data: JSON, at path: [JSON]) -> Bool {
    var value = data
    for component in path {
      if value.isNull { return true }
      switch component {
      case .string(let name): value = value[name] ?? .null
      case .int(let index): value = value[index] ?? .null
      default: return false
      }
    }
    return value.isNull
  }
}
