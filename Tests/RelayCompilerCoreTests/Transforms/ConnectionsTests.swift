import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformConnections")
struct ConnectionsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "A forward connection gets a handle, cursors, types of nodes and the end of the page",
        """
        query Q($n: Int, $cursor: String) { me { stories(first: $n, after: $cursor) @connection(key: "Q_stories") { edges { node { title } } } } }
        """,
        becomes: """
          query Q(
            $n: Int
            $cursor: String
          ) {
            me {
              stories(first: $n, after: $cursor) @__handle(key: "Q_stories", handle: "connection") @__connection {
                edges {
                  node {
                    title
                  }
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo @__hidden {
                  ... on PageInfo {
                    endCursor @__hidden
                    hasNextPage @__hidden
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "A backward connection gets the start of the page",
        """
        query Q { me { stories(last: 10) @connection(key: "Q_stories") { edges { node { id } } pageInfo { startCursor } } } }
        """,
        becomes: """
          query Q {
            me {
              stories(last: 10) @__handle(key: "Q_stories", handle: "connection") @__connection {
                edges {
                  node {
                    id
                  }
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo {
                  startCursor
                  ... on PageInfo {
                    hasPreviousPage @__hidden
                    startCursor @__hidden
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "A bidirectional connection gets both, and fields that are not selected are added whole",
        """
        query Q { me { stories(first: 1, last: 1) @connection(key: "Q_stories") { __typename } } }
        """,
        becomes: """
          query Q {
            me {
              stories(first: 1, last: 1) @__handle(key: "Q_stories", handle: "connection") @__connection {
                __typename
                edges @__hidden {
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo @__hidden {
                  ... on PageInfo {
                    endCursor @__hidden
                    hasNextPage @__hidden
                    hasPreviousPage @__hidden
                    startCursor @__hidden
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "Other fields under the names of edges and page infos stay what they are",
        """
        query Q { me { stories(first: 1) @connection(key: "Q_stories") { pageInfo: edges { cursor } } } }
        """,
        becomes: """
          query Q {
            me {
              stories(first: 1) @__handle(key: "Q_stories", handle: "connection") @__connection {
                pageInfo: edges {
                  cursor
                }
                edges @__hidden {
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo @__hidden {
                  ... on PageInfo {
                    endCursor @__hidden
                    hasNextPage @__hidden
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "Arguments that do not page are filters, unless filters are written",
        """
        query Q { me {
          stories(first: 1, order: "a") @connection(key: "Q_stories") { edges { cursor } }
          others: stories(first: 1, order: "a") @connection(key: "Q_others", filters: [], handler: "mine", dynamicKey_UNSTABLE: "x") { edges { cursor } }
        } }
        """,
        becomes: """
          query Q {
            me {
              stories(first: 1, order: "a") @__handle(key: "Q_stories", handle: "connection", filters: ["order"]) @__connection {
                edges {
                  cursor
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo @__hidden {
                  ... on PageInfo {
                    endCursor @__hidden
                    hasNextPage @__hidden
                  }
                }
              }
              others: stories(first: 1, order: "a") @__handle(key: "Q_others", handle: "mine", filters: []) @__connection {
                edges {
                  cursor
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo @__hidden {
                  ... on PageInfo {
                    endCursor @__hidden
                    hasNextPage @__hidden
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "The key of a connection may have a variable part",
        """
        query Q($key: String) { me { stories(first: 1) @connection(key: "Q_stories", dynamicKey_UNSTABLE: $key) { edges { cursor } } } }
        """,
        becomes: """
          query Q(
            $key: String
          ) {
            me {
              stories(first: 1) @__handle(key: "Q_stories", handle: "connection", dynamicKey: $key) @__connection {
                edges {
                  cursor
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                pageInfo @__hidden {
                  ... on PageInfo {
                    endCursor @__hidden
                    hasNextPage @__hidden
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "A streamed connection streams its edges and defers its page information",
        """
        query Q($n: Int, $on: Boolean) { me {
          stories(first: $n) @stream_connection(key: "Q_stories", initial_count: 1, if: $on, use_customized_batch: true) { edges { node { id } } pageInfo { endCursor } }
        } }
        """,
        becomes: """
          query Q(
            $n: Int
            $on: Boolean
          ) {
            me {
              stories(first: $n) @__handle(key: "Q_stories", handle: "connection") @__connection {
                edges @stream(label: "Q_stories", if: $on, initialCount: 1, useCustomizedBatch: true) {
                  node {
                    id
                  }
                  ... on StoryEdge {
                    cursor @__hidden
                    node @__hidden {
                      __typename @__hidden
                    }
                  }
                }
                ... @defer(label: "Q$defer$Q_stories$pageInfo", if: $on) {
                  pageInfo {
                    endCursor
                    ... on PageInfo {
                      endCursor @__hidden
                      hasNextPage @__hidden
                    }
                  }
                }
              }
            }
          }
          """),
      PassCase(
        "With prefetchable pagination the edges become a fragment of their own",
        """
        fragment F on User @argumentDefinitions(n: {type: "Int"}) {
          stories(first: $n) @connection(key: "F_stories", prefetchable_pagination: true) { edges { node { title author { name(upper: $loud) } } } }
        }
        """,
        becomes: """
          fragment F on User @argumentDefinitions(
            n: {type: "Int"}
          ) {
            stories(first: $n) @__handle(key: "F_stories", handle: "connection") @__connection {
              edges {
                ...F__edges @arguments(n: $n)
              }
              pageInfo @__hidden {
                ... on PageInfo {
                  endCursor @__hidden
                  hasNextPage @__hidden
                }
              }
            }
          }

          fragment F__edges on StoryEdge @argumentDefinitions(
            n: {type: "Int"}
          ) @relay(plural: true) {
            node {
              title
              author {
                name(upper: $loud)
              }
            }
            ... on StoryEdge {
              cursor @__hidden
              node @__hidden {
                __typename @__hidden
              }
            }
          }
          """),
      PassCase(
        "@__clientField is a handle too",
        """
        query Q { me {
          name @__clientField(handle: "shout", key: "k")
          stories(first: 1) @__clientField(handle: "a", filters: ["first"]) @__clientField(handle: "b") { edges { cursor } }
        } }
        """,
        becomes: """
          query Q {
            me {
              name @__handle(key: "k", handle: "shout")
              stories(first: 1) @__handle(key: "", handle: "a", filters: ["first"]) @__handle(key: "", handle: "b") {
                edges {
                  cursor
                }
              }
            }
          }
          """),
      PassCase(
        "Documents without connections stay",
        unchanged: """
          query Q { me { stories(first: 1) { edges { cursor } } } }
          fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in transformConnections(program, options: CompilerOptions()) }
  }

  private func connections(of document: String) throws -> [ConnectionMetadata] {
    var diagnostics: [Diagnostic] = []
    let program = transformFragmentAliases(
      try Program.lowered(from: document, schema: PassSchema.schema), options: CompilerOptions(), diagnostics: &diagnostics)
    try #require(diagnostics.map(\.id) == [])
    let result = transformConnections(program, options: CompilerOptions())
    return result.operations.flatMap(\.connections) + result.fragments.flatMap(\.connections)
  }

  @Test("The metadata has the direction, the paging variables and the path of each connection, inner before outer")
  func metadata() throws {
    let forward = try connections(
      of: #"query Q($n: Int, $c: String) { me { s: stories(first: $n, after: $c) @connection(key: "s") { edges { cursor } } } }"#)
    #expect(
      forward == [
        ConnectionMetadata(count: "n", cursor: "c", direction: .forward, path: ["me", "s"], isStream: false, first: "n", after: "c")
      ])
    let backward = try connections(
      of: #"query Q($n: Int) { me { stories(last: $n) @stream_connection(key: "s", initial_count: 1) { edges { cursor } } } }"#)
    #expect(backward == [ConnectionMetadata(count: "n", direction: .backward, path: ["me", "stories"], isStream: true, last: "n")])
    let both = try connections(of: #"query Q($n: Int) { me { stories(first: $n, last: 3) @connection(key: "s") { edges { cursor } } } }"#)
    #expect(both == [ConnectionMetadata(direction: .bidirectional, path: ["me", "stories"], isStream: false, first: "n")])
    let nested = try connections(
      of: #"""
        query Q { me { stories(first: 1) @connection(key: "a") { edges { node { author { ... on User { stories(first: 2) @connection(key: "b") { edges { cursor } } } } } } } } }
        """#)
    #expect(nested.map(\.path) == [nil, ["me", "stories"]])
  }

  @Test("The path passes through aliased fragments and results of @catch, and ends at a list")
  func paths() throws {
    let aliased = try connections(
      of: #"query Q { actor { ... on User @alias(as: "user") { stories(first: 1) @connection(key: "s") { edges { cursor } } } } }"#)
    #expect(aliased.map(\.path) == [["actor", "user", "stories"]])
    let caught = try connections(of: #"query Q { me { stories(first: 1) @connection(key: "s") @catch { edges { cursor } } } }"#)
    #expect(caught.map(\.path) == [["me", "stories", "value"]])
    let list = try connections(of: #"query Q { me { friends { stories(first: 1) @connection(key: "s") { edges { cursor } } } } }"#)
    #expect(list.map(\.path) == [nil])
  }

  @Test("The node of a connection is read once, also with a required field: a null of the field makes it null for good")
  func requiredFieldOfNode() throws {
    let options = CompilerOptions()
    let program = transformConnections(
      try Program.lowered(
        from: #"query Q { me { stories(first: 1) @connection(key: "s") { edges { node { id @required(action: NONE) } } } } }"#,
        schema: PassSchema.schema), options: options)
    var diagnostics: [Diagnostic] = []
    let flattened = flatten(applyReadTimeDirectives(program), for: .artifacts, options: options, diagnostics: &diagnostics)
    func fields(_ selections: [Selection], _ path: ArraySlice<Name>) -> [Name] {
      selections.flatMap { selection -> [Name] in
        switch selection {
        case .linkedField(let field):
          guard let first = path.first else { return [field.head.responseKey] }
          return field.head.responseKey == first ? fields(field.selections, path.dropFirst()) : []
        case .scalarField(let field): return path.isEmpty ? [field.head.responseKey] : []
        default: return []
        }
      }
    }
    let selections = try #require(flattened.operations.first).selections
    #expect(fields(selections, ["me", "stories", "edges"]) == ["node", "cursor"])
    #expect(fields(selections, ["me", "stories", "edges", "node"]) == ["id", "__typename"])
  }
}
