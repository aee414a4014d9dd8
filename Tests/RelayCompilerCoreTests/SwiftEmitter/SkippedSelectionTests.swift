import Testing

@testable import RelayCompilerCore

/// What is under a condition that never holds, as people write while debugging, keeps its Swift. Relay's artifacts do not have it.
@Suite("Selections that are always skipped")
struct SkippedSelectionTests {
  private static func compile(_ document: String, payloads: Bool = false) -> CompilerOutput {
    let schema = """
      type Query { me: User! }
      type User { id: ID! name: String! role: Role friends: [User!] }
      enum Role { ADMIN }
      """
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "a.graphql", text: document)], as: .document(output: "a.swift"))
    input.swift = SwiftOutputs(schema: "Schema.swift")
    input.options.swift.payloads.isForModule = payloads
    return Compiler.compile(input)
  }

  private static func swift(_ output: CompilerOutput) -> String {
    output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  }

  private static let document = """
    query Q { me { id name @skip(if: true) ...F } }
    fragment F on User { name @skip(if: true) role @include(if: false) friends @skip(if: true) { ...G } }
    fragment G on User { name }
    """

  @Test("A fragment of which nothing is left has its types", arguments: [false, true])
  func fragments(payloads: Bool) {
    let output = Self.compile(Self.document, payloads: payloads)
    #expect(output.diagnostics.map { "\($0.id) \($0.severity)" } == ["empty-selections warning"])
    #expect(output.artifacts.map(\.name) == ["G", "Q"])
    let swift = Self.swift(output)
    for text in [
      "struct F: RelayRuntime.GraphQLFragment", "protocol F_Key", "var name: String? {", "var role: Role? {", "enum Role",
      "var friends: [User_friends]? {", "struct User_friends: RelayRuntime.SelectionSet, Swift.Hashable, G_Key",
      "struct User_me: RelayRuntime.SelectionSet, Swift.Hashable, Swift.Identifiable, F_Key",
    ] { #expect(swift.contains(text), "\(text)\n\(swift)") }
    #expect(!swift.contains("extension F {\n  /// The whole data"))
  }

  @Test("Artifacts, texts and what is written to the store are as without it")
  func artifacts() throws {
    let output = Self.compile(Self.document)
    let plain = Self.compile("query Q { me { id } } fragment G on User { name }")
    func operation(_ output: CompilerOutput) throws -> OperationArtifact {
      try #require(output.artifacts.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }.first)
    }
    let (with, without) = (try operation(output), try operation(plain))
    #expect(with.text == without.text && with.cacheID == without.cacheID)
    #expect(ReaderShape(with.reader) == ReaderShape(without.reader))
  }

  /// The number of nodes is enough to tell the two programs apart.
  private struct ReaderShape: Equatable {
    var root: Int
    init(_ reader: ReaderFragment) {
      root = reader.selections.reduce(0) { count, node in
        if case .linkedField(let field) = node { count + field.selections.count } else { count + 1 }
      }
    }
  }
}
