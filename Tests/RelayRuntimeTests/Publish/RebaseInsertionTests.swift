import TestSupport
import Testing

@testable import RelayRuntime

/// What the declared directives of optimistic responses insert into connections is inserted together, and the store is the same as if all
/// responses had been applied again, one after the other.
@Suite("Rebasing insertions", .hangGuard)
struct RebaseInsertionTests {
  /// A response with a directive.
  private struct Response: Sendable {
    var number: Int
    var directives: [Directive]

    struct Directive: Sendable {
      var name: String
      var connections: [String]
      /// The nodes, by the numbers of the edges that have them.
      var nodes: [(edge: Int, node: Int)]
    }

    /// Which nodes some responses remove.
    enum Deletions { case none, any, others }

    static func random(_ number: Int, _ random: inout SplitMix, _ deletions: Deletions) -> Response {
      func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      var names = ["appendNode", "prependNode", "appendNode", "prependNode", "appendEdge", "prependEdge"]
      if deletions != .none { names += ["deleteEdge", "deleteEdge", "deleteRecord"] }
      return Response(
        number: number,
        directives: (0..<[1, 1, 1, 2][count(0...3)]).map { _ in
          let name = names[count(0...names.count - 1)]
          let nodes = deletions != .others ? 0...11 : name.hasPrefix("delete") ? 6...11 : 0...5
          return Directive(
            name: name, connections: [["c0"], ["c0"], ["c1"], ["c0", "c1"], ["none"]][count(0...4)],
            nodes: (0..<count(1...2)).map { _ in
              let node = count(nodes)
              // Most edges belong to one response.
              return (edge: count(0...9) == 0 ? node : 100 + number * 10 + node, node: node)
            })
        })
    }

    static let operation = OperationDescriptor(
      OperationDefinition(
        name: "Anything", kind: .mutation, id: nil, cacheID: "Anything", text: "mutation Anything { anything }",
        normalization: #"{"version":1,"name":"Anything","selections":["anything"]}"#,
        reader: #"{"version":1,"name":"Anything","type":"Mutation","shapes":[["anything"]],"selections":[0]}"#, metadata: "{}"),
      variables: [:])

    func payload(_ keys: KeyTable) -> NormalizedPayload {
      var records = PayloadRecords()
      let root = "client:answer:\(number)"
      let rootID = records.record(root)
      var handles: [HandleFieldPayload] = []
      for (index, directive) in directives.enumerated() {
        let isEdge = directive.name.hasSuffix("pendEdge")
        let isDeletion = directive.name.hasPrefix("delete")
        let nodes = (isDeletion ? [] : directive.nodes).map { item -> RecordID in
          let node = records.record("n\(item.node)")
          records.setType("Node", of: node, keys)
          records.set("text", .string("text \(number)"), of: node)
          guard isEdge else { return node }
          let edge = records.record("e\(item.edge)")
          records.setType("Edge", of: edge, keys)
          records.set("node", .ref(node), of: edge)
          records.set("label", .int(number), of: edge)
          return edge
        }
        let field = "field\(index)"
        let value: Value =
          isDeletion ? .strings(directive.nodes.map { "n\($0.node)" }) : nodes.count == 1 ? .ref(nodes[0]) : .refs(nodes)
        records.set(field, value, of: rootID)
        handles.append(
          HandleFieldPayload(
            dataID: root, fieldKey: field, handleKey: field, handle: directive.name, arguments: [:],
            handleArguments: ["connections": .array(directive.connections.map { .string($0) }), "edgeTypeName": "Edge"]))
      }
      return NormalizedPayload(records: records, handles: handles, placeholders: [], errors: [], rootID: root)
    }
  }

  /// What else changes the store, or an update that reads it.
  private struct Step: Sendable {
    let kind: Int
    let (connection, edge, node): (String, Int, Int)
    let edges: [Int]

    /// - Parameter isBeneath: whether it is a change beneath the updates.
    init(_ random: inout SplitMix) {
      kind = Int.random(in: 0..<14, using: &random)
      connection = Bool.random(using: &random) ? "c0" : "c1"
      edge = Int.random(in: 0...14, using: &random)
      node = Int.random(in: 0...11, using: &random)
      edges = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...14, using: &random) }
    }

    func apply(_ store: RecordSourceProxy) {
      func record(_ id: String, _ type: String) -> RecordProxy { store[id] ?? store.create(dataID: id, typeName: type) }
      switch kind {
      case 0, 1: record(connection, "Connection")["title"] = .int(edge)
      case 2, 3, 4: record(connection, "Connection").setLinkedRecords(edges.map { store["e\($0)"] }, for: "edges")
      case 5: record("n\(node)", "Node")["text"] = .int(edge)
      case 6, 7: record("e\(edge)", "Edge").setLinkedRecord(record("n\(node)", "Node"), for: "node")
      case 8: store.delete(dataID: "n\(node)")
      case 9: store.delete(dataID: "e\(edge)")
      case 10: if edge % 4 == 0 { store.delete(dataID: connection) }
      case 11: if let list = store[connection] { list["__connection_next_edge_index"] = .int(edge) }
      case 12: record("client:\(connection):n\(node)", "Edge")["label"] = .int(edge)
      default:
        guard let list = store[connection] else { return }
        list["count"] = .int(list.linkedRecords("edges")?.count ?? -1)
      }
    }
  }

  private struct Pair {
    let stores = [true, false].map { appliesAll in
      let store = RelayStore()
      return TestStore(store: store, queue: PublishQueue(store: store, handlers: DefaultHandlers.handler, appliesAll: appliesAll))
    }
    var updates: [[PublishQueue.OptimisticUpdate]] = []

    mutating func apply(_ response: Response) {
      apply { test in
        PublishQueue.OptimisticUpdate(
          .payload(.init(operation: Response.operation, payload: response.payload(test.store.keys), updater: nil)), isRepeatable: true)
      }
    }

    mutating func apply(_ step: Step) {
      apply { _ in PublishQueue.OptimisticUpdate(.updater { step.apply($0) }, isRepeatable: true) }
    }

    private mutating func apply(_ make: (TestStore) -> PublishQueue.OptimisticUpdate) {
      updates.append(
        stores.map { test in
          let update = make(test)
          test.queue.applyUpdate(update)
          return update
        })
    }

    mutating func revert(_ index: Int) {
      for (test, update) in zip(stores, updates.remove(at: index)) { test.queue.revertUpdate(update) }
    }

    func commit(_ step: Step) { for test in stores { test.queue.commitUpdate { step.apply($0) } } }

    func commit(_ response: Response) {
      for test in stores { test.queue.commitPayload(Response.operation, response.payload(test.store.keys)) }
    }

    func run() { for test in stores { test.queue.run() } }

    var areEqual: Bool { stores[0].store.json == stores[1].store.json }
  }

  @Test("a random session of insertions is the same as with all responses applied again")
  func randomSessions() {
    for number in 0..<TestEffort.repetitions(16) {
      let seed = SplitMix.seedOfThisRun &+ UInt64(number)
      var random = SplitMix(seed: seed)
      // In most sessions, nothing but insertions is optimistic.
      let hasUpdaters = number % 4 == 0
      let deletions: Response.Deletions = [.none, .any, .others][number % 3]
      var pair = Pair()
      var next = 0
      for _ in 0..<12 { pair.commit(Step(&random)) }
      for step in 0..<100 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          switch Int.random(in: 0..<12, using: &random) {
          case 0...4:
            guard pair.updates.count < 25 else { continue }
            next += 1
            pair.apply(Response.random(next, &random, deletions))
          case 5: if hasUpdaters, pair.updates.count < 25, step % 5 == 0 { pair.apply(Step(&random)) }
          case 6, 7: if !pair.updates.isEmpty { pair.revert(Int.random(in: 0..<pair.updates.count, using: &random)) }
          case 8:
            // An answer, with the end of the oldest response.
            if !pair.updates.isEmpty { pair.revert(0) }
            next += 1
            pair.commit(Response.random(next, &random, deletions))
          default: pair.commit(Step(&random))
          }
        }
        if Int.random(in: 0..<80, using: &random) == 0 { for test in pair.stores { test.store.clear() } }
        pair.run()
        guard pair.areEqual else {
          Issue.record("RELAY_TEST_SEED=\(seed): differs after step \(step)")
          return
        }
      }
      for test in pair.stores {
        test.queue.revertAll()
        test.queue.run()
      }
      #expect(pair.areEqual, "RELAY_TEST_SEED=\(seed): differs beneath the updates")
      #expect(pair.stores[1].store.state.withLock { $0.records.undo } == nil)
    }
  }

  /// A handler that counts how often it is called.
  private struct Counting: FieldHandler {
    let handler: any FieldHandler
    let calls: Recorder<Int>

    func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws {
      calls.append(1)
      try handler.update(store, payload)
    }
  }

  @Test(
    "a publication to a connection does not call the directives above it again",
    arguments: ["appendNode", "prependNode", "appendEdge", "prependEdge"])
  func calls(directive: String) {
    let calls = Recorder<Int>()
    let store = RelayStore()
    let queue = PublishQueue(
      store: store, handlers: { name in DefaultHandlers.handler(name).map { Counting(handler: $0, calls: calls) } })
    func nodes() -> [String] {
      let records = store.json
      let edges: [JSON] = records["c0"]?["edges"]?["__refs"]?.arrayValue ?? []
      return edges.compactMap { edge -> String? in
        guard let id = edge.stringValue else { return nil }
        return records[id]?["node"]?["__ref"]?.stringValue
      }
    }
    func publish(_ change: @escaping PublishQueue.Updater) -> Int {
      let before = calls.values.count
      queue.commitUpdate(change)
      queue.run()
      return calls.values.count - before
    }
    _ = publish { store in
      let edge = store.create(dataID: "server", typeName: "Edge")
      edge.setLinkedRecord(store.create(dataID: "n", typeName: "Node"), for: "node")
      store.create(dataID: "c0", typeName: "Connection").setLinkedRecords([edge], for: "edges")
    }
    let updates = (0..<200).map { number in
      let response = Response(
        number: number, directives: [.init(name: directive, connections: ["c0"], nodes: [(edge: number + 10, node: number)])])
      return PublishQueue.OptimisticUpdate(
        .payload(.init(operation: Response.operation, payload: response.payload(store.keys), updater: nil)), isRepeatable: true)
    }
    for update in updates { queue.applyUpdate(update) }
    queue.run()
    // The first publication finds out what each of them uses.
    _ = publish { $0.create(dataID: "other", typeName: "Node")["text"] = 1 }
    #expect(nodes().count == 201)
    #expect(publish { $0["c0"]?["title"] = 1 } == 0)
    // The server has one more, and one of those above.
    let added = publish { store in
      let edges = ["new", "n7"].map { id in
        let edge = store.create(dataID: "server:\(id)", typeName: "Edge")
        edge.setLinkedRecord(store.create(dataID: id, typeName: "Node"), for: "node")
        return edge
      }
      store["c0"]?.setLinkedRecords((store["c0"]?.linkedRecords("edges") ?? []) + edges, for: "edges")
    }
    #expect(added == 0)
    let isAppended = directive.hasPrefix("append")
    #expect(nodes().count == 202)
    #expect(isAppended ? nodes().prefix(3) == ["n", "new", "n7"] : nodes().suffix(3) == ["n", "new", "n7"])
    // An answer ends the oldest of them.
    queue.revertUpdate(updates[0])
    #expect(publish { $0["c0"]?["title"] = 2 } == 0)
    #expect(nodes().count == 201 && !nodes().contains("n0"))
    #expect(store.json["c0"]?["title"] == 2)
  }

  @Test("nor does it call directives that remove edges or records", arguments: ["deleteEdge", "deleteRecord"])
  func deletions(directive: String) {
    let calls = Recorder<Int>()
    let store = RelayStore()
    let queue = PublishQueue(
      store: store, handlers: { name in DefaultHandlers.handler(name).map { Counting(handler: $0, calls: calls) } })
    func publish(_ change: @escaping PublishQueue.Updater) -> Int {
      let before = calls.values.count
      queue.commitUpdate(change)
      queue.run()
      return calls.values.count - before
    }
    @Sendable func setEdges(_ store: RecordSourceProxy, _ count: Int) {
      let edges = (0..<count).map { number in
        let edge = store["e\(number)"] ?? store.create(dataID: "e\(number)", typeName: "Edge")
        edge.setLinkedRecord(store["n\(number)"] ?? store.create(dataID: "n\(number)", typeName: "Node"), for: "node")
        return edge
      }
      (store["c0"] ?? store.create(dataID: "c0", typeName: "Connection")).setLinkedRecords(edges, for: "edges")
    }
    let edges = { store.json["c0"]?["edges"]?["__refs"]?.arrayValue?.count ?? 0 }
    _ = publish { setEdges($0, 210) }
    for number in 0..<200 {
      let response = Response(
        number: number, directives: [.init(name: directive, connections: ["c0"], nodes: [(edge: number, node: number)])])
      queue.applyUpdate(
        PublishQueue.OptimisticUpdate(
          .payload(.init(operation: Response.operation, payload: response.payload(store.keys), updater: nil)), isRepeatable: true))
    }
    queue.run()
    _ = publish { $0.create(dataID: "other", typeName: "Node")["text"] = 1 }
    let removed = directive == "deleteEdge" ? 200 : 0
    #expect(edges() == 210 - removed)
    #expect(publish { $0["c0"]?["title"] = 1 } == 0)
    #expect(publish { setEdges($0, 212) } == 0)
    #expect(edges() == 212 - removed)
  }
}
