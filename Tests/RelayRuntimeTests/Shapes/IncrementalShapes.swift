import Foundation

@testable import RelayRuntime

extension RuntimeShape {
  /// A response in payloads of any form.
  private static func payloads(
    _ name: String, from smallest: Int = 250, _ definition: OperationDefinition, _ texts: @escaping @Sendable (Int) -> [String]
  ) -> RuntimeShape {
    RuntimeShape(name, from: smallest) { size in
      let environment = quietEnvironment()
      let texts = texts(size)
      return {
        var response = IncrementalResponse(OperationDescriptor(definition), in: environment, updater: nil)
        for text in texts { _ = try response.take(NetworkPayload(json: text)) { nil } }
        _ = try response.finish()
      }
    }
  }

  private static let deferred = Plans.operation(
    "DeferredUsersQuery",
    normalization: [.linked("users", "[O]", of: "User", [.scalar("id", "D!"), .defer("name", [.scalar("name", "S")])])])

  private static let streamed = Plans.operation(
    "StreamedUsersQuery",
    normalization: [.stream("users", [.linked("users", "[O]", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])])])

  private static func first(_ size: Int, _ more: String = "") -> String {
    #"{"data":{"users":[\#(list(size) { #"{"id":"u\#($0)"}"# })]}\#(more),"hasNext":true}"#
  }

  private static func flat(_ index: Int) -> String {
    #"{"label":"name","path":["users",\#(index)],"data":{"name":"Name \#(index)"}}"#
  }

  private static func pending(_ size: Int) -> String {
    #","pending":[\#(list(size) { #"{"id":"p\#($0)","label":"name","path":["users",\#($0)]}"# })]"#
  }

  private static func item(_ index: Int) -> String { #"{"label":"users","path":["users",\#(index)],"data":\#(user(index))}"# }

  private static let last = #"{"hasNext":false}"#

  static let incremental: [RuntimeShape] = [
    payloads("deferred parts, flat", deferred) { [first($0)] + (0..<$0).map(flat) },
    payloads("deferred parts in one list", deferred) { [first($0), #"{"incremental":[\#(list($0, flat))],"hasNext":false}"#] },
    payloads("deferred parts in lists of their own", deferred) { size in
      [first(size)] + (0..<size).map { #"{"incremental":[\#(flat($0))],"hasNext":true}"# } + [last]
    },
    payloads("deferred parts with ids, in one list", from: 8000, deferred) { size in
      let parts = list(size / 8) { #"{"id":"p\#($0)","data":{"name":"Name \#($0)"}}"# }
      let completed = list(size / 8) { #"{"id":"p\#($0)"}"# }
      return [first(size, pending(size / 8)), #"{"incremental":[\#(parts)],"completed":[\#(completed)],"hasNext":false}"#]
    },
    payloads("deferred parts with ids, each with its own payload", from: 8000, deferred) { size in
      [first(size, pending(size / 8))]
        + (0..<size / 8).map {
          #"{"incremental":[{"id":"p\#($0)","data":{"name":"Name \#($0)"}}],"completed":[{"id":"p\#($0)"}],"hasNext":true}"#
        } + [last]
    },
    payloads("deferred parts with ids that never come", deferred) { [first($0, pending($0)), last] },
    payloads("deferred parts that fail", deferred) { size in
      [first(size)] + (0..<size).map { #"{"label":"name","path":["users",\#($0)],"data":{"name":null},"errors":[{"message":"m"}]}"# }
    },
    payloads("deferred parts before their places", deferred) { (0..<$0).map(flat) + [first($0), last] },
    payloads("deferred parts that have no place", deferred) { size in
      [first(1)] + (0..<size).map { #"{"label":"name","path":["others",\#($0)],"data":{"name":"Name"}}"# }
    },
    payloads("deferred parts while others wait for their places", deferred) { size in
      [first(size)] + (0..<size).map { #"{"label":"name","path":["others",\#($0)],"data":{"name":"Name"}}"# } + (0..<size).map(flat)
    },
    payloads("parts of one place with a long path", from: 1 << 17, deferred) { size in
      let path = #"["\#(String(repeating: "a", count: size))"]"#
      return [#"{"data":{"users":[]},"pending":[{"id":"p","label":"name","path":\#(path)}],"hasNext":true}"#]
        + (0..<size / 256).map { #"{"incremental":[{"id":"p","data":{"name":"Name \#($0)"}}],"hasNext":true}"# }
    },
    payloads("parts of one place, with fields of their own", deferred) { size in
      [first(1, pending(1))]
        + (0..<size).map { #"{"incremental":[{"id":"p0","data":{"x\#($0)":1}}],"hasNext":true}"# }
    },
    payloads("an answer of everything at once instead of parts", deferred) {
      [#"{"data":{"users":[\#(list($0, user))]}}"#, last]
    },
    payloads("streamed items, flat", streamed) { [#"{"data":{"users":[]},"hasNext":true}"#] + (0..<$0).map(item) + [last] },
    payloads("streamed items, each after its successor", streamed) { size in
      [#"{"data":{"users":[]},"hasNext":true}"#] + (0..<size).map { item($0 % 2 == 0 && $0 + 1 < size ? $0 + 1 : max(0, $0 - 1)) } + [last]
    },
    payloads("streamed items with an id, each in its own list", streamed) { size in
      [#"{"data":{"users":[]},"pending":[{"id":"s","label":"users","path":["users"]}],"hasNext":true}"#]
        + (0..<size).map { #"{"incremental":[{"id":"s","items":[\#(user($0))]}],"hasNext":true}"# }
        + [#"{"completed":[{"id":"s"}],"hasNext":false}"#]
    },
    payloads("streamed items with an id, in one list", streamed) { size in
      [
        #"{"data":{"users":[]},"pending":[{"id":"s","label":"users","path":["users"]}],"hasNext":true}"#,
        #"{"incremental":[{"id":"s","items":[\#(list(size, user))]}],"completed":[{"id":"s"}],"hasNext":false}"#,
      ]
    },
    payloads("whole responses in one list", users) { ["[\(list($0) { #"{"data":{"users":[\#(user($0))]}}"# })]"] },
    payloads("extensions in every payload", users) { size in
      (0..<size).map { #"{"data":{"users":[\#(user($0))]},"extensions":{"x\#($0)":1}}"# }
    },
  ]
}
