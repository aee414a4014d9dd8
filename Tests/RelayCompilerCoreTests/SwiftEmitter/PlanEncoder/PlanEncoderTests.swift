import Foundation
@testable import RelayCompilerCore
import Testing

/// The plans in generated Swift code, and the code next to them.
@Suite("Plans")
struct PlanEncoderTests {
  /// The Swift code for `documents`, one file each, concatenated.
  static func swift(
    _ documents: String..., schema: String, extensions: String = "", configure: (inout CompilerOptions) -> Void = { _ in }
  ) throws -> String {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    if !extensions.isEmpty { input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema) }
    for (index, document) in documents.enumerated() {
      input.add([SourceFile(path: "\(index).graphql", text: document)], as: .document(output: "\(index).swift"))
    }
    input.swift = SwiftOutputs(schema: "Schema.swift")
    configure(&input.options)
    let output = Compiler.compile(input)
    #expect(output.diagnostics.map(\.message) == [])
    return output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  }

  private static let schema = """
    directive @semanticNonNull(levels: [Int] = [0]) on FIELD_DEFINITION
    scalar Date scalar Money scalar Anything
    enum State { OPEN DONE }
    union Item = Todo
    interface Named { name: String! }
    type Query { todo(id: ID!): Todo grid: [[Item!]]! named: [Named] }
    type Todo implements Named {
      id: ID! name: String! text: String @semanticNonNull count: Int ratio: Float! done: Boolean states: [State!] due: Date
      price: [Money]! anything: Anything next: Todo!
    }
    """

  private static func configure(_ options: inout CompilerOptions) {
    options.customScalarTypes = [
      "Date": CustomScalarType(typeName: "Date"), "Money": CustomScalarType(typeName: "Money", module: "Bank"),
    ]
  }

  @Test("Normalization plans have the schema type of each field")
  func normalizationPlansHaveEachFieldsTypeOfTheSchema() throws {
    let swift = try Self.swift(
      "query Q($id: ID!) { todo(id: $id) { id n: name text count ratio done states due price anything next { id local note { it } } } }",
      schema: Self.schema, extensions: "extend type Todo { local: [Int!]! note: Note } type Note { it: String! }",
      configure: Self.configure)
    let todo = #"[1,"todo","Todo","O",["id:D!",[0,"name","S!","n"],"text","count:I","ratio:F!","done:B","#
    let rest = #""states:[E!]","due:C0","price:[C1]!","anything:J",[1,"next","Todo","O!",["id:D!","#
    let client = #"[9,["local:[I!]!",[1,"note","Note","O",["it:S!"]]]]]]],0,[["id",1,"id"]]]"#
    for part in [todo, rest, client] { #expect(swift.contains(part), "\(part)\n\(swift)") }
  }

  @Test("Abstract types and lists of lists have their wrappers")
  func abstractTypesAndListsOfListsHaveTheirWrappers() throws {
    let swift = try Self.swift("query Q { grid { __typename } named { name } }", schema: Self.schema)
    #expect(swift.contains(#"[1,"grid",0,"[[O!]]!",["__typename:S!""#), "\(swift)")
    #expect(swift.contains(#"[1,"named",0,"[O]",["__typename:S!","name:S!""#), "\(swift)")
  }

  // MARK: Names from the configuration

  @Test("The name of id fields is in the plan")
  func theNameOfIDFieldsIsInThePlan() throws {
    let schema =
      "type Query { node(key: ID!): Node me: User! } interface Node { key: ID! } type User implements Node { key: ID! name: String }"
    let documents = #"query Q { me { ...F } } fragment F on User @refetchable(queryName: "R") { name }"#
    func swift(_ configure: (inout SchemaConfig) -> Void) throws -> String {
      try Self.swift(documents, schema: schema) { configure(&$0.schema) }
    }
    let own = try swift {
      $0.nodeInterfaceIDField = "key"
      $0.nodeInterfaceIDVariableName = "nodeKey"
    }
    #expect(own.contains(#"{"version":1,"name":"Q","id":"key","selections":"#), "\(own)")
    // The query's variable, regardless of Relay's metadata.
    #expect(own.contains("query R(\n      $key: ID!") && own.contains(#""identifierQueryVariableName":"key""#), "\(own)")
    let standard = try Self.swift("query Q { me { name } }", schema: schema)
    #expect(standard.contains(#"{"version":1,"name":"Q","selections":"#), "\(standard)")
  }

  @Test("The names of connections are in both plans")
  func theNamesOfConnectionsAreInBothPlans() throws {
    let schema = """
      type Query { me: User! node(id: ID!): Node }
      interface Node { id: ID! }
      type User implements Node { id: ID! friends(first: Int, after: String): Friends }
      type Friends { links: [Link] page: Page! }
      type Link { to: User token: String }
      type Page { last: String first: String more: Boolean! less: Boolean! }
      """
    let documents = [
      "query Q { me { ...F } }",
      """
      fragment F on User @refetchable(queryName: "R") @argumentDefinitions(count: {type: "Int"}, cursor: {type: "String"}) {
        friends(first: $count, after: $cursor) @connection(key: "F_friends") { links { to { id } } }
      }
      """,
    ]
    let swift = try Self.swift(documents[0], documents[1], schema: schema) { options in
      var names = ConnectionInterface()
      (names.edges, names.node, names.cursor, names.pageInfo) = ("links", "to", "token", "page")
      (names.endCursor, names.startCursor, names.hasNextPage, names.hasPreviousPage) = ("last", "first", "more", "less")
      options.schema.connectionInterface = names
    }
    let names =
      #""connection":{"edges":"links","node":"to","cursor":"token","pageInfo":"page","endCursor":"last","startCursor":"first","#
      + #""hasNextPage":"more","hasPreviousPage":"less"},"#
    #expect(swift.contains(#"{"version":1,"name":"Q",\#(names)"selections":"#), "\(swift)")
    #expect(swift.contains(#"\#(names)"shapes":[["friends:O1","#), "\(swift)")
    #expect(swift.components(separatedBy: names).count == 4, "\(swift)")

    let one = try Self.swift("query Q { me { id } }", schema: schema) { $0.schema.connectionInterface.cursor = "token" }
    #expect(one.contains(#""connection":{"cursor":"token"},"selections""#), "\(one)")
    let standard = try Self.swift("query Q { me { id } }", schema: schema)
    #expect(!standard.contains(#""connection":"#), "\(standard)")
  }

  // MARK: Scalars and fragments

  /// The numbers of the reader plan stay the same; scalars that only fragments select are appended, with their imports.
  @Test("An operation's scalars include those of both plans")
  func anOperationsScalarsAreThoseOfBothPlans() throws {
    let swift = try Self.swift(
      "query Q { todo(id: 1) { due ...F } }", "fragment F on Todo { price due }", schema: Self.schema, configure: Self.configure)
    #expect(swift.contains("scalars: [Foundation.Date.self, Bank.Money.self], fragments: [F.definition],"), "\(swift)")
    #expect(swift.contains(#""due:C0","price:[C1]!""#), "\(swift)")
    let operation = try #require(swift.components(separatedBy: "// swiftlint:disable all\n").dropFirst().first)
    #expect(operation.contains("import Bank\n") && operation.contains("import Foundation\n"), "\(operation)")
    #expect(swift.contains("scalars: [Bank.Money.self, Foundation.Date.self])"), "\(swift)")
  }

  @Test("Definitions name the fragments that views read through them")
  func definitionsNameTheFragmentsThatViewsReadThroughThem() throws {
    let swift = try Self.swift(
      """
      query Q { todo(id: 1) { ...B ...I ...U ...A next { ...B next { ... @alias(as: "self") { ...A @alias(as: "second") } } } } }
      fragment A on Todo { name } fragment B on Todo { text ...A } fragment I on Todo @inline { ...C } fragment C on Todo { count }
      fragment U on Todo @updatable { text }
      """, schema: Self.schema)
    #expect(swift.contains("fragments: [B.definition, C.definition, A.definition],"), "\(swift)")
    #expect(swift.contains("fragments: [A.definition])"), "\(swift)")
  }
}
