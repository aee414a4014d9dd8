import Foundation
import RelayDurableStore
import RelayOutbox
import RelayRuntime

/// One run of an app with a store and an outbox on disk, which the scenario kills: `--outbox FOLDER URL SEED COUNT`, or COUNT `finish` to
/// run until nothing is left.
///
/// Prints `stored TEXT` when a mutation is stored, and `retried TEXT` or `discarded TEXT` before it decides about one. TEXT is in the mutation's
/// variables. At the end `shown` follows, with the to-dos in the store as JSON.
struct OutboxWorker {
  static let argument = "--outbox"

  private let client: RelayEnvironment
  private let outbox: Outbox
  private let seed: UInt64

  static func run(_ arguments: [String]) async {
    guard arguments.count == 4, let url = URL(string: arguments[1]), let seed = UInt64(arguments[2]) else { exit(64) }
    do {
      let worker = try await OutboxWorker(folder: URL(filePath: arguments[0]), url, seed)
      if let count = Int(arguments[3]) { try await worker.work(count) } else { try await worker.finish() }
    } catch {
      say("failed \(error)")
      exit(1)
    }
  }

  private init(folder: URL, _ url: URL, _ seed: UInt64) async throws {
    let store = try await RelayStore.open(DurableFolder(folder.appending(path: "store"), owner: "ada"))
    client = RelayEnvironment(network: HTTPNetwork(url: url), store: store)
    var configuration = Outbox.Configuration()
    configuration.initialDelay = .milliseconds(10)
    configuration.maximumDelay = .milliseconds(50)
    outbox = try await Outbox.open(
      folder.appending(path: "outbox"), owner: "ada", environment: client,
      mutations: [AddTodoMutation.self, RemoveTodoMutation.self, RenameMutation.self], configuration: configuration)
    self.seed = seed
  }

  private func connection() async throws -> String {
    if let known = client.read(OutboxQuery())?.viewer.todos.__id { return known }
    return try await client.fetch(OutboxQuery()).viewer.todos.__id
  }

  // MARK: Working

  private func work(_ count: Int) async throws {
    let retained = client.retain(OutboxQuery())
    var random = SeededNumbers(state: seed)
    let connection = try await connection()
    for number in 0..<count {
      let delivery: OutboxPolicy.Delivery = random.next() % 2 == 0 ? .atMostOnce : .atLeastOnce
      let text = "\(delivery == .atMostOnce ? "most" : "least")-\(seed)-\(number)"
      let policy = OutboxPolicy(delivery: delivery)
      switch random.next() % 4 {
      case 0: try await outbox.enqueue(RenameMutation(name: text), policy: policy)
      case 1:
        guard let todo = client.read(OutboxQuery())?.viewer.todos.first(where: { !outbox.isPending($0.id) }) else { fallthrough }
        try await outbox.enqueue(
          RemoveTodoMutation(id: todo.id, connections: [connection]), optimisticResponse: ["removeTodo": ["removedId": .string(todo.id)]],
          policy: policy)
        // The variables of this one have no text.
        continue
      default:
        let edge: JSON = ["cursor": "", "node": ["id": .string(text), "text": .string(text), "done": false]]
        try await outbox.enqueue(
          AddTodoMutation(input: AddTodoInput(text: text), connections: [connection]),
          optimisticResponse: ["addTodo": ["todoEdge": edge]], policy: policy)
      }
      say("stored \(text)")
      for entry in outbox.entries where entry.status.needsDecision {
        let isRetried = random.next() % 2 == 0
        say("\(isRetried ? "retried" : "discarded") \(Self.text(entry))")
        if isRetried { try await entry.retry() } else { try await entry.discard() }
      }
    }
    say("waiting")
    try await Task.sleep(for: .seconds(3600))
    withExtendedLifetime(retained) {}
  }

  private static func text(_ entry: AnyOutboxEntry) -> String {
    entry.variables["input"]?["text"]?.stringValue ?? entry.variables["name"]?.stringValue ?? "removal"
  }

  // MARK: The end

  private func finish() async throws {
    let retained = client.retain(OutboxQuery())
    for await entries in outbox.changes() {
      if entries.isEmpty { break }
      for entry in entries where entry.status.needsDecision {
        say("discarded \(Self.text(entry))")
        try await entry.discard()
      }
    }
    _ = try await client.fetch(OutboxQuery(), fetchPolicy: .networkOnly)
    try await client.store.flush()
    guard let viewer = client.read(OutboxQuery())?.viewer else { throw Failure("there is nothing in the store") }
    let todos = JSON.array(viewer.todos.map { ["id": .string($0.id), "text": .string($0.text)] })
    let shown: JSON = ["name": .string(viewer.name), "todos": todos]
    say("shown \(String(decoding: shown.data, as: UTF8.self))")
    try await outbox.close()
    withExtendedLifetime(retained) {}
  }
}

/// Numbers that are the same for the same seed.
private struct SeededNumbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
