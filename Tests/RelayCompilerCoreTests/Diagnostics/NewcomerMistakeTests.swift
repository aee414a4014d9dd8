import Testing

@testable import RelayCompilerCore

/// Mistakes of the first hour: one error each, which names the cause.
@Suite("Mistakes of newcomers")
struct NewcomerMistakeTests {
  private static let schema = """
    type Query { user(id: ID!, order: Order): User items: [User] page(first: Int): [User] }
    type Mutation { rename(id: ID!, name: String!): User }
    type User { id: ID! name: String best: User }
    enum Order { ASC DESC }
    """

  private static func diagnose(_ document: String, schemas: [String] = [schema]) -> [Diagnostic] {
    var input = CompilerInput()
    for (index, schema) in schemas.enumerated() { input.add([SourceFile(path: "\(index).graphql", text: schema)], as: .schema) }
    input.add([SourceFile(path: "D.graphql", text: document)], as: .document)
    return Compiler.compile(input).diagnostics
  }

  @Test(
    "Documents",
    arguments: [
      ("query home-query { items { id } }", "'home-query' is not a name: names have no hyphens. Write 'home_query'"),
      (
        "query Q { items { F_user } } fragment F_user on User { id }",
        "'User' has no field 'F_user'. Did you mean to spread the fragment: '...F_user'?"
      ),
      ("mutation M { user(id: 1) { id } }", "'Mutation' has no field 'user'. It is a field of 'Query', which a 'query' selects"),
      (
        "query Q { rename(id: 1, name: \"a\") { id } }",
        "'Query' has no field 'rename'. It is a field of 'Mutation', which a 'mutation' selects"
      ),
      ("query Q { user(\"me\") { id } }", "An argument needs its name before the value: 'name: \"me\"'"),
      ("query Q { user(4) { id } }", "An argument needs its name before the value: 'name: 4'"),
      ("query Q { items { email } }", "'User' has no field 'email'. Its fields are 'id', 'name' and 'best'"),
      (
        "query Q { user(id: 1, order: ASCENDING) { id } }", "The enum 'Order' has no value 'ASCENDING'. Its values are 'ASC' and 'DESC'"
      ),
      ("query Q { user(id: 1, first: 3) { id } }", "'Query.user' has no argument 'first'. Its arguments are 'id' and 'order'"),
      (
        "query Q { items { ...A_user @arguments(count: 1) } } fragment A_user on User @argumentDefinitions(n: {type: \"Int\", unusedLocalVariable_DEPRECATED: true}) { id }",
        "The fragment 'A_user' has no argument 'count'. Its only argument is 'n'"
      ),
      ("fragment B_user on User { ...A_user }", "There is no fragment 'A_user'"),
      (
        "query Q { ...A_page } fragment A_page on Query { page(first: $count) { id } }",
        "'$count' is used here, but 'Q' does not define it. Add '$count: Int' to its variables, or '@argumentDefinitions(count: {type: \"Int\"})' to the fragment"
      ),
      ("query Q { user(id: $id) { id } }", "'$id' is not defined by the operation 'Q'. Add '$id: ID!' to its variables"),
      (
        "query Q @apollo_client_ios_localCacheMutation { items { id } }",
        "There is no directive '@apollo_client_ios_localCacheMutation', which is Apollo's. Leave the document out with 'excludes' of the configuration, or replace the directive by '@updatable'"
      ),
      (
        "query Q { items { ...A_user @unmask } } fragment A_user on User { id }",
        "There is no directive '@unmask', which is Apollo's. Write '@relay(mask: false)'"
      ),
      (
        "query Q { items { id @client } }",
        "There is no directive '@client', which is Apollo's. Remove it, and declare the field in a client schema extension"
      ),
    ])
  func documents(_ document: String, _ message: String) {
    let messages = Self.diagnose(document).filter { $0.severity == .error }.map(\.message)
    #expect(messages == [message])
  }

  @Test("A directive of Apollo that the schema declares is no mistake")
  func declaredDirective() {
    #expect(Self.diagnose("query Q { items { id @client } }", schemas: [Self.schema + " directive @client on FIELD"]).isEmpty)
  }

  @Test("An operation with the name of a fragment does not hide the mistakes of what spreads the fragment")
  func namesakes() {
    let found = Self.diagnose(
      """
      query Profile { items { ...Profile } }
      query Q($all: Boolean!) { items { ...Profile @include(if: $all) } }
      fragment Profile on User { name }
      """)
    #expect(found.map(\.id) == ["duplicate-definition", "alias-required"])
    #expect(found.map { $0.fixIts.map(\.replacement) } == [["ProfileQuery"], ["Profile @alias"]])
  }

  @Test("No list of many names")
  func manyNames() {
    let schema = "type Query { " + (0..<7).map { "field\($0): Int" }.joined(separator: " ") + " }"
    #expect(Self.diagnose("query Q { zzzzzzzz }", schemas: [schema]).map(\.message) == ["'Query' has no field 'zzzzzzzz'"])
  }

  @Test("Two schemas are one error")
  func twoSchemas() {
    let found = Self.diagnose("query Q { items { id } }", schemas: [Self.schema, Self.schema])
    #expect(found.map(\.id) == ["duplicate-type"], "\(found.map(\.message))")
    #expect(found.first?.message.hasPrefix("There are two schemas: two files define 'Query' and 3 other types. Remove one of them") == true)
    #expect(found.first?.notes.map(\.range.file) == [FileID(rawValue: 0)])
    // One or two types of the same name are a mistake of another kind.
    let types = "type User { a: Int } enum Order { A }"
    #expect(Self.diagnose("", schemas: [Self.schema, types]).map(\.message).filter { $0.hasPrefix("The type '") }.count == 2)
  }

  @Test(
    "Configurations",
    arguments: [
      ("{\n  // comment\n  \"schema\": \"a\" }", "JSON has no comments. Remove this one", 4),
      ("{ \"schema\": /* a */ \"a\" }", "JSON has no comments. Remove this one", 12),
      ("{ \"schema\": \"a\" /* a */ }", "JSON has no comments. Remove this one", 16),
      ("{ \"schema\": \"a\", }", "Remove this comma: nothing follows it", 15),
      (
        "{ \"schemaNamespace\": \"API\" }",
        "Unknown key 'schemaNamespace', which is Apollo's. Remove it: generated types belong to their module",
        2
      ), ("{ \"operationManifest\": {} }", "Unknown key 'operationManifest', which is Apollo's. Use 'persistConfig'", 2),
      ("{ \"excludes\": [\"a\",\n] }", "Remove this comma: nothing follows it", 18),
    ])
  func configurations(_ text: String, _ message: String, _ start: UInt32) {
    let (_, found) = ConfigParser.parse(SourceFile(path: "relay.config.json", text: text), file: FileID(rawValue: 0))
    #expect(found.map(\.message) == [message])
    #expect(found.first?.range.start == start)
  }
}
