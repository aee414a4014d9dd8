// The runtime's budgets. Each is a ratio measured in one run:
//   swift run -c release -Xswiftc -enable-testing --package-path Fixtures/Benchmarks RuntimeBenchmarks [response|connections|list|rereading|publishing|notifying|views|ages|layers|--memory [held|ages|without|fetches [COUNT]|events [COUNT]]]
import Foundation
import Observation

@testable import RelayRuntime

@main
enum RuntimeBenchmarks {
  static func main() async throws {
    if let memory = CommandLine.arguments.firstIndex(of: "--memory") {
      let rest = CommandLine.arguments[(memory + 1)...]
      let count = rest.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
      switch rest.first {
      case "fetches": return try await fetches(max(count, early))
      case "events": return try await events(max(count, early))
      case "ages", "without": return try self.memory(ofAges: rest.first == "ages")
      case let what: return try self.memory(isHeld: what == "held")
      }
    }
    let only = CommandLine.arguments.dropFirst().first
    if only == nil || only == "response" { try response() }
    if only == nil || only == "list" { try list() }
    if only == nil || only == "rereading" { try rereading() }
    if only == nil || only == "publishing" { try publishing() }
    if only == nil || only == "notifying" { try notifying() }
    if only == nil || only == "views" { try views() }
    if only == nil || only == "ages" { try ages() }
    if only == nil || only == "layers" { layers() }
    if only == nil || only == "connections" { try keepingMemory(for: "connections") { connections() } }
  }

  /// The document has been released when the payload exists.
  static func normalize(_ data: Data, _ operation: OperationDescriptor, _ keys: KeyTable) throws -> NormalizedPayload {
    let document = try JSONDocument(data)
    let position = document.withCursor { $0.find("data", in: 0) }
    return try Normalizer.normalize(
      ResponsePart(document, at: position, of: operation), keys: keys, options: .init(isResponse: true))
  }

  static func publish(_ data: Data, into store: RelayStore, _ queue: PublishQueue, _ operation: OperationDescriptor) throws {
    queue.commitPayload(operation, try normalize(data, operation, store.keys))
    queue.run(source: operation)
  }

  static func readAll(_ feed: FeedQuery.Data.StoryConnection_feed) -> Int {
    var sum = 0
    for story in feed {
      sum &+= story.id.utf8.count &+ story.title.utf8.count &+ story.body.utf8.count &+ story.score &+ Int(story.rating)
      sum &+= (story.isRead ? 1 : 0) &+ story.tags.count &+ story.author.name.utf8.count &+ story.size.width &+ story.size.height
    }
    return sum
  }

  static func readAll(_ response: PlainResponse) -> Int {
    var sum = 0
    for edge in response.data.feed?.edges ?? [] {
      guard let story = edge?.node else { continue }
      sum &+= story.id.utf8.count &+ story.title.utf8.count &+ story.body.utf8.count &+ story.score &+ Int(story.rating)
      sum &+= (story.isRead ? 1 : 0) &+ story.tags.count &+ story.author.name.utf8.count &+ story.size.width &+ story.size.height
    }
    return sum
  }

  /// The data of a row of a list.
  struct Shown {
    let id: String
    let title: String
    let body: String
    let score: Int
    let rating: Double
    let isRead: Bool
    let tags: [String]
    let author: String
    let width: Int
    let height: Int
  }

  static func show(_ feed: FeedQuery.Data.StoryConnection_feed) -> Int {
    var shown: [Shown] = []
    shown.reserveCapacity(feed.count)
    for story in feed {
      let size = story.size
      shown.append(
        Shown(
          id: story.id, title: story.title, body: story.body, score: story.score, rating: story.rating, isRead: story.isRead,
          tags: story.tags, author: story.author.name, width: size.width, height: size.height))
    }
    return shown.count
  }

  static func show(_ response: PlainResponse) -> Int {
    let edges = response.data.feed?.edges ?? []
    var shown: [Shown] = []
    shown.reserveCapacity(edges.count)
    for edge in edges {
      guard let story = edge?.node else { continue }
      shown.append(
        Shown(
          id: story.id, title: story.title, body: story.body, score: story.score, rating: story.rating, isRead: story.isRead,
          tags: story.tags, author: story.author.name, width: story.size.width, height: story.size.height))
    }
    return shown.count
  }

  static let stories = 2700

  static func response() throws {
    let data = FeedResponse.make(stories: stories)
    print("response of \(data.count) bytes")
    let operation = FeedQuery().descriptor
    let parts = compare(
      rounds: 30,
      [
        {
          let store = RelayStore()
          let queue = PublishQueue(store: store)
          try? publish(data, into: store, queue, operation)
          guard let row = store.capture(store.selector(operation)).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed
          else {
            return 0
          }
          return readAll(feed)
        },
        { (try? JSONDecoder().decode(PlainResponse.self, from: data)).map { readAll($0) } ?? 0 },
        { ((try? JSONDocument(data))?.tape.tokens.count) ?? 0 },
        { (try? normalize(data, operation, KeyTable()))?.records.records.count ?? 0 },
      ])
    report("bytes → store → typed reads / JSONDecoder → structs", parts[0], per: parts[1], budget: 0.5)
    print("  of which: tape \(parts[2]) µs, tape and normalization \(parts[3]) µs")
  }

  /// Runs `body` in a process that keeps the memory it has freed.
  ///
  /// Glibc's allocator gives memory back to the system, and gets it again, from a size on that depends on earlier requests. So the larger of two
  /// sizes could pay for that alone.
  static func keepingMemory(for name: String, _ body: () -> Void) throws {
    var environment = ProcessInfo.processInfo.environment
    let (variables, limit) = (["MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"], "1000000000")
    if variables.allSatisfy({ environment[$0] == limit }) { return body() }
    for variable in variables { environment[variable] = limit }
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [name]
    process.environment = environment
    try process.run()
    process.waitUntilExit()
  }

  /// Lists with `@connection`: from the bytes of a response to the data that a view reads. The stores collect no garbage, because a
  /// collection takes time only from some size on.
  static func connections() {
    func taking(_ data: Data, _ definition: OperationDefinition) -> () -> Int {
      let operation = OperationDescriptor(definition)
      return {
        let store = RelayStore(configuration: RelayStore.Configuration(automaticCollectionThreshold: nil))
        try? publish(data, into: store, PublishQueue(store: store), operation)
        return store.capture(store.selector(operation)).row?.count ?? 0
      }
    }
    let feed = Connections.feedResponse(posts: 100, comments: 20)
    let parts = compare(rounds: 100, [taking(feed, Connections.feed), taking(feed, Connections.plainFeed)])
    report("100 posts with 20 comments: with @connection / without", parts[0], per: parts[1], budget: 2)
    for (name, count) in [("1,000 connections / 500", 500), ("8,000 connections / 4,000", 4000)] {
      let parts = compare(rounds: 20, [2 * count, count].map { taking(Connections.friendsResponse($0), Connections.friends) })
      report(name, parts[0], per: parts[1], budget: 2.2)
    }
  }

  static func list() throws {
    let data = FeedResponse.make(stories: 1000)
    let operation = FeedQuery().descriptor
    let store = RelayStore()
    let queue = PublishQueue(store: store)
    try publish(data, into: store, queue, operation)
    let plain = try JSONDecoder().decode(PlainResponse.self, from: data)
    let selector = store.selector(operation)
    guard let row = store.lookup(selector).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed else { return }
    let parts = compare(
      rounds: 300,
      [
        { show(feed) },
        { show(plain) },
        {
          guard let row = store.lookup(selector).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed else { return 0 }
          return show(feed)
        },
        { store.lookup(selector).row?.count ?? 0 },
        { store.capture(selector).row?.count ?? 0 },
        { (try? normalize(data, operation, store.keys))?.records.records.count ?? 0 },
      ])
    report("1,000-edge list that was read / the same as structs", parts[0], per: parts[1], budget: 5)
    report("1,000-edge list, read from the store for the first time / structs", parts[2], per: parts[1], budget: 6)
    report("1,000 edges handed out, with the fragment on each / reading them without", parts[4], per: parts[3], budget: 2)
    print("  handing out \(parts[4]) µs, reading without fragments \(parts[3]) µs, normalizing \(parts[5]) µs")
  }

  /// A mounted list in which one story changes repeatedly: the cost of a change until the list's subscriber has been notified.
  static func rereading() throws {
    let operation = FeedQuery().descriptor
    nonisolated(unsafe) var counter = 0  // Changed by the one thread that measures, inside the call.
    var mounted: [RelayDisposable] = []
    var bodies: [() -> Int] = []
    for count in [1000, 10_000] {
      let store = RelayStore()
      let queue = PublishQueue(store: store)
      try publish(FeedResponse.make(stories: count), into: store, queue, operation)
      let selector = store.selector(operation)
      mounted.append(store.subscribe(store.lookup(selector)) { _ in sink &+= 1 })
      bodies.append {
        counter &+= 1
        let value = counter
        queue.commitUpdate { $0["Story:500"]?["title"] = .string("title \(value)") }
        queue.run()
        return value
      }
      bodies.append { store.lookup(selector).seenRecords.count }
    }
    let parts = compare(rounds: 200, bodies)
    report("one of 1,000 mounted edges changed / reading all", parts[0], per: parts[1], budget: 0.1)
    report("one of 10,000 mounted edges changed / reading all", parts[2], per: parts[3], budget: 0.1)
    withExtendedLifetime(mounted) {}
  }

  static func publishing() throws {
    var stores: [(RelayStore, PublishQueue)] = []
    var retained: [RelayDisposable] = []
    for count in [1000, 10_000, 100_000] {
      let store = RelayStore()
      let queue = PublishQueue(store: store)
      retained.append(store.retain(ItemsQuery().descriptor))
      queue.commitUpdate { source in
        for index in 0..<count {
          let record = source.create(dataID: "Item:\(index)", typeName: "Item")
          record["id"] = .string("Item:\(index)")
          record["title"] = .string("The item with the number \(index)")
          record["done"] = false
        }
        source.root.setLinkedRecords((0..<count).map { source["Item:\($0)"] }, for: "items")
      }
      queue.run()
      stores.append((store, queue))
    }
    nonisolated(unsafe) var counter = 0  // Changed by the one thread that measures, inside the call.
    let bodies = stores.map { _, queue in
      {
        for _ in 0..<1000 {
          counter &+= 1
          let value = counter
          queue.commitUpdate { $0["Item:500"]?["title"] = .string("title \(value)") }
          queue.run()
        }
        return counter
      }
    }
    let parts = compare(rounds: 20, bodies)
    report("1,000 publications of one record into 10,000 / into 1,000", parts[1], per: parts[0], budget: 1.2)
    report("1,000 publications of one record into 100,000 / into 1,000", parts[2], per: parts[0], budget: 1.2)
    withExtendedLifetime(retained) {}
  }

  static func notifying() throws {
    let data = FeedResponse.make(stories: 1000)
    let operation = FeedQuery().descriptor
    func mounted(_ count: Int) throws -> (PublishQueue, [RelayDisposable], RelayStore) {
      let store = RelayStore()
      let queue = PublishQueue(store: store)
      try publish(data, into: store, queue, operation)
      var subscriptions: [RelayDisposable] = []
      if let row = store.lookup(operation).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed {
        for story in feed.prefix(count) {
          guard let selector = story.fragment_StoryRow.selector(StoryRow.definition) else { continue }
          let snapshot = store.lookup(selector)
          subscriptions.append(store.subscribe(snapshot) { _ in sink &+= 1 })
        }
      }
      return (queue, subscriptions, store)
    }
    let one = try mounted(1)
    let many = try mounted(1000)
    nonisolated(unsafe) var counter = 0  // Changed by the one thread that measures, inside the call.
    let bodies = [one.0, many.0].map { queue in
      {
        for _ in 0..<1000 {
          counter &+= 1
          let value = counter
          queue.commitUpdate { $0["Story:0"]?["title"] = .string("title \(value)") }
          queue.run()
        }
        return counter
      }
    }
    let parts = compare(rounds: 20, bodies)
    report("1,000 notifications, 1,000 fragments mounted / one", parts[1], per: parts[0], budget: 3)
    withExtendedLifetime((one, many)) {}
  }

  /// A row's data in an app that copies the server's data into its own models.
  @MainActor @Observable
  final class StoryModel {
    var id: String
    var title: String
    var isRead: Bool

    init(_ story: StoryRow.Data) { (id, title, isRead) = (story.id, story.title, story.isRead) }
  }

  /// 1,000 rows of a list whose data has not changed, each evaluated again as by SwiftUI: its property wrapper finds its handle, and the body
  /// reads three fields and is observed.
  @MainActor
  static func views() throws {
    let operation = FeedQuery().descriptor
    let store = RelayStore()
    let queue = PublishQueue(store: store)
    try publish(FeedResponse.make(stories: 1000), into: store, queue, operation)
    guard let row = store.lookup(operation).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed else { return }
    let fragments = feed.map { Fragment<StoryRow>($0.fragment_StoryRow) }
    let models = fragments.compactMap { $0.wrappedValue.map { StoryModel($0) } }
    func evaluate(_ body: () -> Int) -> Int { withObservationTracking(body) {} }
    let parts = compare(
      rounds: 100,
      [
        {
          MainActor.assumeIsolated {
            var sum = 0
            for fragment in fragments {
              sum &+= evaluate {
                guard let story = fragment.wrappedValue else { return 0 }
                return story.id.utf8.count &+ story.title.utf8.count &+ (story.isRead ? 1 : 0)
              }
            }
            return sum
          }
        },
        {
          MainActor.assumeIsolated {
            var sum = 0
            for model in models { sum &+= evaluate { model.id.utf8.count &+ model.title.utf8.count &+ (model.isRead ? 1 : 0) } }
            return sum
          }
        },
      ])
    report("1,000 evaluations with @Fragment / with an observable model", parts[0], per: parts[1], budget: 2)
  }

  /// Peak memory of one response, from before its bytes arrive until its data has been read, in a dedicated process.
  ///
  /// - Parameter isHeld: whether the bytes are kept until the end and therefore count.
  static func memory(isHeld: Bool) throws {
    let operation = FeedQuery().descriptor
    // Plans, tables and the first allocations already exist when the response arrives.
    let small = RelayStore()
    try publish(FeedResponse.make(stories: 2), into: small, PublishQueue(store: small), operation)
    sink &+= small.lookup(operation).row.map { $0.json.description.utf8.count } ?? 0
    let before = peakMemory()
    let store = RelayStore()
    var held: Data?
    if isHeld { held = FeedResponse.make(stories: stories) }
    let bytes = try receive(held, into: store, operation)
    if let row = store.lookup(operation).row, let feed = FeedQuery.Data(__row: Generated.RowReference(row)).feed { sink &+= readAll(feed) }
    withExtendedLifetime(held) {}
    let name = "peak memory of the response\(isHeld ? ", bytes held" : "") / its bytes"
    report(name, Double(peakMemory() - before), per: Double(bytes), budget: 6)
  }

  @inline(never)
  static func receive(_ held: Data?, into store: RelayStore, _ operation: OperationDescriptor) throws -> Int {
    let (payload, bytes) = try normalized(held, operation, store.keys)
    let queue = PublishQueue(store: store)
    queue.commitPayload(operation, consume payload)
    queue.run(source: operation)
    return bytes
  }

  @inline(never)
  static func normalized(_ held: Data?, _ operation: OperationDescriptor, _ keys: KeyTable) throws -> (NormalizedPayload, Int) {
    let data = held ?? FeedResponse.make(stories: stories)
    return (try normalize(data, operation, keys), data.count)
  }
}
