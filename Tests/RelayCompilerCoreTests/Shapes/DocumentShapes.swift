extension Shape {
  /// Objects, interfaces and a union that select one another, connections, and arguments of every kind.
  static let schema = """
    type Query { node(id: ID): Node user(x: Int, i: In, s: String, l: [In]): User any: Any users: [User]
      value(x: Int, i: In, s: String, l: [In]): Int }
    type Mutation { edit(input: In): User }
    type Subscription { changed(x: Int): User }
    interface Node { id: ID! }
    interface Entity implements Node { \(entity) }
    type User implements Node & Entity { \(entity) name: String }
    type Page implements Node & Entity { \(entity) title: String }
    type Group implements Node & Entity { \(entity) size: Int }
    union Any = User | Page | Group
    input In { x: Int s: String i: In l: [In] }
    type UserConnection { edges: [UserEdge] pageInfo: PageInfo! count: Int }
    type UserEdge { node: User cursor: String }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
    directive @mark(x: Int, i: In) repeatable on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | QUERY | FRAGMENT_DEFINITION
    """

  private static let entity = """
    id: ID! a: Int b: Int value(x: Int, i: In, s: String, l: [In]): Int user(x: Int, i: In, s: String, l: [In]): User
    other(x: Int): Entity node: Node any: Any
    users: [User!] friends(first: Int, after: String, last: Int, before: String, x: Int): UserConnection
    """

  /// Approximately the maximum nesting of a document.
  private static let depth = 55
  /// Approximately the maximum nesting of selections, including those of fragments.
  private static let spreadDepth = 350

  /// Growing documents with a small, fixed schema.
  static let documents: [Shape] = [
    doc("fragments that spread the next one twice, inline and not") { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { ...F\($0 + 1) ... on User { ...F\($0 + 1) } }" }
        + "fragment F\(size) on User { a }"
    },
    doc("fragments that spread the next one twice, in conditions") { size in
      "query Q($c: Boolean!) { user { ...F0 } }"
        + times(size) { "fragment F\($0) on User { ...F\($0 + 1) @include(if: $c) ...F\($0 + 1) @skip(if: $c) }" }
        + "fragment F\(size) on User { a }"
    },
    doc("fragments that spread the next one on three types") { size in
      "query Q { other: node { ... on Entity { ...F0 } } }"
        + times(size) { "fragment F\($0) on Entity { ... on User { ...F\($0 + 1) } ... on Page { ...F\($0 + 1) } ...F\($0 + 1) }" }
        + "fragment F\(size) on Entity { a }"
    },
    doc("fragments that spread the next one in two fields") { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { user { ...F\($0 + 1) } u: user { ...F\($0 + 1) } }" }
        + "fragment F\(size) on User { a }"
    },
    doc("fragments that spread the next one in one field twice") { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { user { ...F\($0 + 1) } user { a ...F\($0 + 1) } }" }
        + "fragment F\(size) on User { a }"
    },
    doc("fragments that spread the next one with an alias") { size in
      "query Q { user { ...F0 @alias } }"
        + times(size) { "fragment F\($0) on User { ...F\($0 + 1) @alias ... on User @alias(as: \"b\") { ...F\($0 + 1) } }" }
        + "fragment F\(size) on User { a }"
    },
    doc("fragments that spread the next one unmasked") { size in
      "query Q { user { ...F0 @relay(mask: false) } }"
        + times(size) {
          "fragment F\($0) on User { a\($0): a ...F\($0 + 1) @relay(mask: false) ... on User { ...F\($0 + 1) @relay(mask: false) } }"
        } + "fragment F\(size) on User { a }"
    },
    doc("fragments that spread the next one deferred") { size in
      "query Q { user { ...F0 @defer } }"
        + times(size) { "fragment F\($0) on User { a\($0): a ...F\($0 + 1) @defer(label: \"x\") ... on User { ...F\($0 + 1) } }" }
        + "fragment F\(size) on User { a }"
    },
    doc("inline data fragments that spread the next one") { size in
      "query Q { user { ...F0 } }"
        + times(size) { "fragment F\($0) on User @inline { a\($0): a ...F\($0 + 1) ... on User { ...F\($0 + 1) } }" }
        + "fragment F\(size) on User { a }"
    },
    doc("fragments that hand an argument on") { size in
      "query Q($x: Int) { user { ...F0 @arguments(x: $x) } }"
        + times(size) {
          "fragment F\($0) on User @argumentDefinitions(x: {type: \"Int\"}) { ...F\($0 + 1) @arguments(x: $x) ... on User { "
            + "...F\($0 + 1) @arguments(x: $x) } }"
        } + "fragment F\(size) on User @argumentDefinitions(x: {type: \"Int\"}) { value(x: $x) }"
    },
    doc("fragments that wrap an argument") { size in
      "query Q($x: In) { user { ...F0 @arguments(x: $x) } }"
        + times(size) {
          "fragment F\($0) on User @argumentDefinitions(x: {type: \"In\"}) { ...F\($0 + 1) @arguments(x: {i: $x}) }"
        } + "fragment F\(size) on User @argumentDefinitions(x: {type: \"In\"}) { value(i: $x) }"
    },
    doc("one fragment with many arguments") { size in
      "query Q { user { ...F @arguments(" + times(size) { "x\($0): \($0)" } + ") } } fragment F on User @argumentDefinitions("
        + times(size) { "x\($0): {type: \"Int\"}" } + ") { " + times(size) { "v\($0): value(x: $x\($0))" } + " }"
    },
    doc("one fragment with many different arguments") { size in
      "query Q { " + times(size) { "u\($0): user { ...F @arguments(x: \($0)) }" }
        + " } fragment F on User @argumentDefinitions(x: {type: \"Int\"}) { value(x: $x) }"
    },
    doc("one fragment with required arguments, none given") { size in
      "query Q { " + times(100) { "u\($0): user { ...F }" } + " } fragment F on User @argumentDefinitions("
        + times(size) { "x\($0): {type: \"Int!\"}" } + ") { " + times(size) { "v\($0): value(x: $x\($0))" } + " }"
    },
    doc("many fragments, each with its arguments") { size in
      "query Q { user { " + times(size) { "...F\($0) @arguments(x: \($0))" } + " } }"
        + times(size) { "fragment F\($0) on User @argumentDefinitions(x: {type: \"Int\", defaultValue: \($0)}) { v\($0): value(x: $x) }" }
    },
    doc("provided variables") { size in
      "query Q { user { " + times(size) { "...F\($0)" } + " } }"
        + times(size) { "fragment F\($0) on User @argumentDefinitions(x: {type: \"Int!\", provider: \"P\($0)\"}) { v\($0): value(x: $x) }" }
    },
    doc("provided variables of one fragment") { size in
      "query Q { user { ...F } } fragment F on User @argumentDefinitions("
        + times(size) { "x\($0): {type: \"Int!\", provider: \"P\($0)\"}" } + ") {" + times(size) { "v\($0): value(x: $x\($0))" } + "}"
    },
    doc("provided variables down a chain", 300) { size in
      times(size) {
        "query Q\($0) { user { ...F\($0) } } fragment F\($0) on User @argumentDefinitions(x: {type: \"Int!\", provider: \"P\($0)\"}) { "
          + "v\($0): value(x: $x) ...F\($0 + 1) }"
      } + "fragment F\(size) on User { a }"
    },
    doc("one field many times") { size in "query Q { " + times(size) { _ in "user { a b user { a } }" } + " }" },
    doc("one field with other fields each time") { size in "query Q { " + times(size) { "user { a\($0): a user { b\($0): b } }" } + " }" },
    doc("one field at every depth") { size in
      "query Q { " + times(size) { _ in nested(20, { _ in "user { a " }, "b", " }") } + " }"
    },
    doc("one field many times, each with the same arguments") { size in
      "query Q { " + times(size) { _ in "value(x: 1, i: {x: 1, l: [{x: 1}, {s: \"t\"}]}, s: \"u\")" } + " }"
    },
    doc("one field many times, each with arguments of its own") { size in "query Q { " + times(size) { "value(x: \($0))" } + " }" },
    doc("one field many times as another field") { size in
      "query Q { " + times(size) { $0 % 2 == 0 ? "c: value" : "c: user { a }" }
        + " }"
    },
    doc("one field many times on many types") { size in
      "query Q { any { " + times(size) { "... on User { c: user(x: 1) { v\($0): a } } ... on Page { c: user(x: 2) { w\($0): a } }" }
        + " } }"
    },
    doc("one field on different types at every depth") { size in
      "query Q { any { "
        + times(size) { _ in
          nested(
            10, { _ in "... on User { any { a: __typename " }, "",
            " } } ... on Page { any { "
              + "__typename } }")
        }
        + " } }"
    },
    doc("many fragments with one field in common") { size in
      "query Q { user { " + times(size) { "...F\($0)" } + " } }"
        + times(size) { "fragment F\($0) on User { user { v\($0): a user { w\($0): a } } }" }
    },
    doc("many fragments spread at every depth") { size in
      "query Q { user { " + nested(20, { _ in times(size) { "...F\($0)" } + " user { " }, "a", " }") + " } }"
        + times(size) { "fragment F\($0) on User { v\($0): a }" }
    },
    doc("fragments that spread all those behind them", 512) { size in
      "query Q { user { ...F0 } }"
        + times(min(size, spreadDepth)) { level in
          "fragment F\(level) on User { v\(level): a "
            + times(min(size, spreadDepth) - level - 1) { "...F\(level + $0 + 1)" } + " }"
        }
    },
    doc("fragments that spread all those behind them, in fields", 512) { size in
      "query Q { user { ...F0 } }"
        + times(size) { level in
          "fragment F\(level) on User { v\(level): a " + times(size - level - 1) { "u\($0): user { ...F\(level + $0 + 1) }" } + " }"
        }
    },
    doc("many operations that spread all of many fragments", 1024) { size in
      times(size) { query in "query Q\(query) { user { " + times(size) { "...F\($0)" } + " } }" }
        + times(size) { "fragment F\($0) on User { v\($0): a }" }
    },
    doc("many operations that reach all of many fragments") { size in
      times(size) { "query Q\($0) { user { ...F } }" } + "fragment F on User { " + times(50) { "...F\($0)" } + " }"
        + times(50) { "fragment F\($0) on User { v\($0): a }" }
    },
    doc("a chain of fragments", 350) { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { v\($0): a ...F\($0 + 1) }" }
        + "fragment F\(size) on User { a }"
    },
    doc("a chain of fragments that is too deep") { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { v\($0): a ...F\($0 + 1) }" }
        + "fragment F\(size) on User { a }"
    },
    doc("a chain of fragments under a subscription, too deep") { size in
      "subscription S { ...F0 }" + times(size) { "fragment F\($0) on Subscription { ...F\($0 + 1) }" }
        + "fragment F\(size) on Subscription { changed { a } }"
    },
    doc("a chain of fragments with a variable, too deep") { size in
      "query Q($v: Int) { user { ...F0 } }" + times(size) { "fragment F\($0) on User { ...F\($0 + 1) }" }
        + "fragment F\(size) on User { value(x: $v) }"
    },
    doc("a chain of unmasked fragments, too deep") { size in
      "mutation M { edit { ...F0 @relay(mask: false) } }"
        + times(size) { "fragment F\($0) on User { ...F\($0 + 1) @relay(mask: false) }" } + "fragment F\(size) on User { a }"
    },
    doc("a chain of fragments with an operation each, too deep") { size in
      times(size) {
        "query Q\($0)($v\($0): Int) { user { ...F\($0) } } fragment F\($0) on User { v\($0): value(x: $v\($0)) "
          + "...F\($0 + 1) }"
      }
        + "fragment F\(size) on User { a }"
    },
    doc("a circle of fragments") { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { v\($0): a ...F\(($0 + 1) % size) }" }
    },
    doc("many circles of fragments") { size in
      "query Q { user { ...F0 } }" + times(size) { "fragment F\($0) on User { ...F\($0) ...F\(($0 + 1) % size) ...F\(($0 * 7) % size) }" }
    },
    doc("many circles through one fragment") { size in
      "query Q { user { ...F0 } } fragment F on User { " + times(size) { "...F\($0)" } + " }"
        + times(size) { "fragment F\($0) on User { ...F }" }
    },
    doc("many fragments") { size in
      "query Q { user { " + times(size) { "...F\($0)" } + " } }" + times(size) { "fragment F\($0) on User { v\($0): a }" }
    },
    doc("many fragments that nobody spreads") { size in
      "query Q { user { a } }" + times(size) { "fragment F\($0) on User { v\($0): a ...F\(($0 + 1) / 2 * 2 + 1000000) }" }
    },
    doc("unknown fragments among many") { size in
      "query Q { user { " + times(size) { "...Fragmant\($0)" } + " } }" + times(size) { "fragment Fragment\($0) on User { a }" }
    },
    doc("fragments of one name") { size in "query Q { user { ...F } }" + times(size) { "fragment F on User { v\($0): a }" } },
    doc("operations of one name") { size in times(size) { "query Q { v\($0): value }" } },
    doc("operations without a name") { size in times(size) { "query { v\($0): value }" } },
    doc("many operations") { size in times(size) { "query Q\($0)($x: Int) { value(x: $x) user { a } }" } },
    Shape("many documents of an operation each") { size in
      ShapeProject(schema, documents: (0..<size).map { "query Q\($0) { user { ...F\($0) } } fragment F\($0) on User { a }" })
    },
    doc("many mutations and subscriptions") { size in
      times(size) { "mutation M\($0)($i: In) { edit(input: $i) { a } } subscription S\($0) { changed { a } }" }
    },
    doc("a subscription of many root fields") { size in
      "subscription S { " + times(size) { "c\($0): changed { a } ...F\($0)" } + " }"
        + times(size) { "fragment F\($0) on Subscription { d\($0): changed { a } }" }
    },
    doc("many variables") { size in
      "query Q(" + times(size) { "$v\($0): Int = \($0)" } + ") { " + times(size) { "v\($0): value(x: $v\($0))" } + " }"
    },
    doc("many variables that nobody uses") { size in "query Q(" + times(size) { "$v\($0): Int" } + ") { value }" },
    doc("many variables that nobody declares") { size in
      "query Q(" + times(size) { "$v\($0): Int" } + ") { " + times(size) { "v\($0): value(x: $w\($0))" } + " }"
    },
    doc("many variables of one name") { size in "query Q(" + times(size) { _ in "$v: Int" } + ") { value(x: $v) }" },
    doc("many variables of a wrong type") { size in
      "query Q(" + times(size) { "$v\($0): String" } + ") { " + times(size) { "v\($0): value(x: $v\($0))" } + " }"
    },
    doc("a variable of a wrong type in many fragments") { size in
      "query Q($v: String) { user { " + times(size) { "...F\($0)" } + " } }" + times(size) { "fragment F\($0) on User { value(x: $v) }" }
    },
    doc("many variables in fragments") { size in
      "query Q(" + times(size) { "$v\($0): Int" } + ") { user { ...F } } fragment F on User { "
        + times(size) { "v\($0): value(x: $v\($0))" } + " }"
    },
    doc("many variables in many fragments") { size in
      "query Q(" + times(size) { "$v\($0): Int" } + ") { user { " + times(size) { "...F\($0)" } + " } }"
        + times(size) { "fragment F\($0) on User { v\($0): value(x: $v\($0)) }" }
    },
    doc("many variables used with two types in a fragment") { size in
      "fragment F on User { " + times(size) { "v\($0): value(x: $v\($0), s: $v\($0))" } + " }"
    },
    doc("many refetchable fragments with variables") { size in
      "query Q(" + times(size) { "$v\($0): Int" } + ") { user { " + times(size) { "...F\($0)" } + " } }"
        + times(size) { "fragment F\($0) on User @refetchable(queryName: \"R\($0)\") { v\($0): value(x: $v\($0)) }" }
    },
    doc("a refetchable fragment with many variables") { size in
      "fragment F on User @refetchable(queryName: \"R\") @argumentDefinitions(" + times(size) { "x\($0): {type: \"Int\"}" }
        + ") { " + times(size) { "v\($0): value(x: $v\($0)) w\($0): value(x: $x\($0))" } + " }"
    },
    doc("refetchable fragments down a chain", 350) { size in
      times(size) { "fragment F\($0) on User @refetchable(queryName: \"R\($0)\") { v\($0): value(x: $v\($0)) ...F\($0 + 1) }" }
        + "fragment F\(size) on User { a }"
    },
    doc("refetchable fragments around one") { size in
      times(size) { "fragment F\($0) on User @refetchable(queryName: \"R\($0)\") { v\($0): a ...F }" } + "fragment F on User { a }"
    },
    doc("refetchable fragments with one query") { size in times(size) { "fragment F\($0) on User @refetchable(queryName: \"R\") { a }" } },
    doc("nested object literals") { size in
      "query Q { " + times(size) { "v\($0): value(i: " + nested(20, { _ in "{i: " }, "{x: 1}", "}") + ")" } + " }"
    },
    doc("an object literal that is too deep") { size in "query Q { value(i: " + nested(size, { _ in "{i: " }, "{x: 1}", "}") + ") }" },
    doc("one list literal") { size in "query Q { value(l: [" + times(size) { "{x: \($0)}" } + "]) }" },
    doc("one list literal with variables") { size in
      "query Q($x: Int) { value(l: [" + times(size) { "{x: $x, s: \"\($0)\"}" } + "]) b: user(l: ["
        + times(size) { "{x: $x, s: \"\($0)\"}" } + "]) { a } }"
    },
    doc("one list literal many times") { size in
      let list = times(40) { "{x: \($0)}" }
      return "query Q { " + times(size) { _ in "user(l: [\(list)]) { a }" } + " }"
    },
    doc("one object literal with one field many times") { size in "query Q { value(i: {" + times(size) { _ in "x: 1" } + "}) }" },
    doc("one argument many times") { size in "query Q { value(" + times(size) { _ in "x: 1" } + ") }" },
    doc("wrong values") { size in "query Q { " + times(size) { "v\($0): value(x: \"\($0)\", i: [1], s: {a: 1})" } + " }" },
    doc("one long string") { size in "query Q { value(s: \"" + String(repeating: "x", count: size) + "\") }" },
    doc("strings that become identifiers") { size in
      "query Q { user { " + times(size) { "...F @alias(as: \"a\($0)\")" } + " } } fragment F on User { a }"
    },
    doc("nested fields") { size in
      times(max(1, size / depth)) { "query Q\($0) { " + nested(min(size, depth), { "user { a\($0): a " }, "b", " }") + " }" }
    },
    doc("fields that nest too deep") { size in "query Q { " + nested(size, { _ in "user { " }, "b", " }") + " }" },
    doc("inline fragments of one type in one another") { size in
      times(max(1, size / depth)) {
        "query Q\($0) { user { " + nested(min(size, depth), { "... on User { a\($0): a " }, "b", " }")
          + " } }"
      }
    },
    doc("inline fragments of many types in one another") { size in
      times(max(1, size / depth)) { query in
        "query Q\(query) { any { "
          + nested(min(size, depth), { "... on \(["Entity", "User", "Node", "Any"][$0 % 4]) { x\($0): __typename " }, "__typename", " }")
          + " } }"
      }
    },
    doc("inline fragments of one type beside one another") { size in
      "query Q { any { " + times(size) { "... on \(["User", "Entity", "Node"][$0 % 3]) { x\($0): id }" } + " } }"
    },
    doc("inline fragments without a type") { size in "query Q { user { " + times(size) { "... { x\($0): a }" } + " } }" },
    doc("inline fragments with directives") { size in "query Q { user { " + times(size) { "... @mark(x: \($0)) { x\($0): a }" } + " } }" },
    doc("spreads with directives") { size in
      "query Q { user { " + times(size) { "...F @mark(x: \($0))" } + " } } fragment F on User { a }"
    },
    doc("fields with directives") { size in "query Q { user { " + times(size) { "user @mark(x: \($0)) { v\($0): a }" } + " } }" },
    doc("conditions beside one another") { size in
      "query Q(" + times(size) { "$c\($0): Boolean!" } + ") { user { " + times(size) { "v\($0): a @include(if: $c\($0))" } + " } }"
    },
    doc("conditions on one variable beside one another") { size in
      "query Q($c: Boolean!) { user { " + times(size) { "v\($0): a @include(if: $c) w\($0): a @skip(if: $c)" } + " } }"
    },
    doc("conditions in one another") { size in
      times(max(1, size / depth)) { query in
        "query Q\(query)(" + times(min(size, depth)) { "$c\($0): Boolean!" } + ") { user { "
          + nested(min(size, depth), { "... @include(if: $c\($0)) { a v\($0): a " }, "b", " }") + " } }"
      }
    },
    doc("conditions that are constant") { size in
      "query Q { user { a " + times(size) { "v\($0): a @include(if: \($0 % 2 == 0)) ... @skip(if: false) { b }" } + " } }"
    },
    doc("branches that all select the same") { size in
      "query Q { any { ... on Entity { a b user { a b user { a b } } } "
        + times(size) { "... on \(["User", "Page", "Group"][$0 % 3]) { a b user { a b user { a b c\($0): a } } }" } + " } }"
    },
    doc("conditions that all select the same") { size in
      "query Q(" + times(size) { "$c\($0): Boolean!" } + ") { user { a user { a b } "
        + times(size) { "... @include(if: $c\($0)) { user { a b c: b user { a } } }" } + " } }"
    },
    doc("deferred fragments") { size in
      "query Q { user { " + times(size) { "...F\($0) @defer(label: \"l\($0)\")" } + " } }"
        + times(size) { "fragment F\($0) on User { v\($0): a }" }
    },
    doc("one fragment deferred many times") { size in
      "query Q { " + times(size) { "u\($0): user { ...F @defer(label: \"l\($0)\") }" } + " } fragment F on User { a }"
    },
    doc("deferred fragments with one label") { size in
      "query Q { user { " + times(size) { "...F\($0) @defer(label: \"l\")" } + " } }"
        + times(size) { "fragment F\($0) on User { v\($0): a }" }
    },
    doc("streamed fields") { size in
      "query Q { " + times(size) { "u\($0): users @stream(initial_count: 1, label: \"l\($0)\") { a }" }
        + " }"
    },
    doc("connections") { size in
      "query Q { user { "
        + times(size) { "c\($0): friends(first: 10, x: \($0)) @connection(key: \"Q_c\($0)\") { edges { node { a } } }" } + " } }"
    },
    doc("connections in one another", 16) { size in
      "query Q { user { "
        + nested(size, { "c\($0): friends(first: 10) @connection(key: \"Q_c\($0)\") { edges { node { a " }, "b", " } } }") + " } }"
    },
    doc("connections of one key") { size in
      "query Q { user { "
        + times(size) { "c: friends(first: 10) @connection(key: \"Q_c\") { edges { node { v\($0): a } } }" } + " } }"
    },
    doc("connections with prefetchable pagination") { size in
      times(size) {
        "fragment F\($0) on User @refetchable(queryName: \"R\($0)\") @argumentDefinitions(n: {type: \"Int\"}, c: {type: \"String\"}) { "
          + "friends(first: $n, after: $c) @connection(key: \"F\($0)_friends\", prefetchable_pagination: true) { edges { node { a } } } }"
      }
    },
    doc("required fields") { size in "query Q { user { " + times(size) { "v\($0): a @required(action: LOG)" } + " } }" },
    doc("required fields many times") { size in
      "query Q { "
        + times(size) { _ in
          "user @required(action: NONE) { a @required(action: "
            + "LOG) }"
        } + " }"
    },
    doc("required fields in one another") { size in
      times(max(1, size / depth)) {
        "query Q\($0) { " + nested(min(size, depth), { _ in "user @required(action: LOG) { a " }, "b", " }")
          + " }"
      }
    },
    doc("required fields that do not agree") { size in
      "query Q { " + times(size) { "user @required(action: \($0 % 2 == 0 ? "LOG" : "NONE")) { a }" } + " }"
    },
    doc("caught fields") { size in "query Q { user { " + times(size) { "v\($0): a @catch(to: RESULT)" } + " } }" },
    doc("modules") { size in
      "query Q { user { " + times(size) { "...F\($0) @module(name: \"M\($0)\")" } + " } }"
        + times(size) { "fragment F\($0) on User { a }" }
    },
    doc("updatable fragments") { size in
      "query Q @updatable { user { " + times(size) { "...F\($0)" } + " } }"
        + times(size) { "fragment F\($0) on User @assignable { __typename }" }
    },
    doc("aliases of one name") { size in
      "query Q { user { " + times(size) { "...F\($0) @alias(as: \"a\")" } + " } }"
        + times(size) { "fragment F\($0) on User { a }" }
    },
    doc("unmasked fragments") { size in
      "query Q(" + times(size) { "$v\($0): Int" } + ") { user { " + times(size) { "...F\($0) @relay(mask: false)" } + " } }"
        + times(size) { "fragment F\($0) on User { v\($0): value(x: $v\($0)) }" }
    },
    doc("unmasked fragments in fragments") { size in
      times(size) { "fragment G\($0) on User { ...F @relay(mask: false) ...F\($0) @relay(mask: false) }" }
        + times(size) { "fragment F\($0) on User { v\($0): value(x: $v\($0)) }" } + "fragment F on User { a }"
    },
    doc("inline data fragments") { size in
      "query Q { user { " + times(size) { "...F\($0)" } + " } }" + times(size) { "fragment F\($0) on User @inline { v\($0): a }" }
    },
    doc("raw response types and test operations") { size in
      times(size) {
        "query Q\($0) @raw_response_type @relay_test_operation { user { a user { b } any { ... on User { a } ... on Page { "
          + "b } } } }"
      }
    },
    doc("a test operation of many fields") { size in
      "query Q @relay_test_operation { user { " + times(size) { "u\($0): user { a }" } + " } }"
    },
    doc("names that differ in case") { size in
      "query Q { user { "
        + times(size) { index in
          "a" + String((0..<12).map { index >> $0 & 1 == 1 ? "b" : "B" }.joined())
            + "\(index / 4096): a"
        } + " } }"
    },
    doc("names that are Swift's") { size in
      "query Q { user { "
        + times(size) { "\(["init", "self", "Type", "class"][$0 % 4]): a init\($0): b" } + " } }"
    },
    doc("siblings of one type name") { size in "query Q { " + times(size) { "user_\($0): user { a } user__\($0): user { b }" } + " }" },
    doc("many unknown fields") { size in "query Q { user { " + times(size) { "valeu\($0)" } + " } }" },
    doc("many syntax errors") { size in times(size) { "query Q\($0) { a( } fragment { } }" } },
    doc("nothing but closing brackets") { size in String(repeating: "}", count: size) },
    doc("nothing but opening brackets") { size in String(repeating: "query Q {", count: size) },
    doc("brackets that close nothing") { size in
      "query Q @a( " + String(repeating: "(", count: size) + String(repeating: "]", count: size)
    },
    doc("braces on one line, without an end") { size in "query Q {" + times(size) { _ in "user { a }" } },
    doc("apostrophes") { size in String(repeating: "'\n", count: size) },
    doc("strings that do not end") { size in String(repeating: "query Q { a(x: \" }\n", count: size) },
    doc("blanks and commas") { size in "query Q {" + String(repeating: ", \n", count: size) + "value }" },
    doc("a line of many errors") { size in "query Q { user { " + times(size) { "unknown\($0) { x }" } + " } }" },
    doc("type definitions among documents") { size in times(size) { "type T\($0) { a: Int }" } + "query Q { value }" },
  ]

  private static func doc(_ name: String, _ maximumSize: Int = 1 << 22, _ text: @escaping @Sendable (Int) -> String) -> Shape {
    Shape(name, maximumSize: maximumSize) { ShapeProject(schema, text($0)) }
  }
}
