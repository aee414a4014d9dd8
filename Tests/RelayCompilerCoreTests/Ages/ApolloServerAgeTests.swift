import TestSupport
import Testing

@testable import RelayCompilerCore

/// The cases that Apollo Server publishes for `@cacheControl`, by name. A field without an age has the environment's default here; where a
/// case sets `defaultMaxAge`, that is what the default stands for, and Apollo Server's own default is 0.
@Suite("Ages as in Apollo Server")
struct ApolloServerAgeTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var schema: String
    var query: String
    var defaultAge = 0
    /// The ages of fields with the default filled in.
    var ages: [String: Int]
    /// Paths of private fields.
    var isPrivate: [String] = []
    /// The least age of the response; nil if none is cacheable (0).
    var policy: Int??
    var testDescription: String { name }
  }

  private static let droid = "type Query { droid(id: ID!): Droid }"
  private static let query = "query Q { droid(id: 2001) { name } }"

  private static let directives: [Case] = [
    Case(
      name: "should set maxAge: 0 and no scope for a field without cache hints",
      schema: droid + " type Droid { id: ID! name: String! }", query: query, ages: ["droid": 0]),
    Case(
      name: "should set maxAge: 0 and no scope for a top-level scalar field without cache hints",
      schema: "type Query { name: String }", query: "query Q { name }", ages: ["name": 0]),
    Case(
      name: "should set maxAge to the default and no scope for a field without cache hints",
      schema: droid + " type Droid { id: ID! name: String! }", query: query, defaultAge: 10, ages: ["droid": 10]),
    Case(
      name: "should set the specified maxAge from a cache hint on the field",
      schema: "type Query { droid(id: ID!): Droid @cacheControl(maxAge: 60) } type Droid { id: ID! name: String! }", query: query,
      defaultAge: 10, ages: ["droid": 60, "droid.name": 60]),
    Case(
      name: "should set the specified maxAge for a field from a cache hint on the target type",
      schema: droid + " type Droid @cacheControl(maxAge: 60) { id: ID! name: String! }", query: query, defaultAge: 10,
      ages: ["droid": 60, "droid.name": 60]),
    Case(
      name: "should set the specified maxAge for a field from a cache hint on the target type extension",
      schema: droid + " type Droid { id: ID! name: String! } extend type Droid @cacheControl(maxAge: 60)", query: query, defaultAge: 10,
      ages: ["droid": 60]),
    Case(
      name: "should overwrite the default maxAge when maxAge=0 is specified on the type",
      schema: droid + " type Droid @cacheControl(maxAge: 0) { id: ID! name: String! }", query: query, defaultAge: 10,
      ages: ["droid": 0, "droid.name": 0]),
    Case(
      name: "should override the maxAge from the target type with that specified on a field",
      schema: """
        type Query { droid(id: ID!): Droid @cacheControl(maxAge: 120) } type Droid @cacheControl(maxAge: 60) { id: ID! name: String! }
        """, query: query, defaultAge: 10, ages: ["droid": 120]),
    Case(
      name: "should override the maxAge from the target type with that specified on a field, keeping the scope",
      schema: """
        type Query { droid(id: ID!): Droid @cacheControl(maxAge: 120) }
        type Droid @cacheControl(maxAge: 60, scope: PRIVATE) { id: ID! name: String! }
        """, query: query, defaultAge: 10, ages: ["droid": 120], isPrivate: ["droid"]),
    Case(
      name: "should override the scope from the target type with that specified on a field",
      schema: """
        type Query { droid(id: ID!): Droid @cacheControl(scope: PRIVATE) }
        type Droid @cacheControl(maxAge: 60, scope: PUBLIC) { id: ID! name: String! }
        """, query: query, defaultAge: 10, ages: ["droid": 60], isPrivate: ["droid"]),
  ]

  private static let named = """
    type Query { named: Named droid(id: ID!): Droid alien(id: ID!): Alien }
    interface Named @cacheControl(maxAge: 60) { name: String! }
    type Droid implements Named @cacheControl(maxAge: 30) { id: ID! name: String! }
    type Alien implements Named { id: ID! name: String! }
    """

  private static let interfaces: [Case] = [
    Case(
      name: "interaction between type implementing interface, both with specified `maxAge`: the interface", schema: named,
      query: "query Q { named { ... on Droid { id name } } }", ages: ["named": 60, "named.<Droid>.name": 60]),
    Case(
      name: "interaction between type implementing interface, both with specified `maxAge`: a type with an age", schema: named,
      query: "query Q { droid(id: 2001) { id name } }", ages: ["droid": 30, "droid.name": 30]),
    Case(
      name: "interaction between type implementing interface, both with specified `maxAge`: a type without an age", schema: named,
      query: "query Q { alien(id: 3001) { id name } }", defaultAge: 10, ages: ["alien": 10]),
  ]

  private static let inheriting = """
    type Query { topLevel: DroidQuery @cacheControl(maxAge: 1000) }
    type DroidQuery { droid: Droid @cacheControl(inheritMaxAge: true) droids: [Droid] @cacheControl(inheritMaxAge: true) }
    type Droid { uncachedField: Droid scalarField: String cachedField: String @cacheControl(maxAge: 30) }
    """

  private static let books = """
    type Query { book: Book cachedBook: Book @cacheControl(maxAge: 60) reader: Reader @cacheControl(maxAge: 40) }
    type Book { title: String cachedTitle: String @cacheControl(maxAge: 30) }
    type Reader { book: Book @cacheControl(inheritMaxAge: true) }
    """

  private static let grandparents = """
    type Query { foo: Foo @cacheControl(maxAge: 5) }
    type Foo { bar: Bar @cacheControl(inheritMaxAge: true) defaultBar: Bar }
    type Bar { scalar: String cachedScalar: String @cacheControl(maxAge: 2) }
    """

  private static let inheritance: [Case] = [
    Case(
      name: "inheritMaxAge: an object", schema: inheriting, query: "query Q { topLevel { droid { cachedField } } }",
      ages: ["topLevel": 1000, "topLevel.droid": 1000, "topLevel.droid.cachedField": 30], policy: 30),
    Case(
      name: "inheritMaxAge: an object without an age below", schema: inheriting,
      query: "query Q { topLevel { droid { uncachedField { cachedField } cachedField } } }",
      ages: [
        "topLevel": 1000, "topLevel.droid.cachedField": 30, "topLevel.droid.uncachedField": 0,
        "topLevel.droid.uncachedField.cachedField": 30,
      ], policy: .some(nil)),
    Case(
      name: "inheritMaxAge: a list", schema: inheriting,
      query: "query Q { topLevel { droids { uncachedField { cachedField } cachedField } } }",
      ages: [
        "topLevel": 1000, "topLevel.droids": 1000, "topLevel.droids.cachedField": 30, "topLevel.droids.uncachedField": 0,
        "topLevel.droids.uncachedField.cachedField": 30,
      ], policy: .some(nil)),
    Case(
      name: "inheritMaxAge docs examples: no age", schema: books, query: "query Q { book { cachedTitle } }",
      ages: ["book": 0, "book.cachedTitle": 30], policy: .some(nil)),
    Case(
      name: "inheritMaxAge docs examples: a leaf", schema: books, query: "query Q { cachedBook { title } }",
      ages: ["cachedBook": 60, "cachedBook.title": 60], policy: 60),
    Case(
      name: "inheritMaxAge docs examples: a leaf with its own age", schema: books, query: "query Q { cachedBook { cachedTitle } }",
      ages: ["cachedBook": 60, "cachedBook.cachedTitle": 30], policy: 30),
    Case(
      name: "inheritMaxAge docs examples: an object that inherits", schema: books, query: "query Q { reader { book { title } } }",
      ages: ["reader": 40, "reader.book": 40, "reader.book.title": 40], policy: 40),
    Case(
      name: "inheritMaxAge can be combined with scope",
      schema: """
        type Query { topLevel: TopLevel @cacheControl(maxAge: 500) }
        type TopLevel { foo: Foo @cacheControl(inheritMaxAge: true, scope: PRIVATE) }
        type Foo { bar: String @cacheControl(maxAge: 5) }
        """, query: "query Q { topLevel { foo { bar } } }", ages: ["topLevel": 500, "topLevel.foo": 500, "topLevel.foo.bar": 5],
      isPrivate: ["topLevel.foo"], policy: 5),
    Case(
      name: "inheritMaxAge on types",
      schema: """
        type Query { topLevel: TopLevel @cacheControl(maxAge: 500) }
        type TopLevel { foo: Foo }
        type Foo @cacheControl(inheritMaxAge: true) { bar: String }
        """, query: "query Q { topLevel { foo { bar } } }", ages: ["topLevel.foo": 500, "topLevel.foo.bar": 500], policy: 500),
    Case(
      name: "scalars can inherit from grandparents: not through an object without an age", schema: grandparents,
      query: "query Q { foo { defaultBar { scalar } } }", ages: ["foo.defaultBar": 0, "foo.defaultBar.scalar": 0], policy: .some(nil)),
    Case(
      name: "scalars can inherit from grandparents: one with an age below an object without", schema: grandparents,
      query: "query Q { foo { defaultBar { cachedScalar } } }", ages: ["foo.defaultBar": 0, "foo.defaultBar.cachedScalar": 2],
      policy: .some(nil)),
    Case(
      name: "scalars can inherit from grandparents", schema: grandparents, query: "query Q { foo { bar { scalar } } }",
      ages: ["foo.bar": 5, "foo.bar.scalar": 5], policy: 5),
    Case(
      name: "scalars can inherit from grandparents: one with its own age", schema: grandparents,
      query: "query Q { foo { bar { cachedScalar } } }", ages: ["foo.bar": 5, "foo.bar.cachedScalar": 2], policy: 2),
  ]

  @Test("A case", .cases)
  func published() {
    eachCase(of: Self.directives + Self.interfaces + Self.inheritance) { test in
      let plan = try PlanAges(in: test.query, schema: test.schema)
      for (path, age) in test.ages {
        #expect(plan.paths.contains(path), "\(path): \(plan.paths)")
        #expect((plan.seconds(path) ?? test.defaultAge) == age, "\(path): \(plan.fields)")
      }
      #expect(plan.fields.filter { $0.value.hasSuffix("P") }.keys.sorted() == test.isPrivate)
      if let policy = test.policy { #expect(plan.least(default: test.defaultAge) == policy ?? 0, "\(plan.fields)") }
    }
  }

  @Test("Without a default, a field without an age has none, and one with 0 has 0")
  func difference() throws {
    let schema = Self.droid + " type Droid { id: ID! name: String! price: Int @cacheControl(maxAge: 0) }"
    let plan = try PlanAges(in: "query Q { droid(id: 1) { name price } }", schema: schema)
    #expect(plan.fields == ["droid.price": "0"])
  }
}
