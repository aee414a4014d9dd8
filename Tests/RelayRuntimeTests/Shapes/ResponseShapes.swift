import Foundation

@testable import RelayRuntime

extension RuntimeShape {
  /// A growing response to an operation: from its text to the data that is read. With each size, the operation may grow as well.
  static func response(
    _ name: String, _ definition: @escaping @Sendable (Int) -> OperationDefinition, _ text: @escaping @Sendable (Int) -> String
  ) -> RuntimeShape {
    RuntimeShape(name) { size in
      let test = quietStore()
      let operation = OperationDescriptor(definition(size))
      let text = text(size)
      return {
        try test.publish(operation, text)
        _ = test.store.capture(test.store.selector(operation))
      }
    }
  }

  /// A growing response to an operation that stays the same.
  private static func response(
    _ name: String, _ definition: OperationDefinition, _ text: @escaping @Sendable (Int) -> String
  ) -> RuntimeShape { response(name, { _ in definition }, text) }

  /// A store that collects garbage only on request.
  static func quietStore(releaseBufferSize: Int = 10) -> TestStore {
    .collectingOnRequest(RelayStore.Configuration(releaseBufferSize: releaseBufferSize))
  }

  static let users = Plans.operation(
    "UsersQuery", normalization: [.linked("users", "[O]", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])],
    reader: [.linked("users", "[O]", of: "User", [.scalar("id", "S!"), .scalar("name", "S")])])

  static func user(_ index: Int) -> String { #"{"id":"u\#(index)","name":"Name \#(index)"}"# }

  static func usersText(_ count: Int, _ user: (Int) -> String = RuntimeShape.user) -> String {
    #"{"data":{"users":[\#(list(count, user))]}}"#
  }

  private static let nodes = Plans.operation(
    "NodesQuery",
    normalization: [
      .linked(
        "nodes", "[O]",
        [
          .scalar("__typename", "S!"), .scalar("id", "D!"), .inlineFragment(on: "User", [.scalar("name", "S")]),
          .typeDiscriminator("__isActor"),
        ])
    ],
    reader: [.linked("nodes", "[O]", [.scalar("id", "S!"), .inlineFragment(on: "User", [.scalar("name", "S")])])])

  private static let value = Plans.operation(
    "ValueQuery", normalization: [.scalar("value", "J")], reader: [.scalar("value", "J")])

  private static let lists = Plans.operation(
    "ListsQuery",
    normalization: [
      .linked("rows", "[[O]]", of: "User", [.scalar("id", "D!"), .scalar("name", "S")]), .scalar("numbers", "[[I]]"),
      .scalar("words", "[S]"),
    ],
    reader: [
      .linked("rows", "[[O]]", of: "User", [.scalar("name", "S")]), .scalar("numbers", "[[I]]"), .scalar("words", "[S]"),
    ])

  /// An operation whose fields are numbered.
  private static func numbered(
    _ count: Int, _ normalization: (Int) -> NormalizationPlanNode, _ reader: (Int) -> ReaderPlanNode
  ) -> OperationDefinition {
    Plans.operation("NumberedQuery", normalization: (0..<count).map(normalization), reader: (0..<count).map(reader))
  }

  /// A letter with a mark that combines with it.
  private static let combined = "e\u{301}"

  static let responses: [RuntimeShape] = [
    response("records", users) { usersText($0) },
    response("the same record many times", users) { usersText($0) { _ in user(1) } },
    response(
      "objects without an id", Plans.operation("SizesQuery", normalization: [.linked("sizes", "[O]", of: "Size", [.scalar("x", "I")])])
    ) {
      #"{"data":{"sizes":[\#(list($0) { #"{"x":\#($0)}"# })]}}"#
    },
    response("fields of one record", { numbered($0, { .scalar("f\($0)", "I") }, { .scalar("f\($0)", "I") }) }) {
      #"{"data":{\#(list($0) { #""f\#($0)":\#($0)"# })}}"#
    },
    response(
      "aliases of one field, each with arguments of its own",
      {
        numbered(
          $0, { .scalar("f", "I", alias: "f\($0)", arguments: ["x": .literal(.int($0))]) },
          { .scalar("f", "I", alias: "f\($0)", arguments: ["x": .literal(.int($0))]) })
      }
    ) { #"{"data":{\#(list($0) { #""f\#($0)":\#($0)"# })}}"# },
    response(
      "aliases of one field with the same arguments",
      { numbered($0, { .scalar("f", "I", alias: "f\($0)") }, { .scalar("f", "I", alias: "f\($0)") }) }
    ) {
      #"{"data":{\#(list($0) { #""f\#($0)":1"# })}}"#
    },
    response("lists in a list", lists) {
      #"{"data":{"rows":[\#(list($0) { "[\(user($0)),\(user($0 + 1))]" })],"numbers":[\#(list($0) { "[\($0),1]" })],"words":null}}"#
    },
    response("a list in a list", lists) {
      #"{"data":{"rows":[[\#(list($0, user))]],"numbers":[[\#(list($0) { "\($0)" })]],"words":[\#(list($0) { "\"w\($0)\"" })]}}"#
    },
    response("types that no plan knows", nodes) {
      #"{"data":{"nodes":[\#(list($0) { #"{"__typename":"T\#($0)","id":"n\#($0)","__isActor":"T\#($0)"}"# })]}}"#
    },
    response("errors, each at a field of its own", users) { size in
      let users = list(size) { #"{"id":"u\#($0)","name":null}"# }
      return #"{"data":{"users":[\#(users)]},"errors":[\#(list(size) { #"{"message":"m","path":["users",\#($0),"name"]}"# })]}"#
    },
    response("errors at one field", users) { size in
      #"{"data":{"users":[{"id":"1","name":null}]},"errors":[\#(list(size) { #"{"message":"m\#($0)","path":["users",0,"name"]}"# })]}"#
    },
    response("errors without a place", users) { size in
      #"{"data":{"users":[]},"errors":[\#(list(size) { #"{"message":"m\#($0)","extensions":{"x":\#($0)}}"# })]}"#
    },
    response("values that violate the schema", users) { usersText($0) { #"{"id":"u\#($0)","name":{"x":1}}"# } },
    response("null objects", users) { usersText($0) { _ in "null" } },
    response("members that no field has", users) { size in
      #"{"data":{"users":[{"id":"1","name":"a",\#(list(size) { #""x\#($0)":[1,{"y":2}]"# })}]}}"#
    },
    response("members of a scalar", value) { size in #"{"data":{"value":{\#(list(size) { #""m\#($0)":\#($0)"# })}}}"# },
    response("one name many times in a scalar", value) { size in #"{"data":{"value":{\#(list(size) { #""m":\#($0)"# })}}}"# },
    response("one name many times in an object", value) { size in #"{"data":{\#(list(size) { #""value":\#($0)"# })}}"# },
    response("a name of many combining marks in a scalar", value) { size in
      // More than 30 in a row are refused.
      let run = "e" + String(repeating: "\u{301}\u{323}", count: 15)
      return #"{"data":{"value":{"\#(String(repeating: run, count: size / 16 + 1))":1}}}"#
    },
    response("a text of many combining marks", users) { size in
      usersText(1) { _ in #"{"id":"1","name":"e\#(String(repeating: "\u{301}\u{323}", count: size))"}"# }
    },
    response("an id of many combining marks", users) { size in
      usersText(2) { #"{"id":"e\#(String(repeating: "\u{301}\u{323}", count: size))\#($0)","name":"a"}"# }
    },
    response("ids with combining marks", users) { usersText($0) { #"{"id":"\#(combined)\#($0)","name":"\#(combined)"}"# } },
    response("a long text with escapes", users) { size in
      usersText(1) { _ in #"{"id":"1","name":"\#(String(repeating: #"a\né😀"#, count: size))"}"# }
    },
    response("long numbers", value) { #"{"data":{"value":[\#(list($0) { "\($0).000000000000000000000000000001e-7" })]}}"# },
    RuntimeShape("a variable of many members") { size in
      let filter = JSON.object(Dictionary(uniqueKeysWithValues: (0..<size).map { ("m\($0)", .int($0)) }))
      let definition = Plans.operation(
        "SearchQuery", arguments: ["filter": .null],
        normalization: [.linked("search", of: "User", arguments: .variables("filter"), [.scalar("id", "D!"), .scalar("name", "S")])])
      let test = quietStore()
      return {
        try test.publish(OperationDescriptor(definition, variables: ["filter": filter]), #"{"data":{"search":\#(user(1))}}"#)
      }
    },
    RuntimeShape("one operation with many different variables") { size in
      let definition = Plans.operation(
        "UserQuery", arguments: ["id": .null],
        normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D!"), .scalar("name", "S")])])
      let test = quietStore()
      let texts = (0..<size).map { #"{"data":{"user":\#(user($0))}}"# }
      return {
        for (index, text) in texts.enumerated() { try test.publish(OperationDescriptor(definition, variables: ["id": .int(index)]), text) }
      }
    },
  ]
}
