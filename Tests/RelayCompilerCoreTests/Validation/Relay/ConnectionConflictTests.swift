import TestSupport
import Testing

@testable import RelayCompilerCore

/// What `@connection` adds to the selections of its field must be able to stand beside what is written there.
@Suite("Conflicts with the fields of connections")
struct ConnectionConflictTests {
  private static let schema = """
    directive @defer(label: String, if: Boolean = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(label: String, initialCount: Int!, if: Boolean = true) on FIELD
    type Query { me: User any: Any users: [User] }
    type Mutation { edit: User }
    union Any = User | Shop
    type User {
      id: ID! name(s: String): String
      friends(first: Int, after: String, last: Int, before: String): Friends
      posts(first: Int, after: String): Posts
      page(first: Int, after: String): Page
    }
    type Shop { id: ID! friends(first: Int, last: Int): Customers }
    type Friends { edges: [FriendEdge] pageInfo: PageInfo! count: Int }
    type FriendEdge { node: User cursor: String }
    type Customers { edges: [CustomerEdge] pageInfo: PageInfo! }
    type CustomerEdge { node: Shop cursor: String! }
    type Posts { edges: [PostEdge] pageInfo: PageInfo! }
    type PostEdge { node(x: Int): User cursor(f: Int): String }
    interface Page { edges: [FriendEdge] pageInfo: PageInfo! }
    type FriendPage implements Page { edges: [FriendEdge] pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
    """

  private static func diagnose(_ document: String) -> [Diagnostic] {
    RelayRuleTests.diagnose(document, schema: schema, extensions: "")
  }

  @Test("What has the name of an added field, and is another one, is an error", .cases)
  func conflicts() {
    eachCase(
      of: [
        query("edges { node { id } } pageInfo { ...P }", and: "fragment P on PageInfo { ⟦hasNextPage⟧: hasPreviousPage endCursor }"),
        query("edges { ...E node { id } }", and: "fragment E on FriendEdge { ⟦cursor⟧: __typename }"),
        query("edges { ⟦node⟧: __typename n: node { id } }"),
        query("edges { node { id } } pageInfo { ⟦hasNextPage⟧: hasPreviousPage }"),
        query("edges { node { id } } pageInfo { ⟦endCursor⟧: startCursor }"),
        "query Q { me { posts(first: 1) @connection(key: \"Q_posts\") { edges { ⟦cursor⟧(f: 1) node { id } } } } }",
        "query Q { me { posts(first: 1) @connection(key: \"Q_posts\") { edges { ⟦node⟧(x: 1) { id } } } } }",
        query("edges { node { id } } pageInfo { ⟦hasPreviousPage⟧: hasNextPage }", "last: 1"),
        query("edges { node { id } } pageInfo { ⟦startCursor⟧: endCursor }", "first: 1, last: 1"),
        query("⟦pageInfo⟧: edges { node { id } }"),
        query("⟦edges⟧: pageInfo { hasNextPage } e: edges { node { id } }"),
        query("edges { node { id } } ...F", and: "fragment F on Friends { ⟦pageInfo⟧: count }"),
        query("edges { node { id } } ... on Friends { pageInfo { ⟦endCursor⟧: startCursor } }"),
        query("edges { node { id } } ...F", and: "fragment F on Friends { edges { ⟦cursor⟧: __typename } }"),
        query("edges { node { id } ⟦cursor⟧: __typename }", by: stream),
        // The fields of the connection are beside those of every other selection of the field.
        "query Q { me { friends(first: 1) @connection(key: \"Q_friends\") { edges { node { id } } } ...F } } fragment F on User { friends(first: 1) { edges { ⟦cursor⟧: __typename } } }",
        "query Q { me { ...F } } fragment F on User { friends(first: 1) @connection(key: \"F_friends\") { edges { ⟦cursor⟧: __typename node { id } } } }",
        "query Q { me { ...F @relay(mask: false) } } fragment F on User { friends(first: 1) @connection(key: \"F_friends\") { edges { ⟦cursor⟧: __typename node { id } } } }",
        "mutation M { edit { friends(first: 1) @connection(key: \"M_friends\") { edges { ⟦cursor⟧: __typename node { id } } } } }",
        "query Q { me { page(first: 1) @connection(key: \"Q_page\") { edges { node { id } } ... on FriendPage { edges { ⟦cursor⟧: __typename } } } } }",
      ] as [String]
    ) { text in
      RuleCase("@connection", "conflicts", broken: [(text, "field-conflict")], kept: []).check(Self.diagnose)
    }
  }

  @Test("Connections whose added fields have two types at one place are an error")
  func twoConnections() {
    let found = Self.diagnose(
      "query Q { any { ... on User { friends(first: 1) @connection(key: \"Q_friends\") { edges { node { id } } } } ... on Shop { friends(first: 1) @connection(key: \"Q_friends\") { edges { node { id } } } } } }"
    )
    #expect(
      found.map(\.message) == [
        "'cursor' cannot be 'FriendEdge.cursor' (String) here: the connection selects 'CustomerEdge.cursor' (String!). Give one of the two connections an alias"
      ])
  }

  @Test("The message says what is selected, and where")
  func message() {
    let found = Self.diagnose(
      "query Q { me { posts(first: 1) @connection(key: \"Q_posts\") { edges { cursor(f: 1) node { id } } } } }")
    #expect(
      found.map(\.message) == [
        "'cursor' cannot have arguments here: the connection selects 'PostEdge.cursor' (String) without them. Use another alias"
      ])
    #expect(found.flatMap(\.notes).map(\.message) == ["This connection selects it"])
  }

  @Test("Everything else is allowed", .cases)
  func allowed() {
    eachCase(
      of: [
        query("edges { cursor node { id } }"),
        query("edges { cursor: cursor node { id } } pageInfo { endCursor hasNextPage startCursor hasPreviousPage }"),
        query("edges { node { id } } pageInfo { hasPreviousPage: hasNextPage startCursor: endCursor }"),
        query("edges { node { id } } pageInfo { endCursor: startCursor }", "last: 1"),
        query("e: edges { node { id } cursor: __typename } edges { node { id } }"),
        query("edges { node { id } n: node { name } } p: pageInfo { hasNextPage: hasPreviousPage }"),
        query("edges { node { id } } pageInfo @include(if: false) { hasNextPage: hasPreviousPage } pageInfo { endCursor }"),
        query("edges { node { id } } edges { cursor }"),
        query("edges { node { id } cursor } pageInfo { hasNextPage }", by: stream),
        "query Q { me { ...F ... on User { ...F } } users { ...F } } fragment F on User { friends(first: 1) @connection(key: \"F_friends\") { edges { node { id } } } }",
        "query Q { me { ...F ... on User { ...F } } } fragment F on User { friends(first: 1) @\(stream) { edges { node { id } } } }",
        "query Q { me { ...F @arguments(n: 1) ...F @arguments(n: 1) } } fragment F on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n) @connection(key: \"F_friends\") { edges { node { id } } } }",
        "query Q { me { ...F ...G } } fragment F on User { friends(first: 1) @connection(key: \"F_friends\") { edges { node { id } } } } fragment G on User { friends(first: 1) @connection(key: \"G_friends\") { edges { cursor } } }",
        "query Q { any { ... on User { friends(first: 1) @connection(key: \"Q_friends\") { edges { node { id } } } } ... on Shop { s: friends(last: 1) @connection(key: \"Q_s\") { edges { node { id } } pageInfo { endCursor: startCursor } } } } }",
        // Nothing is sent.
        "fragment F on User { friends(first: 1) @connection(key: \"F_friends\") { edges { cursor: __typename node { id } } } }",
      ] as [String]
    ) { text in
      RuleCase("@connection", "no conflict", broken: [], kept: [text]).check(Self.diagnose)
    }
  }

  @Test("The edges of a stream are streamed wherever they are selected, or nowhere", .cases)
  func streams() {
    let fragment = "fragment F on User { friends(first: 1) { edges { cursor } } }"
    func spread(_ directive: String) -> String {
      "query Q { me { friends(first: 1) @\(directive) { ⟦edges⟧ { node { id } } } ...F } } " + fragment
    }
    RuleCase(
      "@stream_connection", "edges",
      broken: [
        (spread(stream), "field-conflict"),
        (
          "query Q { me { friends(first: 1) @\(stream) { ⟦edges⟧ { node { id } } } ...F } } fragment F on User { friends(first: 1) @connection(key: \"F_friends\") { edges { cursor } } }",
          "field-conflict"
        ),
      ],
      kept: [
        spread("stream_connection(key: \"Q_friends\", initial_count: 1, if: false)").filter { $0 != "⟦" && $0 != "⟧" },
        "query Q { me { friends(first: 1) @\(stream) { edges { node { id } } } ...F } } fragment F on User { friends(first: 1) { count } }",
        "query Q { users @stream(initialCount: 1, if: false) { id } ...F } fragment F on Query { users { id } }",
      ]
    ).check(Self.diagnose)
  }

  @Test("The names are those of the configuration")
  func names() {
    var options = CompilerOptions()
    options.schema.connectionInterface.cursor = "mark"
    options.schema.connectionInterface.edges = "rows"
    options.schema.connectionInterface.hasNextPage = "more"
    let schema = """
      type Query { users(first: Int, after: String): Users }
      type Users { rows: [Row] edges: [Row] pageInfo: PageInfo! }
      type Row { node: User mark: String cursor: String }
      type User { id: ID! }
      type PageInfo { more: Boolean! hasNextPage: Boolean hasPreviousPage: Boolean! startCursor: String endCursor: String }
      """
    func query(_ selections: String) -> String {
      "query Q { users(first: 1) @connection(key: \"Q_users\") { \(selections) } }"
    }
    RuleCase(
      "@connection", "names",
      broken: [
        (query("rows { node { id } ⟦mark⟧: cursor }"), "field-conflict"),
        (query("rows { node { id } } pageInfo { ⟦more⟧: hasPreviousPage }"), "field-conflict"),
      ],
      kept: [query("rows { node { id } cursor: mark } pageInfo { hasNextPage: more } edges { mark: __typename }")]
    ).check { RelayRuleTests.diagnose($0, schema: schema, extensions: "", options: options) }
  }

  // MARK: - Arguments

  @Test("Strings that only Swift takes for the same are different arguments", .cases)
  func strings() {
    let fragment = "fragment F on User @argumentDefinitions(s: {type: \"String\"}) { ⟦name⟧(s: $s) }"
    eachCase(
      of: [
        "query Q { me { ⟦name⟧(s: \"\u{E9}\") name(s: \"e\u{301}\") } }",
        "query Q { me { ...F @arguments(s: \"\u{E9}\") ...F @arguments(s: \"e\u{301}\") } } " + fragment,
        // A block string has no escapes.
        #"query Q { me { ...F @arguments(s: "a\\tb") ...F @arguments(s: """a\\tb""") } } "# + fragment,
      ] as [String]
    ) { text in
      RuleCase("5.3.2", "Strings", broken: [(text, "field-conflict")], kept: []).check(Self.diagnose)
    }
    let kept = #"query Q { me { ...F @arguments(s: """ab""") ...F @arguments(s: "ab") } } "# + fragment.filter { $0 != "⟦" && $0 != "⟧" }
    RuleCase("5.3.2", "Strings", broken: [], kept: [kept]).check(Self.diagnose)
  }
}

/// A query with a connection, and fragments.
private func query(
  _ selections: String, _ arguments: String = "first: 1", by directive: String = "connection(key: \"Q_friends\")",
  and fragments: String = ""
) -> String {
  "query Q { me { friends(\(arguments)) @\(directive) { \(selections) } } } \(fragments)"
}

private let stream = "stream_connection(key: \"Q_friends\", initial_count: 1)"
