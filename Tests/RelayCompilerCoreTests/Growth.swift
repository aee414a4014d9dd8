import Testing

/// Inputs of one shape in any size: what grows is one thing, such as depth or the number of a union's members.
struct Growth: CustomTestStringConvertible, Sendable {
  let name: String
  /// The size that measuring begins with.
  let start: Int
  let make: @Sendable (Int) -> (schema: String, document: String)

  var testDescription: String { self.name }

  init(_ name: String, from start: Int = 64, _ make: @escaping @Sendable (Int) -> (schema: String, document: String)) {
    self.name = name
    self.start = start
    self.make = make
  }

  private static let schema = """
    type Query { me: User node(id: ID!): Node search(first: Int, after: String, filter: Filter, list: [Int]): UserConnection any: Any }
    interface Node { id: ID! }
    interface Named { name: String }
    type User implements Node & Named { id: ID! name: String friend: User friends(first: Int, after: String): UserConnection pet: Any }
    type Page implements Node & Named { id: ID! name: String owner: User }
    union Any = User | Page
    type UserConnection { edges: [UserEdge] pageInfo: PageInfo }
    type UserEdge { cursor: String node: User }
    type PageInfo { hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String endCursor: String }
    input Filter { and: [Filter] not: Filter a: Int b: String }
    type Mutation { rename(id: ID!, name: String): User }

    """

  private static func join(_ count: Int, _ separator: String = " ", _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined(separator: separator)
  }

  /// One level of selections in another.
  private static func nest(_ depth: Int, _ open: String, _ inner: String) -> String {
    String(repeating: open + " { ", count: depth) + inner + String(repeating: " }", count: depth)
  }

  static let all: [Growth] = documents + schemas + relay

  /// Shapes of documents.
  private static let documents: [Growth] = [
    Growth("fields beside one another") { (schema, "query Q { me { \(join($0) { "a\($0): name" }) } }") },
    Growth("one field again and again") { (schema, "query Q { me { \(join($0) { _ in "friend { name }" }) } }") },
    Growth("one field with other selections each time") { (schema, "query Q { me { \(join($0) { "friend { a\($0): name }" }) } }") },
    Growth("fields in one another", from: 8) { size in (schema, "query Q { me { \(nest(min(size, 400), "friend", "name")) } }") },
    Growth("operations") { size in (schema, join(size, "\n") { "query Q\($0) { me { name } }" }) },
    Growth("fragments") { size in
      (schema, "query Q { me { \(join(size) { "...F\($0)" }) } }\n" + join(size, "\n") { "fragment F\($0) on User { name a\($0): name }" })
    },
    Growth("a chain of fragments") { size in
      (
        schema,
        "query Q { me { ...F0 } }\n" + join(size, "\n") { "fragment F\($0) on User { a\($0): name ...F\($0 + 1) }" }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("a chain of fragments, each spread twice") { size in
      (
        schema,
        "query Q { me { ...F0 } }\n"
          + join(size, "\n") { "fragment F\($0) on User { ...F\($0 + 1) ... on User { ...F\($0 + 1) } }" }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("a chain of fragments, each spread twice with a field", from: 8) { size in
      (
        schema,
        "query Q { me { ...F0 } }\n"
          + join(size, "\n") { "fragment F\($0) on User { a\($0): name ...F\($0 + 1) ... on User { ...F\($0 + 1) } }" }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("a chain of fragments, each spread under an interface and a condition", from: 8) { size in
      (
        schema,
        "query Q($c: Boolean!) { me { ...F0 } }\n"
          + join(size, "\n") {
            "fragment F\($0) on User { ...F\($0 + 1) ... on Named { ... on User { ...F\($0 + 1) } } ... @include(if: $c) { ...F\($0 + 1) } }"
          }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("a chain of fragments, each spread in two fields", from: 2) { size in
      (
        schema,
        "query Q { me { ...F0 } }\n"
          + join(size, "\n") { "fragment F\($0) on User { friend { ...F\($0 + 1) } b: friend { ...F\($0 + 1) } }" }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("fragments that all spread all later ones", from: 8) { size in
      (
        schema,
        "query Q { me { ...F0 } }\n"
          + join(size, "\n") { index in
            "fragment F\(index) on User { a\(index): name \(join(min(8, size - index)) { "...F\(index + 1 + $0)" }) }"
          }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("inline fragments in one another", from: 8) { size in
      (schema, "query Q { me { \(nest(min(size, 400), "... on User", "name")) } }")
    },
    Growth("inline fragments beside one another") { size in
      (schema, "query Q { node(id: 1) { \(join(size) { "... on \($0 % 2 == 0 ? "User" : "Page") { a\($0): name }" }) } }")
    },
    Growth("conditions beside one another") { size in
      (schema, "query Q(\(join(size, ", ") { "$v\($0): Boolean!" })) { me { \(join(size) { "name @include(if: $v\($0))" }) } }")
    },
    Growth("conditions in one another", from: 8) { size in
      (schema, "query Q($a: Boolean!) { me { \(nest(min(size, 400), "... @include(if: $a)", "name")) } }")
    },
    Growth("variables") { size in
      (schema, "query Q(\(join(size, ", ") { "$v\($0): ID!" })) { \(join(size) { "a\($0): node(id: $v\($0)) { id }" }) }")
    },
    Growth("variables that are not used") { size in (schema, "query Q(\(join(size, ", ") { "$v\($0): ID" })) { me { name } }") },
    Growth("variables that are not defined") { size in (schema, "query Q { \(join(size) { "a\($0): node(id: $v\($0)) { id }" }) }") },
    Growth("a list as an argument") { size in
      (schema, "query Q { search(first: 1, list: [\(join(size, ", ") { "\($0)" })]) { pageInfo { hasNextPage } } }")
    },
    Growth("objects as an argument") { size in
      (
        schema,
        "query Q { search(first: 1, filter: {and: [\(join(size, ", ") { "{a: \($0), b: \"\($0)\"}" })]}) { pageInfo { hasNextPage } } }"
      )
    },
    Growth("an object in an object as an argument", from: 8) { size in
      let depth = min(size, 200)
      return (
        schema,
        "query Q { search(first: 1, filter: \(String(repeating: "{not: ", count: depth)){a: 1}\(String(repeating: "}", count: depth))) { pageInfo { hasNextPage } } }"
      )
    },
    Growth("a long string") { size in (schema, "query Q { node(id: \"\(String(repeating: "é\\n", count: size))\") { id } }") },
    Growth("a long block string") { size in
      (schema, "query Q { node(id: \"\"\"\(String(repeating: "  line\n", count: size))\"\"\") { id } }")
    },
    Growth("comments") { size in (schema, String(repeating: "# comment\n", count: size) + "query Q { me { name } }") },
    Growth("fields that do not exist") { size in (schema, "query Q { me { \(join(size) { "nam\($0)" }) } }") },
    Growth("fields that conflict") { size in (schema, "query Q { \(join(size) { "a: node(id: \($0)) { id }" }) }") },
    Growth("types that do not exist") { size in (schema, "query Q { me { \(join(size) { "... on Usr\($0) { name }" }) } }") },
    Growth("spreads of fragments that do not exist") { size in
      (schema, "query Q { me { \(join(size) { "...G\($0)" }) } }\nfragment G on User { name }")
    },
    Growth("operations of one name") { size in (schema, join(size, "\n") { _ in "query Q { me { name } }" }) },
    Growth("fragments in a cycle") { size in
      (schema, "query Q { me { ...F0 } }\n" + join(size, "\n") { "fragment F\($0) on User { name ...F\(($0 + 1) % size) }" })
    },
    Growth("unknown directives") { size in (schema, "query Q { me { name \(join(size) { "@d\($0)" }) } }") },
    Growth("syntax errors") { size in (schema, "query Q { me { \(join(size) { _ in "name( ) !" }) } }") },
  ]

  /// Shapes of schemas.
  private static let schemas: [Growth] = [
    Growth("members of a union") { size in
      (
        "type Query { u: U }\nunion U = \(join(size, " | ") { "T\($0)" })\n" + join(size, "\n") { "type T\($0) { a: String }" },
        "query Q { u { \(join(min(300, size)) { "... on T\($0) { a }" }) } }"
      )
    },
    Growth("members of two unions that overlap") { size in
      (
        "type Query { u: U v: V }\nunion U = \(join(size, " | ") { "T\($0)" })\nunion V = \(join(size, " | ") { "T\(size - 1 - $0)" })\n"
          + join(size, "\n") { "type T\($0) { a: String }" },
        "query Q { u { ... on V { \(join(min(300, size)) { "... on T\($0) { a }" }) } } v { ... on U { __typename } } }"
      )
    },
    Growth("types of an interface") { size in
      (
        "type Query { n: N }\ninterface N { a: String }\n" + join(size, "\n") { "type T\($0) implements N { a: String b: N }" },
        "query Q { n { a \(join(min(300, size)) { "... on T\($0) { b { a } }" }) } }"
      )
    },
    Growth("interfaces that implement interfaces", from: 8) { size in
      // Each names all before it: the text grows with the square.
      let count = Int(Double(size).squareRoot())
      return (
        "type Query { n: N0 }\ninterface N0 { a: String }\n"
          + join(count, "\n") { index in "interface N\(index + 1) implements \(join(index + 1, " & ") { "N\($0)" }) { a: String }" }
          + "\ntype T implements \(join(count + 1, " & ") { "N\($0)" }) { a: String }",
        "query Q { n { \(nest(min(count, 200), "... on N1", "a")) } }"
      )
    },
    Growth("interfaces of one type") { size in
      (
        "type Query { t: T }\n" + join(size, "\n") { "interface N\($0) { a: String }" }
          + "\ntype T implements \(join(size, " & ") { "N\($0)" }) { a: String }",
        "query Q { t { \(join(size) { "... on N\($0) { a }" }) } }"
      )
    },
    Growth("fields of a type") { size in
      ("type Query { \(join(size) { "f\($0): String" }) }", "query Q { \(join(size) { "f\($0)" }) }")
    },
    Growth("arguments of a field") { size in
      ("type Query { f(\(join(size) { "a\($0): Int" })): Int }", "query Q { f(\(join(size) { "a\($0): \($0)" })) }")
    },
    Growth("values of an enum") { size in
      ("type Query { e(v: [E]): E }\nenum E { \(join(size) { "V\($0)" }) }", "query Q { e(v: [\(join(size) { "V\($0)" })]) }")
    },
    Growth("fields of an input object") { size in
      (
        "type Query { f(i: I): Int }\ninput I { \(join(size) { "a\($0): Int b\($0): I" }) }",
        "query Q { f(i: {\(join(size) { "a\($0): 1" })}) }\nquery R($i: I) { f(i: $i) }"
      )
    },
    Growth("input objects in a chain") { size in
      (
        "type Query { f(i: I0): Int }\n" + join(size, "\n") { "input I\($0) { a: I\($0 + 1) }" } + "\ninput I\(size) { a: Int }",
        "query Q($i: I0) { f(i: $i) }"
      )
    },
    Growth("input objects in a circle") { size in
      ("type Query { f(i: I0): Int }\n" + join(size, "\n") { "input I\($0) { a: I\(($0 + 1) % size)! }" }, "query Q($i: I0) { f(i: $i) }")
    },
    Growth("extensions of a type") { size in
      ("type Query { a: Int }\n" + join(size, "\n") { "extend type Query { f\($0): Int }" }, "query Q { a \(join(size) { "f\($0)" }) }")
    },
    Growth("types that differ in nothing but their number, and one that is missing") { size in
      ("type Query { a: Missing }\n" + join(size, "\n") { "type Missin\($0) { a: Int }" }, "query Q { a }")
    },
    Growth("types that are missing") { size in ("type Query { \(join(size) { "a\($0): Missing\($0)" }) }", "query Q { a0 }") },
    Growth("directives and their uses") { size in
      (
        "type Query { a: Int }\n" + join(size, "\n") { "directive @d\($0)(a: Int) on FIELD" },
        "query Q { \(join(size) { "a @d\($0)(a: 1)" }) }"
      )
    },
    Growth("types of one name") { size in ("type Query { a: Int }\n" + join(size, "\n") { _ in "type T { a: Int }" }, "query Q { a }") },
    Growth("descriptions") { size in
      ("type Query {\n" + join(size, "\n") { "\"\"\"\nText \($0)\n\"\"\"\nf\($0): Int" } + "\n}", "query Q { f0 }")
    },
  ]

  /// Shapes that Relay's transforms meet.
  private static let relay: [Growth] = [
    Growth("connections") { size in
      (
        schema,
        join(size, "\n") {
          "fragment C\($0) on User @argumentDefinitions(n: {type: \"Int\"}, c: {type: \"String\"}) @refetchable(queryName: \"C\($0)Query\") { friends(first: $n, after: $c) @connection(key: \"C\($0)_friends\") { edges { node { name } } } }"
        }
      )
    },
    Growth("fragments with arguments in a chain") { size in
      (
        schema,
        "query Q($n: Int) { me { ...F0 @arguments(n: $n) } }\n"
          + join(size, "\n") {
            "fragment F\($0) on User @argumentDefinitions(n: {type: \"Int\"}) { a\($0): friends(first: $n) { pageInfo { hasNextPage } } ...F\($0 + 1) @arguments(n: $n) }"
          }
          + "\nfragment F\(size) on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n) { pageInfo { hasNextPage } } }"
      )
    },
    Growth("one fragment with other arguments each time") { size in
      (
        schema,
        "query Q { \(join(size) { "a\($0): me { ...F @arguments(n: \($0)) }" }) }\nfragment F on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n) { pageInfo { hasNextPage } } }"
      )
    },
    Growth("fragments that pass on twice the arguments", from: 2) { size in
      // What nests is written with as many spaces.
      let size = min(size, 200)
      return (
        schema,
        "query Q { me { ...F0 @arguments(n: 1) } }\n"
          + join(size, "\n") {
            "fragment F\($0) on User @argumentDefinitions(n: {type: \"Int\"}) { ...F\($0 + 1) @arguments(n: 1) friend { ...F\($0 + 1) @arguments(n: $n) } }"
          }
          + "\nfragment F\(size) on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n) { pageInfo { hasNextPage } } }"
      )
    },
    Growth("deferred fragments") { size in
      (
        schema + "directive @defer(label: String, if: Boolean! = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT\n",
        "query Q { me { \(join(size) { "...F\($0) @defer(label: \"l\($0)\")" }) } }\n"
          + join(size, "\n") { "fragment F\($0) on User { a\($0): name }" }
      )
    },
    Growth("aliases of fragments") { size in
      (schema, "query Q { me { \(join(size) { "...F @alias(as: \"a\($0)\")" }) } }\nfragment F on User { name }")
    },
    Growth("required fields in one another", from: 8) { size in
      (schema, "fragment F on User { \(nest(min(size, 400), "friend @required(action: NONE)", "name @required(action: NONE)")) }")
    },
    Growth("required fields in fragments spread twice", from: 8) { size in
      (
        schema,
        "query Q { me { ...F0 } }\n"
          + join(size, "\n") {
            "fragment F\($0) on User { friend @required(action: NONE) { ...F\($0 + 1) } ... on User { friend @required(action: NONE) { ...F\($0 + 1) } } }"
          }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("fragments with @relay(mask: false), each spread twice", from: 4) { size in
      (
        schema,
        "query Q { me { ...F0 } }\n"
          + join(size, "\n") {
            "fragment F\($0) on User { ...F\($0 + 1) @relay(mask: false) ... on User { ...F\($0 + 1) @relay(mask: false) } }"
          }
          + "\nfragment F\(size) on User { name }"
      )
    },
    Growth("mutations with declarative edits") { size in
      (
        schema,
        join(size, "\n") {
          "mutation M\($0)($c: [ID!]!) { rename(id: \($0)) @appendNode(connections: $c, edgeTypeName: \"UserEdge\") { name } }"
        }
      )
    },
  ]
}
