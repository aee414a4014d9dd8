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
      let project = NameProject(seed: UInt64(seed))
      let files = try generate(project.schema, project.documents, scalarTypes: project.scalarTypes, access: seed, in: folder)
      let isolation = seed % 2 == 0 ? ["-default-isolation", "MainActor"] : []
      let run = try await CompilationTests.typecheck(files, ["-package-name", "names"] + isolation)
      let output = run.output
      #expect(run.status == 0 && output.isEmpty, "seed \(seed), files in \(folder.path):\n\(output.prefix(20_000))")
      if run.status == 0, output.isEmpty { try FileManager.default.removeItem(at: folder) }
    }
  }

  @Test("Fragments may have the names of the members of generated types")
  func membersOfGeneratedTypes() async throws {
    let names = NastyNames.ofMembers
    let spreads = names.map { "...\($0)" }.joined(separator: " ")
    let documents =
      names.map { "fragment \($0) on User { name }\n" }.joined() + """
        fragment Plain on User { \(spreads) }
        fragment Inlined on User @inline { \(spreads) }
        fragment Refetched on User @refetchable(queryName: "RefetchedQuery") { \(spreads) }
        query AllQuery { user { \(spreads) } }
        mutation AllMutation { rename { \(spreads) } }
        subscription AllSubscription { renamed { \(spreads) } }
        """
    let schema = """
      type Query { user: User node(id: ID!): Node }
      type Mutation { rename: User }
      type Subscription { renamed: User }
      interface Node { id: ID! }
      type User implements Node { id: ID! name: String }
      """
    let folder = try TemporaryFolder("names")
    let files = try generate(schema, documents, access: 0, in: folder.url)
    let run = try await CompilationTests.typecheck(files, [])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output.prefix(20_000))")
  }

  /// Where an object may not have the fragment, its type refers to the fragment's; an updater tests for each object whether it has it.
  @Test("A fragment may have the name of a nested type that spreads it")
  func nestedTypes() async throws {
    let schema = """
      directive @defer(label: String, if: Boolean! = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT
      type Query { user: User users: [User!] actor: Actor deep: Deep node(id: ID!): Node }
      type Deep { user: User }
      interface Node { id: ID! }
      interface Actor { id: ID! name: String }
      type User implements Node & Actor { id: ID! name: String }
      type Bot implements Actor { id: ID! name: String }
      """
    let documents = """
      query HomeQuery($x: Boolean!) {
        user { id ...User_user @defer }
        users { id ...User_users @include(if: $x) @dangerously_unaliased_fixme }
        actor { id ...Actor_actor @dangerously_unaliased_fixme }
        deep { user { id ...Deep_deep @defer ...Refetched_user } }
        again: deep { ...Deep_again }
      }
      fragment User_user on User { name }
      fragment User_users on User @relay(plural: true) { name }
      fragment Actor_actor on User { name }
      fragment Deep_deep on User { name }
      fragment Deep_again on Deep { user { ...User_user @defer } }
      fragment Refetched_user on User @refetchable(queryName: "RefetchedQuery") { name }
      """
    let folder = try TemporaryFolder("names")
    let run = try await CompilationTests.typecheck(generate(schema, documents, access: 0, in: folder.url))
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output.prefix(20_000))")
    withExtendedLifetime(folder) {}
  }

  private func generate(
    _ schema: String, _ documents: String, scalarTypes: [(scalar: String, type: String)] = [], access: Int, in folder: URL
  ) throws -> [String] {
    func source(_ name: String, _ text: String) throws -> SourceFile {
      try Data(text.utf8).write(to: folder.appending(path: name))
      return SourceFile(path: name, bytes: Array(text.utf8))
    }
    var input = CompilerInput()
    input.add([try source("schema.graphql", schema)], as: .schema)
    input.add([try source("Documents.graphql", documents)], as: .document(output: "Documents.graphql.swift"))
    input.swift = SwiftOutputs(schema: "RelaySchemaTypes.graphql.swift")
    for (scalar, type) in scalarTypes { input.options.customScalarTypes[Name(scalar)] = CustomScalarType(typeName: type) }
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
