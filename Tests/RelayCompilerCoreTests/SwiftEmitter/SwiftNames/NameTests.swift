import Foundation
@testable import RelayCompilerCore
import Testing

/// The Swift type names of definitions when several could have the same name.
@Suite("Names of operations")
struct NameTests {
  private static let schema = "type Query { a: Int b: Int } type Mutation { a: Int } type Subscription { a: Int }"

  /// The name of the operation that each generated operation type sends.
  private func operations(_ document: String) throws -> [String: String] {
    let swift = try PlanEncoderTests.swift(document, schema: Self.schema)
    var sent: [String: String] = [:]
    let types = swift.matches(of: #/public struct (\w+): RelayRuntime\.GraphQL(?:Query|Mutation|Subscription) {/#)
    for type in types {
      let name = try #require(swift[type.range.upperBound...].firstMatch(of: #/name: "(\w+)", kind/#))
      #expect(sent.updateValue(String(name.1), forKey: String(type.1)) == nil, "two types called \(type.1)")
    }
    return sent
  }

  @Test(
    "A type with the name of an operation sends that operation",
    arguments: ["query Foo { a } query FooQuery { b }", "query FooQuery { b } query Foo { a }"])
  func aTypeWithTheNameOfAnOperationSendsThatOperation(_ document: String) throws {
    #expect(try operations(document) == ["FooQuery": "FooQuery", "FooQuery_Operation": "Foo"])
  }

  @Test("Names of mutations and subscriptions")
  func mutationsAndSubscriptionsLikewise() throws {
    #expect(
      try operations(
        "mutation A { a } mutation AMutation { a } subscription ASubscription { a } subscription B { a } query BSubscription { a }")
        == [
          "AMutation": "AMutation", "AMutation_Operation": "A", "ASubscription": "ASubscription", "BSubscription": "B",
          "BSubscriptionQuery": "BSubscription",
        ])
  }

  /// A fragment keeps its name, and no operation type takes it.
  @Test("Fragments keep their names")
  func fragmentsKeepTheirNames() throws {
    let document = "query Foo { ...FooQuery } fragment FooQuery on Query { a }"
    #expect(try operations(document) == ["FooQuery_Operation": "Foo"])
    #expect(
      try PlanEncoderTests.swift(document, schema: Self.schema).contains("struct FooQuery: RelayRuntime.GraphQLFragment, Swift.Hashable {"))
  }

  /// In the extension with a fragment's `refetch`, `F` is the generic parameter.
  @Test("A type of the schema that is called as the parameter of a wrapper has another name")
  func theWrappedFragment() throws {
    for (type, name) in [("enum F { A }", "F_Enum"), ("input F { a: Int }", "F_InputObject")] {
      let swift = try PlanEncoderTests.swift(
        "query Q { ...R } fragment R on Query @refetchable(queryName: \"RQuery\") @argumentDefinitions(of: { type: \"F\" }) { a(of: $of) }",
        schema: "type Query { a(of: F): Int } \(type)")
      #expect(swift.contains("public func refetch(of: \(name)? = nil)"), "\(swift)")
    }
  }
}
