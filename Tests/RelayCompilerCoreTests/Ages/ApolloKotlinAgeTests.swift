import TestSupport
import Testing

@testable import RelayCompilerCore

/// The cases that Apollo Kotlin's normalized cache publishes for ages from a schema, by name. Where they name a `defaultMaxAge`, it is what
/// the environment's default stands for.
@Suite("Ages as in Apollo Kotlin")
struct ApolloKotlinAgeTests {
  private static let link = """
    extend schema @link(url: "https://specs.apollo.dev/cache/v0.1", import: ["@cacheControl", "@cacheControlField"])

    """

  private static let books = """
    type Query { book: Book cachedBook: Book reader: Reader }
    type Book { title: String cachedTitle: String }
    type Reader { book: Book }
    """
  private static let booksExtension = """
    extend type Query @cacheControlField(name: "cachedBook", maxAge: 60) @cacheControlField(name: "reader", maxAge: 40)
    extend type Book @cacheControlField(name: "cachedTitle", maxAge: 30)
    extend type Reader @cacheControlField(name: "book", inheritMaxAge: true)
    """

  @Test("declarativeApolloServerExample")
  func declarativeApolloServerExample() throws {
    for start in ["", Self.link] {
      let plan = try PlanAges(
        in: """
          query Q { book { cachedTitle } cachedBook { title cachedTitle } reader { book { title } } }
          """, schema: Self.books, extensions: start + Self.booksExtension)
      // The least of a field and its parents is what Apollo Kotlin says of a path. Here, each field has its own.
      #expect(plan.seconds("book") == nil && plan.seconds("book.cachedTitle") == 30)
      #expect(plan.seconds("cachedBook.title") == 60)
      #expect(plan.seconds("cachedBook.cachedTitle") == 30)
      #expect(plan.seconds("reader.book.title") == 40)
    }
  }

  @Test("interfaceAndObject")
  func interfaceAndObject() throws {
    let schema = """
      type Query { product: Product node: Node }
      interface Node { id: ID! }
      type Product implements Node { id: ID! }
      """
    let extensions = "extend type Product @cacheControl(maxAge: 60) extend interface Node @cacheControl(maxAge: 30)"
    let plan = try PlanAges(in: "query Q { product { id } node { id } }", schema: schema, extensions: extensions)
    #expect(plan.seconds("product.id") == 60)
    #expect(plan.seconds("node.id") == 30)
  }

  @Test("fallbackValue")
  func fallbackValue() throws {
    let schema = """
      type Query { currentUserId: String products: [Product] } type Product { id: ID! colors: [Color] } type Color { name: String }
      """
    let document = "query Q { currentUserId products { id colors { name } } }"
    #expect(try PlanAges(in: document, schema: schema).fields == [:])
    let plan = try PlanAges(in: document, schema: schema, extensions: "extend type Product @cacheControl(maxAge: 60)")
    #expect(plan.fields == ["products": "60", "products.id": "60"])
  }

  @Test("declarativeMaxAge: a type, and fields of it with their own ages")
  func declarativeMaxAge() throws {
    let plan = try PlanAges(
      in: "query Q { user { name email admin } company { id } project { id name } }",
      schema: """
        type Query { user: User company: Company project: Project }
        interface Node { id: ID! }
        type User { name: String! email: String! admin: Boolean }
        type Company { id: ID! }
        type Project implements Node { id: ID! name: String }
        """,
      extensions: Self.link + """
        extend type User @cacheControl(maxAge: 10) @cacheControlField(name: "name", maxAge: 5) @cacheControlField(name: "email", maxAge: 2)
        extend interface Node @cacheControl(maxAge: 30)
        """)
    // A difference: that of an interface is not that of the objects that implement it, as in Apollo Server.
    #expect(plan.fields == ["user": "10", "user.name": "5", "user.email": "2", "user.admin": "10"])
  }

  @Test("basic: everything that a schema may say")
  func basic() throws {
    let schema =
      Self.link + """
        type Query { book: Book cachedBook: Book @cacheControl(maxAge: 60) reader: Reader @cacheControl(maxAge: 40) user: User node: Node
          publisher: Publisher }
        type Book { title: String cachedTitle: String @cacheControl(maxAge: 30) }
        type Reader { book: Book @cacheControl(inheritMaxAge: true) }
        type User @cacheControl(maxAge: 50) { name: String! email: String! }
        interface Node @cacheControl(maxAge: 10) { id: ID! }
        type Publisher { id: ID! name: String! }
        extend type Publisher @cacheControlField(name: "name", maxAge: 20) @cacheControlField(name: "id", inheritMaxAge: true)
        """
    let plan = try PlanAges(
      in: """
        query Q {
          book { title cachedTitle } cachedBook { title } reader { book { title } } user { name email } node { id } publisher { id name }
        }
        """, schema: schema)
    #expect(
      plan.fields == [
        "book.cachedTitle": "30", "cachedBook": "60", "cachedBook.title": "60", "reader": "40", "reader.book": "40",
        "reader.book.title": "40", "user": "50", "user.name": "50", "user.email": "50", "node": "10", "node.id": "10",
        "publisher.name": "20",
      ])
  }

  @Test("validationErrors: in an extension, they are ours; in a server's schema, an age beats inheriting one")
  func validationErrors() throws {
    let server = "type Query { book: Book cachedBook: Book } type Book { title: String } type Publisher { id: ID! name: String! }"
    let extensions = """
      extend type Book @cacheControl(maxAge: 50, inheritMaxAge: true)
      extend type Query @cacheControl(maxAge: 50, inheritMaxAge: false)
      extend type Publisher
        @cacheControlField(name: "name", maxAge: 20, inheritMaxAge: true)
        @cacheControlField(name: "id", maxAge: 20, inheritMaxAge: false)
        @cacheControlField(name: "age", maxAge: 30)
        @cacheControlField(name: "id", maxAge: -4)
      """
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: server)], as: .schema)
    input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema)
    let index = LineIndex(Array(extensions.utf8))
    let found = Compiler.compile(input).diagnostics.map { "\(index.place(of: $0.range).prefix { $0 != "-" }) \($0.message.prefix(48))" }
    #expect(
      found == [
        "1:18 '@cacheControl' cannot have an age and inherit o", "4:3 '@cacheControlField' cannot have an age and inhe",
        "6:28 'Publisher' has no field 'age' that could have a", "7:42 'maxAge' must be a number of seconds from 0 to 2",
      ])
    let plan = try PlanAges(
      in: "query Q { book { title } cachedBook { title } }",
      schema: """
        type Query { book: Book cachedBook: Book @cacheControl(maxAge: 60, inheritMaxAge: true) }
        type Book @cacheControl(maxAge: -4) { title: String } extend type Book @cacheControlField(name: "titel", maxAge: "no")
        """)
    #expect(plan.fields == ["cachedBook": "60", "cachedBook.title": "60"])
  }
}
