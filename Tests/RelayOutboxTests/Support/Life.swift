import Foundation
import RelayDurableStore
public import RelayOutbox
public import RelayRuntime

extension IncrementTodoMutation: OptimisticMutation {
  public static func apply(
    _ context: OptimisticContext, to store: RecordSourceSelectorProxy
  ) {
    guard let todo = store[context.variables.string("id")] else { return }
    todo["count"] = .int((todo["count"]?.intValue ?? 0) + 1)
  }
}

let allMutations: [any GraphQLMutation.Type] = [
  AddTodoMutation.self, RenameTodoMutation.self, IncrementTodoMutation.self, DeleteTodoMutation.self, UploadPhotoMutation.self,
]

let list = ConnectionHandler.default.connectionID(parentID: "client:root", key: "TodosQuery_todos")

/// One run of the app: an environment with the server's list, and an outbox.
struct Life: Sendable {
  let environment: RelayEnvironment
  let network: FaultyNetwork
  let outbox: Outbox
  private let server: TodoServer
  let retained: RelayDisposable

  /// - Parameter disk: where the store is kept. If there is one, the server's list is not asked for.
  init(
    _ server: TodoServer, _ storage: any OutboxStorage, files: URL? = nil, disk: MemoryDisk? = nil, network: FaultyNetwork? = nil,
    time: VirtualTime = VirtualTime(), mutations: [any GraphQLMutation.Type] = allMutations,
    _ change: @Sendable (inout Outbox.Configuration) -> Void = { _ in }
  ) async throws {
    var configuration = Outbox.Configuration()
    change(&configuration)
    self.network = network ?? FaultyNetwork(server)
    self.server = server
    if let disk {
      // Written only when the outbox asks for it.
      var durability = Durability()
      durability.flushInterval = .seconds(100_000)
      environment = RelayEnvironment(network: self.network, store: try await RelayStore.open(MemoryBackend(disk), durability: durability))
      retained = environment.retain(TodosQuery())
      _ = await environment.store.prepare(TodosQuery())
    } else {
      environment = RelayEnvironment(network: self.network)
      retained = environment.retain(TodosQuery())
      try environment.commitPayload(TodosQuery(), server.list)
    }
    outbox = try await Outbox.open(
      storage, filesFolder: files, environment: environment, mutations: mutations, configuration: configuration, timing: time.timing)
  }

  /// Asks for the server's list.
  func refresh() throws { try environment.commitPayload(TodosQuery(), server.list) }

  /// What is on the screen.
  var shown: [TodoServer.Todo] {
    (environment.read(TodosQuery())?.todos?.edges ?? []).compactMap { edge in
      edge?.node.map { TodoServer.Todo(id: $0.id, text: $0.text, count: $0.count) }
    }
  }

  /// Waits until the outbox has nothing to do by itself.
  @discardableResult
  func settle() async -> OutboxState {
    for await state in outbox.state {
      switch state {
      case .sending, .waiting, .offline: continue
      case .idle, .waitingForCredentials, .waitingForDecisions, .paused, .closed: return state
      }
    }
    return .closed
  }

  @discardableResult
  func add(_ id: String, text: String = "new", policy: OutboxPolicy = OutboxPolicy()) async throws -> OutboxEntry<AddTodoMutation> {
    try await outbox.enqueue(
      AddTodoMutation(id: id, text: text, connections: [list]),
      optimisticResponse: ["addTodo": ["todo": ["id": .string(id), "text": .string(text), "count": 0]]], policy: policy)
  }

  @discardableResult
  func rename(_ id: String, _ text: String, policy: OutboxPolicy = OutboxPolicy()) async throws -> OutboxEntry<RenameTodoMutation> {
    try await outbox.enqueue(
      RenameTodoMutation(id: id, text: text),
      optimisticResponse: ["renameTodo": ["todo": ["id": .string(id), "text": .string(text)]]], policy: policy)
  }

  @discardableResult
  func increment(_ id: String, policy: OutboxPolicy = OutboxPolicy()) async throws -> OutboxEntry<IncrementTodoMutation> {
    try await outbox.enqueue(IncrementTodoMutation(id: id), policy: policy)
  }

  @discardableResult
  func delete(_ id: String, policy: OutboxPolicy = OutboxPolicy()) async throws -> OutboxEntry<DeleteTodoMutation> {
    try await outbox.enqueue(
      DeleteTodoMutation(id: id, connections: [list]), optimisticResponse: ["deleteTodo": ["deletedId": .string(id)]], policy: policy)
  }
}
