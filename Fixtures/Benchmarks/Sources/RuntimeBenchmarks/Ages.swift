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
  /// Each work with ages, to the same work without. A store without ages comes second, so that both are in the same state.
  static func ages() throws {
    let data = FeedResponse.make(stories: stories)
    let operations = [FeedWithAges.operation, FeedQuery().descriptor]
    // A response that is new, and one that a store has.
    let stores = try operations.map { operation in
      let store = RelayStore()
      let queue = PublishQueue(store: store)
      try publish(data, into: store, queue, operation)
      return (store: store, queue: queue, operation: operation)
    }
    let responses = compare(
      rounds: 30,
      operations.map { operation in
        {
          let store = RelayStore()
          try? publish(data, into: store, PublishQueue(store: store), operation)
          return store.lookup(operation).seenRecords.count
        }
      }
        + stores.map { test in
          {
            try? publish(data, into: test.store, test.queue, test.operation)
            return 1
          }
        })
    report("response, with ages / without", responses[0], per: responses[1], budget: 1.2)
    report("the same response once more, with ages / without", responses[2], per: responses[3], budget: 1.2)
    let checks = compare(
      rounds: 100,
      stores.map { test in { test.store.check(test.operation).isAvailable ? 1 : 0 } }
        + stores.map { test in { test.store.lookup(test.operation).seenRecords.count } })
    report("whether a list is there, and how old it is / whether it is there", checks[0], per: checks[1], budget: 4)
    report("reading the list, with ages / without", checks[2], per: checks[3], budget: 1.03)
    try notifying(stores)
  }

  /// A change of one story, until the row that shows it has been notified.
  private static func notifying(_ stores: [(store: RelayStore, queue: PublishQueue, operation: OperationDescriptor)]) throws {
    nonisolated(unsafe) var counter = 0  // Changed by the one thread that measures, inside the call.
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
    let parts = compare(
      rounds: 20,
      stores.map { test in
        {
          for _ in 0..<1000 {
            counter &+= 1
            let value = counter
            test.queue.commitUpdate { $0["Story:0"]?["title"] = .string("title \(value)") }
            test.queue.run()
          }
          return counter
        }
      })
    report("1,000 notifications, 1,000 fragments mounted, with ages / without", parts[0], per: parts[1], budget: 1.05)
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
