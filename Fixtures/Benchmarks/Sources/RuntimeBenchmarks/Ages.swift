// The feed with ages, as the compiler gives them to its fields: a story is fresh for a minute, its author for an hour, the list for two minutes.
import Foundation

@testable import RelayRuntime

enum FeedWithAges {
  static let definition = OperationDefinition(
    name: "FeedQuery", kind: .query, id: nil, cacheID: "FeedQuery with ages", text: "query FeedQuery { … }",
    normalization: #"""
      {"version":1,"name":"FeedQuery","selections":[[1,"feed","StoryConnection","O@120",[[1,"edges","StoryEdge","[O]@120",
      ["cursor:S!@120",[1,"node","Story","O@60",["id:D!@60","title:S!@60","body:S!@60","score:I!@10","rating:F!@60","isRead:B!@60",
      "tags:[S!]!@60",[1,"author","Person","O!@3600",["id:D!@3600","name:S!@3600","avatar:S@3600"]],[1,"size","Size","O!@60",
      ["width:I!@60","height:I!@60"]]]]]]]]]}
      """#,
    metadata: "{}", fragment: FeedQuery.definition.fragment, providedVariables: [])

  static var operation: OperationDescriptor { OperationDescriptor(definition) }
}

extension RuntimeBenchmarks {
  /// Each work with ages, to the same work without.
  static func ages() throws {
    let data = FeedResponse.make(stories: stories)
    let operations = [FeedWithAges.operation, FeedQuery().descriptor]
    // Two stores of each kind, in an order in which neither kind comes first. The faster of both counts.
    let stores = try [0, 1, 1, 0].map { kind in
      let store = RelayStore()
      let queue = PublishQueue(store: store)
      try publish(data, into: store, queue, operations[kind])
      return (store: store, queue: queue, operation: operations[kind])
    }
    func measure(_ name: String, budget: Double, rounds: Int, _ body: @escaping (RelayStore, PublishQueue, OperationDescriptor) -> Int) {
      let times = compare(rounds: rounds, stores.map { test in { body(test.store, test.queue, test.operation) } })
      report(name, min(times[0], times[3]), per: min(times[1], times[2]), budget: budget)
    }
    measure("a response, with ages / without", budget: 1.4, rounds: 20) { _, _, operation in
      let store = RelayStore()
      try? publish(data, into: store, PublishQueue(store: store), operation)
      return store.lookup(operation).seenRecords.count
    }
    measure("the same response once more, with ages / without", budget: 1.4, rounds: 20) { store, queue, operation in
      try? publish(data, into: store, queue, operation)
      return 1
    }
    measure("whether a list is there, and how old / whether it is there", budget: 6, rounds: 100) { store, _, operation in
      store.check(operation).isAvailable ? 1 : 0
    }
    measure("reading the list, with ages / without", budget: 1.05, rounds: 100) { store, _, operation in
      store.lookup(operation).seenRecords.count
    }
    // Each row is mounted. A change of one, until its reader has been notified.
    var mounted: [RelayDisposable] = []
    for test in stores {
      guard let row = test.store.lookup(test.operation).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed else {
        continue
      }
      for story in feed.prefix(1000) {
        guard let selector = story.fragment_StoryRow.selector(StoryRow.definition) else { continue }
        mounted.append(test.store.subscribe(test.store.lookup(selector)) { _ in sink &+= 1 })
      }
    }
    nonisolated(unsafe) var counter = 0  // Changed by the one thread that measures, inside the call.
    measure("1,000 notifications of 1,000 mounted rows, with ages / without", budget: 1.05, rounds: 20) { _, queue, _ in
      for _ in 0..<1000 {
        counter &+= 1
        let value = counter
        queue.commitUpdate { $0["Story:0"]?["title"] = .string("title \(value)") }
        queue.run()
      }
      return counter
    }
    withExtendedLifetime(mounted) {}
  }

  /// The memory of many stores with a response each, in a dedicated process for each of both.
  static func memory(ofAges hasAges: Bool) throws {
    let operation = hasAges ? FeedWithAges.operation : FeedQuery().descriptor
    let data = FeedResponse.make(stories: stories)
    let first = RelayStore()
    try publish(data, into: first, PublishQueue(store: first), operation)
    let before = residentMemory()
    let stores = try (0..<20).map { _ in
      let store = RelayStore()
      try publish(data, into: store, PublishQueue(store: store), operation)
      return store
    }
    print("\((residentMemory() - before) / stores.count / 1024) kB for a store with a response \(hasAges ? "with ages" : "without ages")")
    withExtendedLifetime((first, stores)) {}
  }
}
