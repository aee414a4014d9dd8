import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("8: a connection whose edges are streamed")
struct StreamedConnectionTests {
  /// Where a page belongs.
  enum Place: CaseIterable {
    case alone, last, first

    var variables: [String: JSON] {
      switch self {
      case .alone: [:]
      case .last: ["after": "p"]
      case .first: ["before": "p"]
      }
    }

    /// A response whose page has this place among friends that have been loaded before.
    func begun(_ edges: [JSON]) throws -> StreamedFriends {
      var friends = StreamedFriends()
      try friends.begin(["p0", "p1", "n2"].map { StreamedFriends.edge($0) })
      try friends.takePageInfo("p")
      try friends.begin(edges, variables)
      return friends
    }
  }

  @Test("the edges are those of a page that arrives in one piece", .cases)
  func onePiece() {
    let seeds = (0 as UInt64)..<UInt64(TestEffort.repetitions(12))
    eachCase(of: pairs(Place.allCases, seeds)) { place, seed in
      var random = SplitMix(seed: seed)
      var server = (0..<Int.random(in: 0...2, using: &random)).map { StreamedFriends.edge("n\($0)") }
      var friends = try place.begun(server)
      for step in 0..<12 {
        var node = "n\(Int.random(in: 0...8, using: &random))"
        switch Int.random(in: 0...6, using: &random) {
        case 0:
          // The one after the next arrives first.
          let (next, later) = (StreamedFriends.edge("x\(step)"), StreamedFriends.edge("y\(step)"))
          try friends.take(later, at: server.count + 1)
          try friends.take(next, at: server.count)
          server += [next, later]
        case 1 where !server.isEmpty:
          let index = server.indices.randomElement(using: &random) ?? 0
          node = server[index]["node"]?["id"]?.stringValue ?? node
          server[index] = StreamedFriends.edge(node, "again \(step)")
          try friends.take(server[index], at: index)
        case 2 where !server.isEmpty:
          let index = server.indices.randomElement(using: &random) ?? 0
          server[index] = StreamedFriends.edge(node, "other \(step)")
          try friends.take(server[index], at: index)
        default:
          let edge = StreamedFriends.edge(node, "\(step)")
          try friends.take(edge, at: server.count)
          server.append(edge)
        }
        let whole = try place.begun(server)
        #expect(friends.edges == whole.edges, "\(place), seed \(seed), step \(step)")
      }
    }
  }

  @Test("an edge keeps its identity while others arrive", .cases)
  func identity() {
    eachCase(of: Place.allCases) { place in
      var friends = try place.begun([StreamedFriends.edge("a")])
      let first = Set(friends.ids)
      try friends.take(StreamedFriends.edge("b"), at: 1)
      #expect(first.isSubset(of: friends.ids))
      let count = friends.environment.store.json.count
      try friends.take(StreamedFriends.edge("c"), at: 2)
      // The server's edge, the client's, and the node.
      #expect(friends.environment.store.json.count <= count + 3)
    }
  }

  @Test("a part that is deferred in an edge, and an edge that is sent again, reach the client's edge", .cases)
  func changedEdges() {
    eachCase(of: Place.allCases) { place in
      var friends = try place.begun([StreamedFriends.edge("a")])
      try friends.take(StreamedFriends.edge("b"), at: 1)
      let ids = friends.ids
      for index in 0...1 {
        try friends.take(["label": "since", "path": ["me", "friends", "edges", .int(index)], "data": ["since": "\(index)"]])
      }
      #expect(friends.edges.filter { $0.hasPrefix("a") || $0.hasPrefix("b") } == ["a c 0", "b c 1"])
      try friends.take(StreamedFriends.edge("b", "again"), at: 1)
      #expect(friends.edges.contains("b again 1"))
      #expect(friends.ids == ids)
    }
  }

  @Test("an edge whose node changes replaces the earlier one", .cases)
  func changedNode() {
    eachCase(of: Place.allCases) { place in
      var friends = try place.begun([StreamedFriends.edge("a")])
      try friends.take(StreamedFriends.edge("b"), at: 1)
      try friends.take(StreamedFriends.edge("d"), at: 0)
      #expect(friends.nodes.filter { !$0.hasPrefix("p") && $0 != "n2" } == ["d", "b"])
    }
  }

  @Test("an edge that was dropped as a repetition comes back, to its place, when the repeated edge gets another node", .cases)
  func droppedEdge() {
    let expected: [(Place, repeated: [String], changed: [String])] = [
      (.last, ["p0", "p1", "n2", "a"], ["p0", "p1", "n2", "a", "z"]), (.first, ["a", "p1", "p0", "n2"], ["a", "z", "p0", "p1", "n2"]),
      (.alone, ["a", "p1"], ["a", "z"]),
    ]
    eachCase(of: expected) { place, repeated, changed in
      for first in [["a"], ["a", "p1"]] {
        var friends = try place.begun(first.map { StreamedFriends.edge($0) })
        if first.count == 1 { try friends.take(StreamedFriends.edge("p1"), at: 1) }
        #expect(friends.nodes == repeated)
        try friends.take(StreamedFriends.edge("z"), at: 1)
        #expect(friends.nodes == changed)
        // The reference's runtime has two edges of the node here, or none of the next one.
        try friends.take(StreamedFriends.edge("p1"), at: 2)
        #expect(friends.nodes.count { $0 == "p1" } == 1)
        #expect(Set(friends.nodes) == Set(changed + ["p1"]))
      }
    }
  }

  @Test("an edge of the page that was dropped as a repetition comes back when the first one gets another node")
  func droppedEdgeOfThePage() throws {
    for place in [Place.last, .first] {
      var friends = try place.begun(["a", "b", "a", "a"].map { StreamedFriends.edge($0) })
      let others = friends.nodes.filter { $0 != "a" && $0 != "b" }
      func page() -> [String] { friends.nodes.filter { !others.contains($0) } }
      #expect(page() == ["a", "b"])
      try friends.take(StreamedFriends.edge("c"), at: 0)
      #expect(page() == ["c", "b", "a"])
      try friends.take(StreamedFriends.edge("d"), at: 2)
      #expect(page() == ["c", "b", "d", "a"])
      try friends.take(StreamedFriends.edge("a"), at: 0)
      #expect(page() == ["a", "b", "d"])
    }
  }

  @Test("what an updater writes into the connection's edge stays; what it writes into the server's is not shown", .cases)
  func updater() {
    eachCase(of: Place.allCases) { place in
      var friends = try place.begun([StreamedFriends.edge("a"), StreamedFriends.edge("b")])
      try friends.take(StreamedFriends.edge("c"), at: 2)
      let ids = friends.environment.store.json.keys.filter { $0.contains(":friends") && $0.hasSuffix(":edges:1") }
      #expect(!ids.isEmpty)
      try friends.environment.commitLocalUpdate { store in
        guard let me = store["1"], let connection = ConnectionHandler.default.connection(me, key: "Me_friends") else { return }
        let shown = connection.linkedRecords("edges") ?? []
        shown.compactMap { $0 }.first { $0.linkedRecord("node")?.dataID == "a" }?["cursor"] = "updater"
        for id in ids where store[id]?.linkedRecord("node")?.dataID == "b" { store[id]?["cursor"] = "updater" }
      }
      try friends.take(StreamedFriends.edge("d"), at: 3)
      // The reference's runtime makes all edges of the page again for each that arrives, and loses the first.
      #expect(friends.edges.filter { $0.hasPrefix("a") || $0.hasPrefix("b") } == ["a updater", "b c"])
    }
  }

  @Test("the page information may arrive before the edges", .cases)
  func pageInfoFirst() {
    eachCase(of: Place.allCases) { place in
      var friends = try place.begun([])
      try friends.take(StreamedFriends.edge("a"), at: 0)
      try friends.takePageInfo("q")
      try friends.take(StreamedFriends.edge("b"), at: 1)
      #expect(friends.nodes.filter { !$0.hasPrefix("p") && $0 != "n2" } == ["a", "b"])
    }
  }

  @Test("the edges of a page that does not fit are not copied")
  func otherCursor() throws {
    var friends = try Place.alone.begun([StreamedFriends.edge("a")])
    try friends.begin([], ["after": "unknown"])
    try friends.take(StreamedFriends.edge("b"), at: 0)
    let count = friends.environment.store.json.count
    try friends.take(StreamedFriends.edge("c"), at: 1)
    #expect(friends.nodes == ["a"])
    #expect(friends.environment.store.json.count == count + 2)
  }

  @Test("after another change of the connection, the handler starts from what the connection has then")
  func changedConnection() throws {
    var friends = try Place.last.begun([StreamedFriends.edge("a")])
    try friends.environment.commitLocalUpdate { store in
      let handler = ConnectionHandler.default
      guard let connection = store["1"].flatMap({ handler.connection($0, key: "Me_friends") }) else { return }
      let node = store.create(dataID: "new", typeName: "User")
      node["id"] = "new"
      handler.insert(connection: connection, edge: handler.createEdge(store, connection: connection, node: node, type: "FriendsEdge"))
      handler.delete(connection: connection, nodeID: "p1")
    }
    try friends.take(StreamedFriends.edge("b"), at: 1)
    try friends.take(StreamedFriends.edge("c"), at: 2)
    #expect(friends.nodes == ["p0", "n2", "a", "new", "b", "c"])
  }

  @Test("edges arrive between collections of garbage, deletions of nodes and optimistic insertions")
  func between() throws {
    var friends = try Place.last.begun([StreamedFriends.edge("a")])
    let retained = friends.environment.retain(OperationDescriptor(StreamedFriends.definition, variables: ["after": "p"]))
    try friends.take(StreamedFriends.edge("b"), at: 1)
    friends.environment.store.collectGarbage()
    try friends.take(StreamedFriends.edge("c"), at: 2)
    let update = friends.environment.applyOptimistic { store in
      let handler = ConnectionHandler.default
      guard let connection = store["1"].flatMap({ handler.connection($0, key: "Me_friends") }) else { return }
      let node = store.create(dataID: "new", typeName: "User")
      node["id"] = "new"
      handler.insert(connection: connection, edge: handler.createEdge(store, connection: connection, node: node, type: "FriendsEdge"))
    }
    try friends.take(StreamedFriends.edge("d"), at: 3)
    #expect(friends.nodes == ["p0", "p1", "n2", "a", "b", "c", "d", "new"])
    update.dispose()
    try friends.take(StreamedFriends.edge("e"), at: 4)
    #expect(friends.nodes == ["p0", "p1", "n2", "a", "b", "c", "d", "e"])
    try friends.environment.commitLocalUpdate { $0.delete(dataID: "b") }
    try friends.take(StreamedFriends.edge("f"), at: 5)
    #expect(friends.nodes.contains("f"))
    retained.dispose()
  }
}
