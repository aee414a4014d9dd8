import Foundation

@testable import RelayRuntime

extension RuntimeBenchmarks {
  /// Publications beneath 200 optimistic responses of an outbox, against the same beneath 10.
  static func layers() {
    let cases: [(name: String, kind: Layers.Kind, work: Layers.Work, budget: Double)] = [
      ("a record that no layer concerns", .record, .other, 2), ("the record that all layers change", .record, .same, 2),
      ("an answer, with the end of its layer", .record, .answer, 2),
      ("a connection to which all layers add nodes", .nodes, .same, 2),
      ("its edges", .nodes, .edges, 2), ("an answer, with the end of its layer, there", .nodes, .answer, 2),
      ("a connection to which all layers add edges", .edges, .same, 2), ("its edges, likewise", .edges, .edges, 2),
    ]
    for (name, kind, work, budget) in cases {
      let bodies = [200, 10].map { count -> () -> Int in
        let layers = Layers(count, kind)
        return { layers.publish(work, times: 50) }
      }
      let parts = compare(rounds: 20, bodies)
      report("beneath 200 layers / 10: " + name, parts[0], per: parts[1], budget: budget)
    }
  }
}

/// A store with optimistic responses above it.
final class Layers {
  enum Kind {
    /// Each sets the text of the same record.
    case record
    /// Each appends a node of its own to the same connection, which has 100 from the server.
    case nodes
    /// The same with an edge.
    case edges
  }

  enum Work {
    /// A field of a record that the layers do not use, or that they all change.
    case other, same
    /// The same, and the end of the oldest layer; then another one is added.
    case answer
    /// One more edge of the connection beneath the layers, or one less.
    case edges
  }

  private let store = RelayStore(configuration: RelayStore.Configuration(automaticCollectionThreshold: nil))
  private let queue: PublishQueue
  private let kind: Kind
  private var updates: [PublishQueue.OptimisticUpdate] = []
  private var next = 0

  private static let operation = OperationDescriptor(
    OperationDefinition(
      name: "TouchMutation", kind: .mutation, id: nil, cacheID: "TouchMutation", text: "mutation TouchMutation { touch }",
      normalization: #"{"version":1,"name":"TouchMutation","selections":["touch"]}"#,
      reader: #"{"version":1,"name":"TouchMutation","type":"Mutation","shapes":[["touch"]],"selections":[0]}"#, metadata: "{}"),
    variables: [:])

  init(_ count: Int, _ kind: Kind) {
    queue = PublishQueue(store: store)
    self.kind = kind
    queue.commitUpdate { store in
      store.create(dataID: "other", typeName: "T")["text"] = ""
      store.create(dataID: "same", typeName: "T")["text"] = ""
      let edges = (0..<100).map { number in
        let node = store.create(dataID: "node\(number)", typeName: "T")
        let edge = store.create(dataID: "client:same:edges:\(number)", typeName: "Edge")
        edge.setLinkedRecord(node, for: "node")
        return edge
      }
      store["same"]?.setLinkedRecords(edges, for: "edges")
      store["same"]?["__connection_next_edge_index"] = 100
    }
    queue.run()
    for _ in 0..<count { add() }
    queue.run()
  }

  private func add() {
    let update = PublishQueue.OptimisticUpdate(
      .payload(.init(operation: Self.operation, payload: payload(next), updater: nil)), isRepeatable: true)
    next += 1
    updates.append(update)
    queue.applyUpdate(update)
  }

  private func payload(_ number: Int) -> NormalizedPayload {
    var records = PayloadRecords()
    let keys = store.keys
    var handles: [HandleFieldPayload] = []
    switch kind {
    case .record:
      let id = Int(records.record("same"))
      records.records[id].set(keys.intern("text"), .string("text \(number)"))
      records.records[id].set(keys.intern("count"), .int(number))
    case .nodes, .edges:
      let (root, node) = (Int(records.record("client:answer:\(number)")), records.record("added \(number)"))
      records.records[Int(node)].set(keys.intern("text"), .string("text \(number)"))
      var added = node
      if kind == .edges {
        added = records.record("client:answer:\(number):edge")
        records.records[Int(added)].set(keys.intern("node"), .ref(node))
      }
      records.records[root].set(keys.intern("added"), .ref(added))
      handles.append(
        HandleFieldPayload(
          dataID: "client:answer:\(number)", fieldKey: "added", handleKey: "added", handle: kind == .edges ? "appendEdge" : "appendNode",
          arguments: [:], handleArguments: ["connections": ["same"], "edgeTypeName": "Edge"]))
    }
    return NormalizedPayload(records: records, handles: handles, placeholders: [], errors: [], rootID: "client:answer:\(number)")
  }

  /// - Returns: the number of publications.
  func publish(_ work: Work, times: Int) -> Int {
    for number in 0..<times {
      var records = PayloadRecords()
      let id = Int(records.record(work == .other ? "other" : "same"))
      records.records[id].set(store.keys.intern("changed"), .int(number))
      if work == .edges {
        let edges = (0..<100 - number % 2).map { records.record("client:same:edges:\($0)") }
        records.records[id].set(store.keys.intern("edges"), .refs(edges))
      }
      if work == .answer {
        queue.revertUpdate(updates.removeFirst())
      }
      queue.commitPayload(
        Self.operation, NormalizedPayload(records: records, handles: [], placeholders: [], errors: [], rootID: "client:answer"))
      queue.run(source: Self.operation)
      if work == .answer {
        add()
        queue.run()
      }
    }
    return times
  }
}
