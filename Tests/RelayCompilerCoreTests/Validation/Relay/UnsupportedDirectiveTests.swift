import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// Uses that Relay rejects are rejected, uses that it accepts are accepted, and uses without effect are reported.
@Suite("Directives without effect, and uses of directives that Relay rejects")
struct UnsupportedDirectiveTests {
  @Test("Rules", .cases)
  func rules() {
    eachCase(of: [
      RuleCase(
        "@match", "Code that an answer names is not loaded",
        broken: [
          ("query Q { me { name ⟦@match⟧ } }", "directive-without-effect"),
          ("query Q { me { boss ⟦@match⟧ { name } } }", "unsupported-directive"),
          ("query Q { me { boss @match(key: ⟦\"F_a\"⟧) { name } } }", "unsupported-directive"),
          ("query Q { me { boss @match(key: ⟦\"Q_\"⟧) { name } } }", "unsupported-directive"),
          ("query Q { me { boss ⟦@match(key: \"Q_a\")⟧ { name } } }", "directive-without-effect"),
          ("query Q { me { part ⟦@match⟧ { name } } }", "unsupported-directive"),
          ("query Q { me { part(supported: []) ⟦@match⟧ { name } } }", "unsupported-directive"),
          ("query Q { me { ...F ⟦@module(name: \"F\")⟧ } } fragment F on User { name }", "unsupported-directive"),
        ], kept: ["query Q { me { part(supported: []) { name } } }"]),
      RuleCase(
        "Other directives", "What they are for is not there",
        broken: [
          ("query Q { me { boss ⟦@waterfall⟧ { name } } }", "unsupported-directive"),
          ("fragment F on User ⟦@no_inline⟧ { name }", "unsupported-directive"),
          ("query Q ⟦@preloadable⟧ { me { name } }", "unsupported-directive"),
          ("query Q ⟦@exec_time_resolvers⟧ { me { name } }", "directive-without-effect"),
          ("query Q ⟦@__debug⟧ { me { name } }", "directive-without-effect"),
          ("mutation M ⟦@__debug⟧ { rename { user { name } } }", "directive-without-effect"),
          ("fragment F on User ⟦@__debug⟧ { name }", "directive-without-effect"),
          ("query Q { me { name ⟦@connection(key: \"Q_name\")⟧ } }", "directive-without-effect"),
        ], kept: []),
      RuleCase(
        "@connection", "Its strings are literals, and null is none",
        broken: [
          (
            "query Q { me { friends(first: 1) @connection(key: \"Q_friends\", filters: ⟦null⟧) { edges { cursor } } } }",
            "connection-filters"
          ),
          (
            "query Q { me { friends(first: 1) @connection(key: \"Q_friends\", handler: ⟦null⟧) { edges { cursor } } } }",
            "connection-handler"
          ),
        ], kept: ["query Q { me { friends(first: 1) @connection(key: \"Q_friends\", dynamicKey_UNSTABLE: null) { edges { cursor } } } }"]),
      RuleCase(
        "@refetchable", "How the query is made is constant",
        broken: [
          ("fragment F on User @refetchable(queryName: \"Q\", preferFetchable: ⟦null⟧) { name }", "refetchable-query-name"),
          ("fragment F on Query @refetchable(queryName: \"Q\", preferFetchable: ⟦$x⟧) { me { name } }", "refetchable-query-name"),
        ], kept: ["fragment F on User @refetchable(queryName: \"Q\", preferFetchable: false) { name }"]),
      RuleCase(
        "@arguments", "A spread has them once",
        broken: [
          (
            "query Q { me { ...F @arguments(a: 1) ⟦@uncheckedArguments_DEPRECATED⟧(a: 2) } } "
              + "fragment F on User @argumentDefinitions(a: {type: \"Int\"}) { friends(first: $a) { __typename } }",
            "repeated-directive"
          )
        ], kept: []),
      RuleCase(
        "Names", "A reserved name is no alias of itself either",
        broken: [
          ("query Q { me { ⟦__typename⟧: __typename name } }", "double-underscore-alias"),
          ("query Q { me { ⟦__id⟧: __id name } }", "double-underscore-alias"),
        ], kept: ["query Q { me { id: id name: __typename } }"]),
      RuleCase(
        "Values", "A custom scalar is sent as a whole",
        broken: [
          ("query Q($v: Int) { since(at: ⟦{a: $v}⟧) { name } }", "wrong-value"),
          ("query Q($v: Int) { since(at: ⟦[[$v]]⟧) { name } }", "wrong-value"),
        ], kept: ["query Q($v: Date) { since(at: $v) { name } a: since(at: {a: [1]}) { name } }"]),
      RuleCase(
        "Declarative mutations", "Edges are deleted by an id",
        broken: [
          ("mutation M { rename { user ⟦@deleteEdge(connections: [])⟧ { name } } }", "declarative-connection"),
          ("mutation M { rename { user ⟦@deleteRecord⟧ { name } } }", "declarative-connection"),
          // A fragment that is spread without a mask belongs to the mutation; by itself it has no effect.
          (
            "mutation M { rename { ...F @relay(mask: false) } } "
              + "fragment F on RenamePayload { user { name ⟦⟦@deleteRecord⟧⟧ } }",
            "declarative-connection"
          ),
        ], kept: []),
      RuleCase(
        "@skip", "A fragment that is spread may be empty while one debugs",
        broken: [
          ("query Q { me { id ...F } } fragment ⟦F⟧ on User { name @skip(if: true) }", "empty-selections"),
          ("query Q { me { id } } fragment ⟦F⟧ on User { name @skip(if: true) }", "empty-selections"),
        ], kept: []),
      RuleCase(
        "@updatable", "What the documents themselves may have",
        broken: [
          ("fragment F on User @updatable ⟦@relay(plural: true)⟧ { name }", "updatable-directive"),
          ("fragment F on User @updatable ⟦@refetchable(queryName: \"Q\")⟧ { name }", "updatable-directive"),
          ("query Q @updatable ⟦@throwOnFieldError⟧ { me { name } }", "updatable-directive"),
          ("fragment F on User @updatable { ...⟦G⟧ name } fragment G on User { name }", "updatable-spread"),
        ],
        kept: [
          "fragment F on User @updatable { boss { ...G @alias } } fragment G on User @assignable { __typename }"
        ]),
    ]) { rules($0) }
  }

  func rules(_ rule: RuleCase) {
    rule.check { RelayRuleTests.diagnose($0) }
  }

  @Test("Resolvers are an error in the schema, at the directive, even if no document selects them")
  func resolvers() {
    let marked = MarkedText(
      """
      extend type User {
        full: String ⟦@relay_resolver(fragment_name: "F", import_path: "./F")⟧
      }
      type Local ⟦@RelayOutputType⟧ { name: String }
      """)
    let found = RelayRuleTests.diagnose("query Q { me { name } }", extensions: marked.text)
    #expect(found.map(\.id) == ["unsupported-directive", "unsupported-directive"])
    #expect(found.map(\.range.start) == marked.ranges.map(\.start))
    #expect(found[0].message.contains("'User.full'") && found[1].message.contains("'Local'"))
  }

  @Test("An argument that the schema requires is also required under @match")
  func requiredArguments() {
    let schema = "type Query { part(supported: [String!]!): Part } interface Part { name: String } type A implements Part { name: String }"
    let found = RelayRuleTests.diagnose("query Q { part @match { name } }", schema: schema, extensions: "type Local { name: String }")
    #expect(found.map(\.id).contains("missing-argument"), "\(found)")
  }

  @Test("A directive that causes only a warning does not change the artifacts")
  func warnings() throws {
    for (text, plain) in [
      ("mutation M { rename { user @deleteEdge(connections: []) { name } } }", "mutation M { rename { user { name } } }"),
      ("query M { me { name @match } }", "query M { me { name } }"),
      ("query M @__debug { me { name } }", "query M { me { name } }"),
      ("query M { me { id ...F } } fragment F on User { name @skip(if: true) }", "query M { me { id } }"),
    ] {
      #expect(RelayRuleTests.diagnose(text).allSatisfy { $0.severity == .warning }, "\(text)")
      #expect(try Self.operation(text) == Self.operation(plain))
    }
  }

  /// The normalization artifact of the operation.
  private static func operation(_ document: String) throws -> String {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: RelayRuleTests.schema)], as: .schema)
    input.add([SourceFile(path: "Profile.graphql", text: document)], as: .document)
    let artifact = try #require(Compiler.compile(input).artifacts.first { $0.name == "M" })
    let json = String(decoding: ArtifactJSON.file(for: artifact), as: UTF8.self)
    return String(json.prefix(upTo: json.range(of: "\"hash\"")?.lowerBound ?? json.endIndex))
  }
}
