import Testing

@testable import RelayCompilerCore

/// Large programs are compiled in independent parts: definitions that a pass compares must be in the same part.
@Suite("Independent parts of a program")
struct ProgramPartsTests {
  private static let schema = """
    type Query { me: User node(id: ID!): Node }
    interface Node { id: ID! }
    type User implements Node { id: ID! name(upper: Boolean, times: Int): String boss: User }
    """

  private static func parts(_ documents: String, ofAtLeast count: Int = 1) throws -> [String] {
    try Program.lowered(from: documents, schema: Schema.built(from: schema)).independentParts(ofAtLeast: count, threads: 2).map { part in
      (part.operations.map(\.name.string) + part.fragments.map(\.name.string)).joined(separator: " ")
    }
  }

  @Test("Spreads connect definitions")
  func spreadsConnect() throws {
    let documents = """
      query A { me { ...X } } query B { me { name } } query C { me { ...Z } }
      fragment X on User { boss { ... on User { ...Y } } } fragment Y on User { name } fragment Z on User { ...Y } fragment Unused on User { id }
      """
    #expect(try Self.parts(documents) == ["A C X Y Z", "B", "Unused"])
    #expect(try Self.parts(documents, ofAtLeast: 6) == ["A B C X Y Z", "Unused"])
    #expect(try Self.parts(documents, ofAtLeast: 7) == ["A B C Unused X Y Z"])
  }

  @Test("Names connect definitions")
  func namesConnect() throws {
    let documents = """
      fragment A on User @refetchable(queryName: "Again") { name } fragment B on User @refetchable(queryName: "Again") { id }
      query C { me { id } } fragment D on User @refetchable(queryName: "C") { id }
      fragment E on User @argumentDefinitions(u: {type: "Boolean", provider: "Upper"}) { name(upper: $u) }
      fragment F on User @argumentDefinitions(t: {type: "Int", provider: "Upper"}) { name(times: $t) }
      """
    #expect(try Self.parts(documents) == ["C D", "A B", "E F"])
  }

  /// Many operations with separate fragments, and one pair of definitions far apart.
  private static func compile(_ pair: (String, String), threads: Int) -> CompilerOutput {
    let documents = (100..<1000).map { number in
      """
      query Q\(number)($n: Int) { me { ...F\(number) @arguments(times: $n) } }
      fragment F\(number) on User @argumentDefinitions(times: {type: "Int", defaultValue: \(number)}) { name(times: $times) boss { id } }
      """
    }
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add(([pair.0] + documents + [pair.1]).map { SourceFile(path: "documents.graphql", text: $0) }, as: .document)
    input.threads = threads
    return Compiler.compile(input)
  }

  @Test("Conflicting pairs are found even far apart")
  func wrongPairsAreFoundFarApart() {
    let queries = Self.compile(
      (#"fragment A on User @refetchable(queryName: "Again") { id }"#, #"fragment Z on User @refetchable(queryName: "Again") { id }"#),
      threads: 2)
    #expect(queries.diagnostics.map(\.id) == ["duplicate-refetchable-query"])
    let providers = Self.compile(
      (
        #"fragment A on User @argumentDefinitions(u: {type: "Boolean", provider: "Upper"}) { name(upper: $u) }"#,
        #"fragment Z on User @argumentDefinitions(t: {type: "Int", provider: "Upper"}) { name(times: $t) }"#
      ), threads: 2)
    #expect(providers.diagnostics.map(\.id) == ["provided-variable-types"])
  }

  @Test("Artifacts do not depend on threads")
  func artifactsDoNotDependOnThreads() {
    let pair = ("query A { me { ...Z } }", "fragment Z on User { name }")
    let one = Self.compile(pair, threads: 1)
    let four = Self.compile(pair, threads: 4)
    #expect(one.diagnostics.isEmpty && one.artifacts.count == 1802)
    #expect(one.artifacts.map(\.name) == one.artifacts.map(\.name).sorted())
    #expect(
      one.artifacts.map { String(decoding: ArtifactJSON.file(for: $0), as: UTF8.self) }
        == four.artifacts.map { String(decoding: ArtifactJSON.file(for: $0), as: UTF8.self) })
  }
}
