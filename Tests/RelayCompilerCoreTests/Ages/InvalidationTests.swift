import TestSupport
import Testing

@testable import RelayCompilerCore

/// `@invalidates` in plans.
@Suite("Invalidations in plans")
struct InvalidationTests {
  private static let schema = """
    type Query { todos: [Todo] count: Int item: Item me: User }
    interface Item { id: ID! title: String }
    union Any = Todo | Note | User
    type Todo implements Item { id: ID! title: String }
    type Note implements Item { id: ID! title: String }
    type User { id: ID! todos: [Todo] }
    type Mutation { add(title: String): AddPayload clear: Boolean }
    type AddPayload { todo: Todo user: User }
    type Subscription { added: Todo }
    """

  private static func invalidations(_ document: String) throws -> [String: String] {
    try PlanAges(in: document, schema: schema).invalidations
  }

  @Test("Types and fields of objects, sorted", .cases)
  func names() {
    eachCase(of: [
      (#"types: ["Todo"]"#, #"["Todo"]"#), (#"types: ["User", "Todo", "Todo"]"#, #"["Todo","User"]"#),
      (#"types: "Todo""#, #"["Todo"]"#),
      (#"types: ["Item"]"#, #"["Note","Todo"]"#), (#"types: ["Any"]"#, #"["Note","Todo","User"]"#),
      (#"fields: ["Query.todos", "User.todos", "Query.count"]"#, #"[] {"Query":["count","todos"],"User":["todos"]}"#),
      (#"fields: ["Item.title"]"#, #"[] {"Note":["title"],"Todo":["title"]}"#),
      (#"types: ["Note"], fields: ["Query.todos"]"#, #"["Note"] {"Query":["todos"]}"#),
    ]) { (arguments: String, expected: String) in
      let found = try Self.invalidations("mutation Q { clear @invalidates(\(arguments)) }")
      #expect(found == ["clear": expected])
    }
  }

  @Test("On root fields and below, with aliases and conditions, in subscriptions")
  func places() throws {
    #expect(
      try Self.invalidations(
        """
        mutation Q($a: Boolean!) {
          done: add(title: "x") @invalidates(fields: ["Query.todos"]) {
            todo @include(if: $a) @invalidates(types: ["Note"]) { id }
            user { id @invalidates(types: ["User"]) }
          }
        }
        """) == ["done": #"[] {"Query":["todos"]}"#, "done.todo": #"["Note"]"#, "done.user.id": #"["User"]"#])
    #expect(try Self.invalidations("subscription Q { added @invalidates(types: [\"Todo\"]) { id } }") == ["added": #"["Todo"]"#])
  }

  @Test("Several uses of a field are stale together, also those that are redundant")
  func severalUses() throws {
    #expect(
      try Self.invalidations(
        """
        mutation Q($a: Boolean!) {
          clear @invalidates(types: ["Todo"])
          clear @invalidates(types: ["Note"])
          ... @include(if: $a) { clear @invalidates(fields: ["Query.count"]) }
        }
        """) == ["clear": #"["Note","Todo"] {"Query":["count"]}"#])
  }

  @Test("The node follows that of its field, before its handles")
  func order() throws {
    let swift = try PlanEncoderTests.swift(
      #"mutation Q { add(title: "x") { todo { id @deleteRecord @invalidates(types: ["Note"]) } } }"#, schema: Self.schema)
    #expect(swift.contains(#"["id:D!",[15,["Note"]],[2,"id","deleteRecord","",0]]"#), "\(swift)")
  }
}
