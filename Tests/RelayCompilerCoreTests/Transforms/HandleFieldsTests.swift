import Testing

@testable import RelayCompilerCore

@Suite("transformHandleFields and nameHandleFields")
struct HandleFieldsTests {
  @Test(
    "Arguments of fields with a handle",
    arguments: [
      PassCase(
        "Only filters and the variable part of the key stay",
        """
        query Q($n: Int, $key: String) { me {
          stories(first: $n, order: "new") @__clientField(handle: "a", key: "k", filters: ["order"]) { edges { cursor } }
          name(times: 3, upper: true) @__clientField(handle: "shout")
          others: stories(first: $n) @connection(key: "others", dynamicKey_UNSTABLE: $key) { edges { cursor } }
        } }
        """,
        becomes: """
          query Q(
            $n: Int
            $key: String
          ) {
            me {
              stories(order: "new") @__handle(key: "k", handle: "a", filters: ["order"]) {
                edges {
                  cursor
                }
              }
              name @__handle(key: "", handle: "shout")
              others: stories(__dynamicKey: $key) @__handle(key: "others", handle: "connection", dynamicKey: $key) @__connection {
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
        "Fields without a handle stay",
        unchanged: """
          query Q { me { name(times: 3) } }
          """),
    ])
  func arguments(_ test: PassCase) throws {
    try test.check(after: { program, _ in transformConnections(program, options: CompilerOptions()) }) { program, _ in
      transformHandleFields(program)
    }
  }

  @Test(
    "Names of fields with a handle",
    arguments: [
      PassCase(
        "They are read under the name that the handler writes, with what was written as their alias",
        """
        query Q { me {
          stories(first: 1) @__clientField(handle: "connection", key: "Q_stories") { edges { cursor } }
          loud: name @__clientField(handle: "shout")
        } }
        """,
        becomes: """
          query Q {
            me {
              stories: __Q_stories_connection(first: 1) {
                edges {
                  cursor
                }
              }
              loud: __name_shout
            }
          }
          """),
      PassCase(
        "Fields without a handle stay",
        unchanged: """
          query Q { me { name(times: 3) } }
          """),
    ])
  func names(_ test: PassCase) throws {
    try test.check(after: { program, _ in transformConnections(program, options: CompilerOptions()) }) { program, _ in
      nameHandleFields(program)
    }
  }
}
