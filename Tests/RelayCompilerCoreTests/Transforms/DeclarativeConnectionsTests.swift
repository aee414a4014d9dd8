import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformDeclarativeConnections")
struct DeclarativeConnectionsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "Directives on edges, nodes and ids become handles with their arguments",
        """
        mutation M($connections: [ID!]!) {
          addStory(text: "x") {
            edge @appendEdge(connections: $connections) { cursor }
            story @prependNode(connections: $connections, edgeTypeName: "StoryEdge") { id }
          }
          deleteStory(id: 1) { deleted @deleteEdge(connections: $connections) gone: deleted @deleteRecord }
        }
        """,
        becomes: """
          mutation M(
            $connections: [ID!]!
          ) {
            addStory(text: "x") {
              edge @__handle(key: "", handle: "appendEdge", connections: $connections) {
                cursor
              }
              story @__handle(key: "", handle: "prependNode", connections: $connections, edgeTypeName: "StoryEdge") {
                id
              }
            }
            deleteStory(id: 1) {
              deleted @deleteEdge(connections: $connections) @__handle(key: "", handle: "deleteEdge", connections: $connections)
              gone: deleted @__handle(key: "", handle: "deleteRecord")
            }
          }
          """),
      PassCase(
        "The first directive of a field counts; the others stay",
        """
        mutation M($connections: [ID!]!) {
          addStory(text: "x") { edge @appendEdge(connections: $connections) @prependEdge(connections: $connections) { cursor } }
        }
        """,
        becomes: """
          mutation M(
            $connections: [ID!]!
          ) {
            addStory(text: "x") {
              edge @prependEdge(connections: $connections) @__handle(key: "", handle: "appendEdge", connections: $connections) {
                cursor
              }
            }
          }
          """),
      PassCase(
        "@deleteEdge on an object has no effect",
        unchanged: """
          mutation M($connections: [ID!]!) { deleteStory(id: 1) { story @deleteEdge(connections: $connections) { id } } }
          """),
      PassCase(
        "Fragments stay as they are written",
        unchanged: """
          mutation M { deleteStory(id: 1) { ...F } }
          fragment F on DeleteStoryPayload { deleted @deleteRecord }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in transformDeclarativeConnections(program) }
  }
}
