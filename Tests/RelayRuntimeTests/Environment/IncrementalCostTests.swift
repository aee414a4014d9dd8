import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("36: the time of incremental delivery is proportional to what the server sends", .serialized)
struct IncrementalCostTests {
  /// A response in payloads, which grows with its size.
  struct Delivery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let definition: OperationDefinition
    let payloads: @Sendable (_ size: Int) -> [String]

    init(_ description: String, _ definition: OperationDefinition, _ payloads: @escaping @Sendable (_ size: Int) -> [String]) {
      testDescription = description
      self.definition = definition
      self.payloads = payloads
    }
  }

  private static func list(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined(separator: ",") }

  private static let users = Plans.operation(
    "DeferredUsersQuery",
    normalization: [
      .linked("users", "[O]", of: "User", [.scalar("id", "D!"), .defer("users", [.scalar("name", "S"), .scalar("email", "S")])])
    ])

  private static let actors = Plans.operation(
    "StreamedActorsQuery",
    normalization: [
      .linked(
        "feed", of: "Feed",
        [.scalar("id", "D!"), .stream("actors", [.linked("actors", "[O]", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])])])
    ])

  private static let typed = Plans.operation(
    "TypedQuery",
    normalization: [
      .linked("nodes", "[O]", [.scalar("__typename", "S!"), .scalar("id", "D!"), .defer("nodes", [.scalar("name", "S")])])
    ])

  private static func firstUsers(_ size: Int, _ more: String = "") -> String {
    #"{"data":{"users":[\#(list(size) { #"{"id":"u\#($0)"}"# })]}\#(more),"hasNext":true}"#
  }
  private static let fields = #""data":{"name":"Ada","email":"ada@example.com"}"#
  private static func part(_ index: Int) -> String { #"{"label":"users","path":["users",\#(index)],\#(fields)}"# }
  private static func announced(_ size: Int) -> String {
    #","pending":[\#(list(size) { #"{"id":"\#($0)","label":"users","path":["users",\#($0)]}"# })]"#
  }

  private static let noActors = #"{"data":{"feed":{"id":"f","actors":[]}},"hasNext":true}"#
  private static let announcedActors =
    #"{"data":{"feed":{"id":"f","actors":[]}},"pending":[{"id":"0","label":"actors","path":["feed","actors"]}],"hasNext":true}"#
  private static func actor(_ index: Int) -> String { #"{"id":"u\#(index)","name":"Actor \#(index)"}"# }
  private static func item(_ index: Int) -> String {
    #"{"label":"actors","path":["feed","actors",\#(index)],"data":\#(actor(index))}"#
  }
  private static func listed(_ parts: String) -> String { #"{"incremental":[\#(parts)],"hasNext":true}"# }

  static let deliveries: [Delivery] = [
    Delivery("flat parts", users) { [firstUsers($0)] + (0..<$0).map(part) },
    Delivery("listed parts", users) { [firstUsers($0), listed(list($0, part))] },
    Delivery("parts with ids", users) { size in
      let parts = list(size) { #"{"id":"\#($0)",\#(fields)}"# }
      let completed = list(size) { #"{"id":"\#($0)"}"# }
      return [firstUsers(size, announced(size)), #"{"incremental":[\#(parts)],"completed":[\#(completed)],"hasNext":false}"#]
    },
    Delivery("parts with ids, in payloads of their own", users) { size in
      [firstUsers(size, announced(size))]
        + (0..<size).map { #"{"incremental":[{"id":"\#($0)",\#(fields)}],"completed":[{"id":"\#($0)"}],"hasNext":true}"# }
    },
    Delivery("parts before their places", users) { (0..<$0).map(part) + [firstUsers($0)] },
    Delivery("parts without a place", users) { size in
      [firstUsers(1)] + (0..<size).map { #"{"label":"users","path":["others",\#($0)],\#(fields)}"# }
    },
    Delivery("everything at once, with errors", users) { size in
      let all = list(size) { #"{"id":"u\#($0)","name":null,"email":""}"# }
      return [#"{"data":{"users":[\#(all)]},"errors":[\#(list(size) { #"{"message":"m","path":["users",\#($0),"name"]}"# })]}"#]
    },
    Delivery("deferred parts of objects of many types", typed) { size in
      [#"{"data":{"nodes":[\#(list(size) { #"{"__typename":"Type\#($0)","id":"\#($0)"}"# })]},"hasNext":true}"#]
    },
    Delivery("a long path", users) { size in
      [#"{"data":{"users":[]},"pending":[{"id":"0","label":"x","path":["\#(String(repeating: "a", count: 40 * size))"]}],"hasNext":true}"#]
        + [listed(list(size) { _ in #"{"id":"0","data":{"a":1}}"# }), listed(list(size) { _ in #"{"id":"0","items":[{}]}"# })]
    },
    Delivery("parts of an object with many members", users) { size in
      [firstUsers(0, #","x":{\#(list(size) { #""m\#($0)":1"# })},"pending":[{"id":"0","label":"x","path":[]}]"#)]
        + [listed(list(size) { #"{"id":"0","data":{"m\#($0)":2}}"# })]
    },
    Delivery("flat items", actors) { [noActors] + (0..<$0).map(item) },
    Delivery("listed items", actors) { [noActors, listed(list($0, item))] },
    Delivery("items with an id, in payloads of their own", actors) { size in
      [announcedActors] + (0..<size).map { listed(#"{"id":"0","items":[\#(actor($0))]}"#) }
    },
    Delivery("items with an id, in one list", actors) { [announcedActors, listed(#"{"id":"0","items":[\#(list($0, actor))]}"#)] },
    Delivery("items in pairs, the second one first", actors) { size in [noActors] + (0..<size).map { item($0 ^ 1) } },
    Delivery("one item of a long list, again and again", actors) { size in
      [#"{"data":{"feed":{"id":"f","actors":[\#(list(size, actor))]}},"hasNext":true}"#] + (0..<size).map { _ in item(0) }
    },
    Delivery("items before their list", actors) { (0..<$0).map(item) + [noActors] },
    Delivery("items with errors", actors) { size in
      let items = list(size) { #"{"id":"u\#($0)","name":null}"# }
      let errors = list(size) { #"{"message":"m","path":["feed","actors",\#($0),"name"]}"# }
      return [announcedActors, listed(#"{"id":"0","items":[\#(items)],"errors":[\#(errors)]}"#)]
    },
  ]

  @Test("twice as much takes twice as long", .comparesTimes, arguments: deliveries)
  func growth(_ delivery: Delivery) throws {
    let problem = try GrowthOfTime().problem(from: 500) { size in
      let payloads = delivery.payloads(size)
      let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
      return {
        var response = IncrementalResponse(OperationDescriptor(delivery.definition), in: environment, updater: nil)
        for payload in payloads { _ = try response.take(NetworkPayload(json: payload)) { nil } }
        _ = try response.finish()
      }
    }
    #expect(problem == nil)
  }

  @Test("a list of one record at many places is kept once", .comparesTimes)
  func sharedList() throws {
    let definition = Plans.operation(
      "SharedQuery",
      normalization: [
        .linked(
          "users", "[O]", of: "User",
          [.scalar("id", "D!"), .stream("friends", [.linked("friends", "[O]", of: "User", [.scalar("id", "D!")])])])
      ])
    let problem = try GrowthOfTime().problem(from: 500) { size in
      let friends = Self.list(size) { #"{"id":"f\#($0)"}"# }
      let places = Self.list(size) { _ in #"{"id":"a","friends":[]}"# }
      let text = #"{"data":{"users":[\#(places),{"id":"a","friends":[\#(friends)]}]},"hasNext":true}"#
      let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
      return {
        var response = IncrementalResponse(OperationDescriptor(definition), in: environment, updater: nil)
        _ = try response.take(NetworkPayload(json: text)) { nil }
      }
    }
    #expect(problem == nil)
  }
}
