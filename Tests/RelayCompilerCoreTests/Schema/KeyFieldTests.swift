import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

/// `extend type Book @key(fields: "isbn")` in a client schema extension: the fields are selected wherever an object of the type is.
@Suite("Key fields")
struct KeyFieldTests {
  private static let schema = """
    directive @key(fields: FieldSet!, resolvable: Boolean) repeatable on OBJECT | INTERFACE
    scalar FieldSet
    type Query { book(isbn: String!): Book shelf: [Item!] item: Item thing: Thing page: Page me: User }
    interface Item { title: String }
    type Book implements Item { isbn: String! edition: Int! title: String author: User related: [Item] }
    type Film implements Item @key(fields: "code") { code: String! title: String isbn: String }
    type Game implements Item { title: String }
    union Thing = Film | Book
    type Page @key(fields: "organization { id }") @key(fields: "url") { url: String! }
    type User { id: Int! name: String }
    """
  private static let keys = #"extend type Book @key(fields: "isbn edition")"#

  private func swift(_ document: String, _ extensions: String = KeyFieldTests.keys) throws -> String {
    try PlanEncoderTests.swift(document, schema: Self.schema, extensions: extensions)
  }

  private func problems(_ document: String, _ extensions: String = KeyFieldTests.keys) -> [String] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: Self.schema)], as: .schema)
    input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema)
    input.add([SourceFile(path: "document.graphql", text: document)], as: .document)
    let output = Compiler.compile(input)
    return output.diagnostics.map { diagnostic in
      let file = input.files[Int(diagnostic.range.file.rawValue)]
      let text = file.bytes[Int(diagnostic.range.start)..<Int(diagnostic.range.end)]
      return "\(diagnostic.severity) \(diagnostic.id) \(String(decoding: text, as: UTF8.self)): \(diagnostic.message)"
    }
  }

  @Test("Key fields are selected and named in the plan")
  func keyFieldsAreSelectedAndNamedInThePlan() throws {
    let swift = try swift(#"query Q { book(isbn: "1") { title isbn author { name } } }"#)
    #expect(swift.contains("    title\n        isbn\n        author {\n          name\n        }\n        edition\n      }"), "\(swift)")
    let selected = #"["title","isbn:S!",[1,"author","User","O",["name"]],"edition:I!"]"#
    #expect(swift.contains(#"{"version":1,"name":"Q","keys":{"Book":["isbn","edition"]},"selections":"#), "\(swift)")
    #expect(swift.contains(selected), "\(swift)")
    // Fields that the document does not select are not visible to views.
    #expect(!swift.contains("var edition"))
  }

  @Test("Key fields are selected under abstract types")
  func keyFieldsAreSelectedUnderAbstractTypes() throws {
    let swift = try swift("query Q { shelf { ...F } thing { ... on Film { title } } } fragment F on Item { title }")
    #expect(swift.contains("      ...F\n        ... on Book {\n          isbn\n          edition\n        }\n      }"), "\(swift)")
    let book = #"[4,"Book",0,["isbn:S!","edition:I!"]]"#
    #expect(swift.components(separatedBy: book).count == 3, "\(swift)")
  }

  @Test("Apollo's @typePolicy means the same")
  func typePolicy() throws {
    let document = #"query Q { book(isbn: "1") { title } shelf { title } }"#
    let keys = try swift(document, #"extend type Book @key(fields: "isbn") extend type Film @key(fields: "code")"#)
    let policies = try swift(document, #"extend type Book @typePolicy(keyFields: "isbn") extend type Film @typePolicy(keyFields: "code")"#)
    #expect(keys == policies)
    #expect(keys.contains(#""keys":{"Book":["isbn"],"Film":["code"]}"#), "\(keys)")
    // On an interface: of each type that implements it and has no key of its own.
    let onInterface = try swift(
      document, #"extend type Film @key(fields: "code") extend interface Item @typePolicy(keyFields: "title")"#)
    #expect(onInterface.contains(#""keys":{"Book":["title"],"Film":["code"],"Game":["title"]}"#), "\(onInterface)")
    // An id identifies objects anyway.
    #expect(try swift("query Q { me { name } }", #"extend type User @typePolicy(keyFields: "id")"#) == swift("query Q { me { name } }", ""))
    #expect(problems("", #"extend type Book @typePolicy(keyFields: "nope")"#).first?.hasPrefix("error unknown-key-field nope") == true)
    #expect(problems("", "extend type Book @typePolicy").map { String($0.prefix(17)) } == ["error invalid-key"])
  }

  @Test("Each of several types has its own keys")
  func severalTypesHaveTheirOwnKeys() throws {
    let swift = try swift(
      "query Q { item { title } }", #"extend type Game @key(fields: "title") extend type Book @key(fields: "isbn, edition")"#)
    #expect(swift.contains(#""keys":{"Book":["isbn","edition"],"Game":["title"]}"#), "\(swift)")
  }

  @Test("Ids of type Int are selected if they are declared as the key")
  func idsOfTypeIntAreSelectedWhereTheyAreDeclaredAsTheKey() throws {
    let document = "query Q { me { name } }"
    let plain = try swift(document)
    #expect(plain.contains(#"[1,"me","User","O",["name"]]"#) && !plain.contains(#""keys""#), "\(plain)")
    let keyed = try swift(document, #"extend type User @key(fields: "id")"#)
    #expect(keyed.contains(#"[1,"me","User","O",["name","id:I!"]]"#) && keyed.contains("    id\n"), "\(keyed)")
    #expect(keyed.contains(#""keys":{"User":["id"]}"#))
  }

  @Test("Keys declared by the server have no effect")
  func aServersOwnKeysChangeNothing() throws {
    let document = "query Q { page { url } thing { ... on Film { title } } }"
    let swift = try swift(document, "extend type Query { local: Int }")
    #expect(!swift.contains("code") && !swift.contains(#""keys""#), "\(swift)")
  }

  @Test("Fields that identify an object cannot be written")
  func whatIdentifiesAnObjectCannotBeWritten() throws {
    let swift = try swift("query Q @updatable { book(isbn: \"1\") { isbn title } }")
    #expect(swift.contains("var isbn: String { self") && swift.contains("var title: String? {\n"), "\(swift)")
  }

  // MARK: Mistakes

  @Test("An unknown key field is reported at its place with a suggestion")
  func anUnknownKeyFieldIsReportedAtItsPlaceWithASuggestion() {
    #expect(
      problems("query Q { me { name } }", #"extend type Book @key(fields: "edition isnb")"#)
        == ["error unknown-key-field isnb: 'Book' has no field 'isnb' that could identify it. Did you mean 'isbn'?"])
  }

  @Test("An unsuitable key is reported at its place", .cases)
  func anUnsuitableKeyIsReportedAtItsPlace() {
    eachCase(of: [
      (#"extend type Book @key(fields: "author")"#, "error invalid-key author"),
      (#"extend type Book @key(fields: "isbn related")"#, "error invalid-key related"),
      (#"extend type Query @key(fields: "book")"#, "error invalid-key book"),
      (
        #"extend type Film { rating(in: Int): Int } extend type Book { note: Int } extend type Book @key(fields: "note")"#,
        "error invalid-key note"
      ),
      (#"extend interface Item @key(fields: "title")"#, "error invalid-key @key"),
      (#"extend type Book @key(fields: " ")"#, #"error invalid-key @key(fields: " ")"#),
      (#"extend type Book @key(fields: 1)"#, "error invalid-key @key(fields: 1)"),
      (#"extend type Book @key"#, "error invalid-key @key"),
      (#"extend type Book @key(fields: "author { id }")"#, #"warning ignored-key "author { id }""#),
      (#"extend type Book @key(fields: "isbn") @key(fields: "title")"#, #"warning ignored-key @key(fields: "title")"#),
    ]) { anUnsuitableKeyIsReportedAtItsPlace($0.0, $0.1) }
  }

  func anUnsuitableKeyIsReportedAtItsPlace(_ extensions: String, _ expected: String) {
    let found = problems("query Q { me { name } }", extensions)
    #expect(found.count == 1 && found.first?.hasPrefix(expected + ": ") == true, "\(found)")
  }

  /// As with `id`: the fields selected to identify objects reserve their names.
  @Test("Aliases that clash with a key are errors")
  func aliasesThatClashWithAKeyAreErrors() {
    let alias = problems(#"query Q { book(isbn: "1") { ...F } } fragment F on Book { isbn: title }"#)
    #expect(
      alias.count == 1 && alias.first?.hasPrefix("error field-conflict isbn: 'isbn' cannot be 'Book.title' (String)") == true, "\(alias)")
    let sibling = problems("query Q { thing { ... on Film { isbn } } }")
    #expect(
      sibling.count == 1 && sibling.first?.hasPrefix("error field-conflict isbn: 'isbn' cannot be 'Film.isbn' (String)") == true,
      "\(sibling)")
    #expect(problems("query Q { thing { ... on Film { filmIsbn: isbn } } }") == [])
    #expect(problems(#"query Q { book(isbn: "1") { isbn title } }"#) == [])
  }

  @Test("Keys that cannot be selected together are an error")
  func keysThatCannotBeSelectedBesideEachOtherAreAnError() {
    let extensions = Self.keys + #" extend type Film @key(fields: "isbn")"#
    let found = problems("query Q { thing { __typename } }", extensions)
    #expect(
      found.count == 1 && found.first?.contains("'Book.isbn' (String!) and 'Film.isbn' (String) identify objects") == true, "\(found)")
    #expect(problems(#"query Q { book(isbn: "1") { title } }"#, extensions) == [])
  }
}
