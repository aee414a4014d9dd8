import TestSupport
import Testing

@testable import RelayCompilerCore

/// `@maxAge` in documents, and how it goes through the passes.
@Suite("Ages in documents")
struct DocumentAgeTests {
  private static let schema = """
    directive @defer(label: String, if: Boolean = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    type Query { me: User node(id: ID!): Node user(id: ID!): User version: String }
    interface Node { id: ID! }
    interface Named { name: String }
    type User implements Node & Named @cacheControl(maxAge: 60) {
      id: ID! name: String email: String price: Int @cacheControl(maxAge: 0) best: User friends(first: Int, after: String): Friends
      photo: Photo
    }
    type Photo { url: String }
    type Friends { edges: [Friend] pageInfo: PageInfo! }
    type Friend { cursor: String node: User }
    type PageInfo { endCursor: String hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String }
    type Mutation { rename(name: String): User }
    """

  private static func ages(
    _ document: String, of operation: String = "Q", extensions: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> PlanAges {
    try PlanAges(operation, in: document, schema: schema, extensions: extensions, sourceLocation: sourceLocation)
  }

  @Test("A field's age is before the schema's, and its leaves have it too")
  func field() throws {
    #expect(
      try Self.ages("query Q { me @maxAge(seconds: 300) { name price best { name } photo { url } } }").fields == [
        "me": "300", "me.name": "300", "me.price": "0", "me.best": "60", "me.best.name": "60", "me.id": "300", "me.best.id": "60",
      ])
    #expect(try Self.ages("query Q { version @maxAge(seconds: 5) }").fields == ["version": "5"])
    #expect(try Self.ages("query Q { me { mail: email @maxAge(seconds: 0) } }").fields == ["me": "60", "me.mail": "0", "me.id": "60"])
  }

  @Test("An operation's age bounds the schema's, which it does not lengthen; a field's is before both", .cases)
  func operation() throws {
    #expect(try Self.ages("query Q { version }").operation == nil)
    eachCase(of: [
      (
        "the schema's are smaller", "query Q @maxAge(seconds: 120) { me { name price best @maxAge(seconds: 5) { name } } version }",
        [
          "me": "60", "me.name": "60", "me.price": "0", "me.id": "60", "me.best": "5", "me.best.name": "5", "me.best.id": "5",
        ]
      ),
      ("the operation's is smaller", "query Q @maxAge(seconds: 30) { me { name price photo { url } } }", ["me.price": "0"]),
      ("they are the same", "query Q @maxAge(seconds: 60) { me { name } }", [:]),
      (
        "a field's is greater", "query Q @maxAge(seconds: 30) { me @maxAge(seconds: 300) { name price } }",
        ["me": "300", "me.name": "300", "me.id": "300", "me.price": "0"]
      ),
      (
        "a field's is greater than its own in the schema", "query Q @maxAge(seconds: 30) { me { price @maxAge(seconds: 9) } }",
        ["me.price": "9"]
      ),
      (
        "in a refinement", "query Q @maxAge(seconds: 120) { node(id: 1) { id ... on User { email } } }",
        ["node.<User>.email": "60"]
      ),
    ]) { (name: String, document: String, ages: [String: String]) in
      let plan = try Self.ages(document)
      #expect(plan.operation == (document.contains("120") ? "120" : document.contains("(seconds: 30)") ? "30" : "60"), "\(name)")
      #expect(plan.fields == ages, "\(name)")
    }
  }

  @Test("A field's age bounds its leaves, and not what is below other objects")
  func leaves() throws {
    let schema = """
      type Query { me: User }
      type User { name: String @cacheControl(maxAge: 600) price: Int @cacheControl(maxAge: 5) best: User @cacheControl(maxAge: 600) }
      """
    let ages = ["me": "30", "me.name": "30", "me.price": "5", "me.best": "600", "me.best.name": "600"]
    #expect(try PlanAges(in: "query Q { me @maxAge(seconds: 30) { name price best { name } } }", schema: schema).fields == ages)
    let plan = try PlanAges(in: "query Q @maxAge(seconds: 90) { me @maxAge(seconds: 30) { name price best { name } } }", schema: schema)
    #expect(plan.fields == ["me": "30", "me.name": "30", "me.price": "5"])
  }

  @Test("For how long a stale value may be shown")
  func staleWhileRevalidate() throws {
    let plan = try Self.ages(
      "query Q @maxAge(seconds: 120, staleWhileRevalidate: 30) { me @maxAge(seconds: 60, staleWhileRevalidate: 20) { name } }")
    #expect(plan.operation == "120+30")
    #expect(plan.fields == ["me": "60+20", "me.name": "60+20", "me.id": "60+20"])
  }

  @Test("Of several uses of a field, the least age holds", .cases)
  func severalUses() {
    eachCase(of: [
      ("two uses", "query Q { version @maxAge(seconds: 9) version @maxAge(seconds: 5) }", ["version": "5"]),
      ("the other order", "query Q { version @maxAge(seconds: 5) version @maxAge(seconds: 9) }", ["version": "5"]),
      ("one without an age, and none in the schema", "query Q { version version @maxAge(seconds: 5) }", ["version": "5"]),
      (
        "one without an age, for which the schema's counts", "query Q { me { price @maxAge(seconds: 5) price } }",
        ["me": "60", "me.price": "0", "me.id": "60"]
      ),
      (
        "one without an age, and a greater one in the schema", "query Q { me { email @maxAge(seconds: 5) email } }",
        ["me": "60", "me.email": "5", "me.id": "60"]
      ),
      (
        "one without an age, for which the operation's counts",
        "query Q @maxAge(seconds: 3) { version @maxAge(seconds: 5) version }", ["version": "3"]
      ),
      (
        "in fragments",
        "query Q { me { ...A ...B } } fragment A on User { email @maxAge(seconds: 7) } fragment B on User { email @maxAge(seconds: 8) }",
        ["me": "60", "me.email": "7", "me.id": "60"]
      ),
      (
        "three, of which one has none",
        "query Q { me { email @maxAge(seconds: 70) ...A ...B } } fragment A on User { email } fragment B on User { email @maxAge(seconds: 80) }",
        ["me": "60", "me.email": "60", "me.id": "60"]
      ),
      (
        "the same use twice", "query Q { me { ...A ...A } } fragment A on User { email @maxAge(seconds: 70) }",
        ["me": "60", "me.email": "70", "me.id": "60"]
      ),
      (
        "with aliases, they are different fields", "query Q { a: version @maxAge(seconds: 9) b: version @maxAge(seconds: 5) }",
        ["a": "9", "b": "5"]
      ),
      (
        "objects", "query Q { me @maxAge(seconds: 9) { name } me @maxAge(seconds: 5) { email @maxAge(seconds: 7) } }",
        ["me": "5", "me.name": "5", "me.email": "7", "me.id": "5"]
      ),
      (
        "the id that the compiler adds is no use", "query Q { me { ... on User { id @maxAge(seconds: 90) } } }",
        ["me": "60", "me.id": "90"]
      ),
    ]) { (name: String, document: String, ages: [String: String]) in
      let found = try Self.ages(document).fields
      #expect(found == ages, "\(name)")
    }
  }

  @Test("A selection that is redundant leaves its age to the one that remains", .cases)
  func redundantSelections() {
    eachCase(of: [
      (
        "in a type refinement", "query Q { node(id: 1) { id ... on User { id @maxAge(seconds: 4) email } } }",
        ["node.id": "4", "node.<User>.email": "60"]
      ),
      (
        "under a condition", "query Q($a: Boolean!) { me { email email @include(if: $a) @maxAge(seconds: 4) } }",
        ["me": "60", "me.email": "4", "me.id": "60"]
      ),
      (
        "in an object of a refinement",
        "query Q($a: Boolean!) { me { best { name } ... @include(if: $a) { best { name @maxAge(seconds: 4) } } } }",
        ["me": "60", "me.best": "60", "me.best.name": "4", "me.best.id": "60", "me.id": "60"]
      ),
      (
        "the object's own", "query Q($a: Boolean!) { me { best { name } ... @include(if: $a) { best @maxAge(seconds: 4) { name } } } }",
        ["me": "60", "me.best": "4", "me.best.name": "4", "me.best.id": "4", "me.id": "60"]
      ),
      (
        "nested conditions",
        "query Q($a: Boolean!, $b: Boolean!) { me { email ... @include(if: $a) { ... @skip(if: $b) { email @maxAge(seconds: 4) name } } } }",
        ["me": "60", "me.email": "4", "me.name": "60", "me.id": "60"]
      ),
    ]) { (name: String, document: String, ages: [String: String]) in
      let found = try Self.ages(document).fields
      #expect(found == ages, "\(name)")
    }
  }

  @Test("What remains in a branch keeps its own age")
  func branches() throws {
    let plan = try Self.ages(
      "query Q($a: Boolean!) { node(id: 1) { ... on User { email @maxAge(seconds: 4) } } me @include(if: $a) @maxAge(seconds: 3) { name } }"
    )
    #expect(plan.fields["node.<User>.email"] == "4" && plan.fields["me"] == "3" && plan.fields["me.name"] == "3")
  }

  @Test("Connections, deferred parts and refetch queries")
  func generatedSelections() throws {
    let document = """
      query Q { me { ...List } }
      fragment List on User
        @refetchable(queryName: "Again", directives: ["@maxAge(seconds: 11)"])
        @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, cursor: { type: "String" }) {
        friends(first: $count, after: $cursor) @connection(key: "List_friends") @maxAge(seconds: 30) {
          edges @maxAge(seconds: 20) { node { ...Row @defer(label: "x") } }
        }
      }
      fragment Row on User { email @maxAge(seconds: 4) }
      """
    let plan = try Self.ages(document)
    #expect(
      plan.fields.filter { $0.key.hasPrefix("me.friends") } == [
        "me.friends": "30", "me.friends.edges": "20", "me.friends.edges.cursor": "20", "me.friends.edges.node": "60",
        "me.friends.edges.node.id": "60", "me.friends.edges.node.email": "4",
      ])
    let again = try Self.ages(document, of: "Again")
    #expect(again.operation == "11")
    #expect(again.fields["node.<User>.friends"] == "30" && again.fields["node.<User>.friends.edges.node.email"] == "4")
    #expect(again.fields["node.<User>.friends.edges.node"] == nil)
  }

  @Test("Fragments of other modules have ages, and what is wrong in them is theirs")
  func importedFragments() throws {
    let fragments = "fragment F on User { email @maxAge(seconds: 4) price @maxAge(seconds: -4) }"
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: Self.schema)], as: .schema)
    input.add([SourceFile(path: "Q.graphql", text: "query Q { me { ...F } }")], as: .document(output: "Q.swift"))
    input.add([SourceFile(path: "F.graphql", text: fragments)], as: .imported(module: "Other"))
    input.swift = SwiftOutputs(schema: "Schema.swift")
    let output = Compiler.compile(input)
    #expect(output.diagnostics.map(\.message) == [])
    let swift = output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(swift.contains(#"["email:S@4","price:I@0","id:D!@60"]"#), "\(swift)")
  }

  @Test("Mutations have no ages, and client fields have none")
  func withoutAges() throws {
    #expect(try Self.ages("mutation Q { rename(name: \"x\") { name best { price } } }").fields == [:])
    let plan = try Self.ages(
      "query Q { me { note photo { url } } }", extensions: "extend type User { note: String }")
    #expect(plan.fields == ["me": "60", "me.id": "60"])
  }

  @Test("The fields of root types do not inherit")
  func rootTypes() throws {
    let schema = """
      type Query { viewer: Viewer version: String @cacheControl(inheritMaxAge: true) count: Int }
      type Viewer @cacheControl(maxAge: 60) { query: Query again: Query @cacheControl(maxAge: 7) name: String }
      """
    let plan = try PlanAges(in: "query Q { version viewer { name query { count } again { version count } } }", schema: schema)
    #expect(plan.fields == ["viewer": "60", "viewer.name": "60", "viewer.again": "7"])
  }

  @Test("A field of an interface has the least age of its objects' fields, unless it has its own")
  func interfaceFields() throws {
    let schema = """
      type Query { named: Named @cacheControl(maxAge: 15) other: Named }
      interface Named { name: String title: String @cacheControl(maxAge: 50) text: String size: Int }
      type A implements Named {
        name: String @cacheControl(maxAge: 20) title: String @cacheControl(maxAge: 1) text: String @cacheControl(maxAge: 30)
        size: Int @cacheControl(maxAge: 3)
      }
      type B implements Named { name: String @cacheControl(maxAge: 18, scope: PRIVATE) title: String text: String size: Int }
      """
    let plan = try PlanAges(in: "query Q { named { name title text size } other { name text } }", schema: schema)
    #expect(
      plan.fields == [
        "named": "15", "named.name": "18P", "named.title": "50", "named.text": "15", "named.size": "3", "other.name": "18P",
        "other.text": "30",
      ])
  }

  @Test("In a type refinement, the age and the scope of the type hold where the object has none")
  func refinements() throws {
    let schema = """
      type Query { node: Node media: Media aged: Node @cacheControl(maxAge: 9) open: User @cacheControl(scope: PUBLIC) }
      interface Node { id: ID! }
      union Media @cacheControl(maxAge: 90) = User | Film
      type User implements Node @cacheControl(maxAge: 60, scope: PRIVATE) { id: ID! name: String best: User price: Int @cacheControl(maxAge: 0) }
      type Film implements Node @cacheControl(scope: PUBLIC) { id: ID! title: String }
      """
    let fields = "{ ... on User { name price best { name } } ... on Film { title } }"
    let plan = try PlanAges(in: "query Q { node \(fields) media \(fields) aged \(fields) open { name } }", schema: schema)
    #expect(
      plan.fields.filter { !$0.key.hasSuffix("id") } == [
        "node.<User>.name": "60P", "node.<User>.price": "0P", "node.<User>.best": "60P", "node.<User>.best.name": "60",
        "media": "90", "media.<User>.name": "90P", "media.<User>.price": "0P", "media.<User>.best": "60P",
        "media.<User>.best.name": "60", "media.<Film>.title": "90", "aged": "9", "aged.<User>.name": "9P", "aged.<User>.price": "0P",
        "aged.<User>.best": "60P", "aged.<User>.best.name": "60", "aged.<Film>.title": "9", "open": "60", "open.name": "60",
      ])
  }

  @Test("What a client extension says replaces what the server says")
  func extensions() throws {
    let extensions = """
      extend type User @cacheControl(maxAge: 5) @cacheControlField(name: "price", inheritMaxAge: true) \
      @cacheControlField(name: "email", scope: PRIVATE)
      """
    #expect(
      try Self.ages("query Q { me { price email } }", extensions: extensions).fields
        == ["me": "5", "me.email": "5P", "me.id": "5"].merging(["me.price": "5"]) { $1 })
  }

  @Test("Names that @link gives", .cases)
  func links() {
    eachCase(of: [
      ("", "cacheControl", "cacheControlField"), ("", "cache__cacheControl", "cache__cacheControlField"),
      (#"as: "ages", "#, "ages__cacheControl", "ages__cacheControlField"),
      (
        ##"import: [{ name: "@cacheControl", as: "@old" }, { name: "@cacheControlField", as: "@oldField" }]"##, "old",
        "oldField"
      ),
    ]) { (arguments: String, directive: String, field: String) in
      let extensions = """
        extend schema @link(url: "https://specs.apollo.dev/cache/v0.1" \(arguments))
        extend type User @\(directive)(maxAge: 5) @\(field)(name: "email", maxAge: 6)
        """
      let found = try Self.ages("query Q { me { email } }", extensions: extensions).fields
      #expect(found == ["me": "5", "me.email": "6", "me.id": "5"])
    }
  }

  @Test("A private field makes what is below private, until something is public")
  func scopes() throws {
    let schema = """
      type Query { me: User country: Country }
      type User @cacheControl(scope: PRIVATE) { name: String country: Country best: User mine: Int @cacheControl(maxAge: 3) }
      type Country @cacheControl(scope: PUBLIC) { code: String visits: Int @cacheControl(scope: PRIVATE, maxAge: 9) }
      type Mutation { rename: User }
      """
    let fields = "{ name mine country { code visits } best { name } }"
    let plan = try PlanAges(in: "query Q { me \(fields) country { code visits } }", schema: schema)
    #expect(
      plan.fields == ["me": "P", "me.mine": "3", "me.country": "U", "me.country.visits": "9P", "country.visits": "9P"])
    let mutation = try PlanAges(in: "mutation Q { rename \(fields) }", schema: schema)
    #expect(mutation.fields == ["rename": "P", "rename.country": "U", "rename.country.visits": "P"])
  }
}
