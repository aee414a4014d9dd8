import TestSupport
import Testing

@testable import RelayCompilerCore

/// `@maxAge` and `@invalidates` change nothing but the normalization plan.
@Suite("Ages are not sent")
struct StrippedDirectiveTests {
  private static let schema = """
    type Query { me: User node(id: ID!): Node users(first: Int, after: String): Users }
    interface Node { id: ID! }
    type User implements Node { id: ID! name: String email: String best: User }
    type Users { edges: [Edge] pageInfo: PageInfo! }
    type Edge { cursor: String node: User }
    type PageInfo { endCursor: String hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String }
    type Mutation { rename(name: String): User }
    type Subscription { renamed: User }
    """

  /// `§…§` marks what only the second program has.
  private static let documents = """
    query Plain§ @maxAge(seconds: 60)§ { me { name§ @maxAge(seconds: 5)§ ...F ...G email email§ @maxAge(seconds: 3)§ } }
    query Raw§ @maxAge(seconds: 60, staleWhileRevalidate: 3)§ @relay_test_operation(emitRawText: true) {
      me§ @maxAge(seconds: 5)§ { name }
    }
    query List($count: Int, $cursor: String, $a: Boolean!) {
      users(first: $count, after: $cursor) @connection(key: "List_users")§ @maxAge(seconds: 9)§ {
        edges§ @maxAge(seconds: 8)§ { node { id§ @maxAge(seconds: 8)§ ... on User @include(if: $a) { id§ @maxAge(seconds: 7)§ } } }
      }
    }
    fragment F on User @refetchable(queryName: "Again"§, directives: ["@maxAge(seconds: 4)"]§) {
      email§ @maxAge(seconds: 7)§ best { name§ @maxAge(seconds: 1)§ }
    }
    fragment G on User @inline { name§ @maxAge(seconds: 7)§ }
    mutation Rename { rename(name: "x")§ @invalidates(types: ["User"], fields: ["Query.users"])§ { id @deleteRecord§ @invalidates(types: ["User"])§ } }
    subscription Renamed { renamed§ @invalidates(fields: ["User.best"])§ { name } }
    """

  private static func files(_ marked: Bool, server: String = "", persisted: Bool = false) -> [GeneratedFile] {
    let parts = documents.split(separator: "§", omittingEmptySubsequences: false)
    let text = parts.enumerated().map { marked || $0.offset % 2 == 0 ? String($0.element) : "" }.joined()
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema + server)], as: .schema)
    input.add([SourceFile(path: "documents.graphql", text: text)], as: .document)
    if persisted { input.options.persist = PersistConfig(file: "queries.json", algorithm: .sha256, includeQueryText: true) }
    let output = Compiler.compile(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return GoldenArtifactTests.files(output)
  }

  @Test("Artifacts, texts and ids are those of the same documents without them", .cases)
  func artifacts() {
    let ofServer = " directive @maxAge(of: String) on FIELD | QUERY directive @invalidates on FIELD | MUTATION"
    eachCase(of: [("", false), ("", true), (ofServer, false)]) { (server: String, persisted: Bool) in
      let (with, without) = (Self.files(true, server: server, persisted: persisted), Self.files(false, persisted: persisted))
      #expect(with.map(\.name) == without.map(\.name) && with.count > 10)
      for (with, without) in zip(with, without) {
        #expect(String(decoding: with.bytes, as: UTF8.self) == String(decoding: without.bytes, as: UTF8.self), "\(with.name)")
      }
    }
  }

  @Test("Ages in the schema change neither")
  func schemaAges() {
    let ages = " extend type User @cacheControl(maxAge: 60, scope: PRIVATE) extend type Edge @cacheControl(inheritMaxAge: true)"
    let (with, without) = (Self.files(true, server: ages), Self.files(true))
    #expect(with.map(\.bytes) == without.map(\.bytes))
  }
}
