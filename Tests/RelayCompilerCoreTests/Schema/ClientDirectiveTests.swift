import TestSupport
import Testing

@testable import RelayCompilerCore

/// Directives in client schema extensions, and the same in a server's schema, which is someone else's.
@Suite("Directives in client schema extensions")
struct ClientDirectiveTests {
  private static let schema = """
    type Query { book: Book } interface Item { id: ID } type Book implements Item { id: ID isbn: String title: String tags: [String] }
    enum Color { RED }
    input Filter { text: String }
    """

  private static func problems(server: String = "", _ extensions: String) -> [String] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema + server)], as: .schema)
    input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema)
    return Compiler.compile(input).diagnostics.map { "\($0.severity) \($0.id): \($0.message)" }
  }

  @Test("An unknown directive is an error", .cases)
  func unknown() {
    eachCase(
      of: [
        "extend type Book @kye(fields: \"isbn\")", "type Local @kye { a: Int }", "extend type Book { local: Int @kye }",
        "extend type Book { local(a: Int @kye): Int }", "enum Size { S @kye }", "input More { a: Int @kye }", "scalar Local @kye",
      ] as [String]
    ) { extensions in
      #expect(Self.problems(extensions) == ["error unknown-directive: There is no directive '@kye'. Did you mean '@key'?"])
    }
  }

  @Test("A server may have directives that it does not define")
  func server() {
    #expect(Self.problems(server: " type Other @kye { a(b: Int @kye): Int @kye } extend type Book @kye", "") == [])
  }

  @Test("Directives that are known", .cases)
  func known() {
    eachCase(
      of: [
        "extend type Book @key(fields: \"isbn\")", "directive @own on OBJECT extend type Book @own",
        "extend type Book { local: Int @deprecated }",
        "extend type Book { local: Int @unselectable(reason: \"x\") }", "extend type Book @fetchable(field_name: \"id\")",
        "extend type Book { local: Int @semanticNonNull }", "scalar Local @specifiedBy(url: \"https://example.com\")",
        "input More @oneOf { a: Int }", "extend type Book @cacheControl(maxAge: 3) @cacheControlField(name: \"title\", scope: PRIVATE)",
      ] as [String]
    ) { extensions in
      #expect(Self.problems(extensions) == [])
    }
  }

  @Test("A directive without effect is warned about once, declared or not")
  func withoutEffect() {
    let uses = """
      extend type Query @fieldPolicy(forField: "book", keyArgs: "id") @fieldPolicy(forField: "book", keyArgs: "isbn")
      extend type Book @fieldPolicy(forField: "id", keyArgs: "id") { local: Int @nonnull }
      """
    let declaration = "directive @fieldPolicy(forField: String!, keyArgs: String!) repeatable on OBJECT"
    for extensions in [uses, declaration + "\n" + uses] {
      let problems = Self.problems(extensions)
      #expect(problems.count == 2, "\(problems)")
      #expect(problems.first?.hasPrefix("warning ignored-directive: '@fieldPolicy' is a directive of Apollo's clients") == true)
      #expect(problems.last?.hasPrefix("warning ignored-directive: '@nonnull' is a directive of Apollo's clients") == true)
    }
    #expect(Self.problems(server: " extend type Query @fieldPolicy(forField: \"book\", keyArgs: \"id\")", "") == [])
  }

  private static func levels(server: String = "", _ extensions: String, of field: Name) throws -> [Int] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema + server)], as: .schema)
    input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema)
    let output = Compiler.compile(input)
    #expect(output.diagnostics.map(\.message) == [])
    let schema = try #require(output.schema)
    let book = try #require(schema.type(named: "Book"))
    return schema[try #require(schema.field(field, on: book))].semanticNonNullLevels
  }

  @Test("@semanticNonNullField means @semanticNonNull")
  func semanticNonNullField() throws {
    #expect(try Self.levels("extend type Book @semanticNonNullField(name: \"title\")", of: "title") == [0])
    #expect(try Self.levels("extend type Book @semanticNonNullField(name: \"title\")", of: "isbn") == [])
    #expect(try Self.levels("extend type Book @semanticNonNullField(name: \"tags\", levels: [0, 1])", of: "tags") == [0, 1])
    #expect(try Self.levels(server: " extend type Book @semanticNonNullField(name: \"tags\", levels: [1])", "", of: "tags") == [1])
    // A field that an extension adds.
    #expect(
      try Self.levels("extend type Book @semanticNonNullField(name: \"local\") extend type Book { local: Int }", of: "local") == [0])
    #expect(
      Self.problems("extend type Book @semanticNonNullField(name: \"titel\")")
        == ["error invalid-semantic-non-null: 'Book' has no field 'titel' to be marked as semantically non-null. Did you mean 'title'?"])
    #expect(Self.problems("extend type Book @semanticNonNullField").map { String($0.prefix(31)) } == ["error invalid-semantic-non-null"])
    #expect(Self.problems(server: " extend type Book @semanticNonNullField(name: \"titel\")", "") == [])
  }
}
