import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Clearing a store", .hangGuard)
struct ClearTests {
  private let mock = MockEnvironment(store: RelayStore(configuration: RelayStore.Configuration(queryCacheExpirationTime: .seconds(1000))))
  private var environment: RelayEnvironment { mock.environment }
  private let query = CurrentUserToDoListQuery(id: "u1")

  @Test("nothing is left: records, times, invalidations, names, data from an archive, the release buffer")
  func everything() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = environment.store
    try environment.commitPayload(query, ToDoPayloads.user)
    try store.save(to: file)
    let released = environment.retain(CurrentUserToDoListQuery(id: "u2"))
    released.dispose()
    try environment.commitLocalUpdate { source in
      source["t1"]?.invalidateRecord()
      source.delete(dataID: "gone")
      source.create(dataID: "made", typeName: "OnlyHere")["onlyHere"] = 1
    }
    try store.restore(from: file)
    try environment.commitLocalUpdate { $0.invalidateStore() }
    store.clear()
    #expect(store.json == RelayStore().json)
    #expect(store.keys.count == 0)
    #expect(store.keys.nameCount == 0)
    store.state.withLock { state in
      #expect(state.records.names.liveCount == 1)
      #expect(state.retention.roots.isEmpty)
      #expect(state.retention.releaseBuffer.isEmpty)
      #expect(state.retention.restored.isEmpty)
      #expect(state.invalidations.all == nil)
      #expect(state.invalidations.records.isEmpty)
      #expect(state.records.typeRecords.isEmpty)
    }
    #expect(environment.check(query) == .missing)
    #expect(environment.read(query)?.user == nil)
    // A cleared store works like a new one.
    try environment.commitPayload(query, ToDoPayloads.user)
    #expect(environment.check(query).isAvailable)
    #expect(environment.read(query)?.user?.fragments.toDoList_user.todos?.count == 2)
  }

  @Test("live readers are notified, and follow later data")
  func liveReadings() throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let store = environment.store
    let list = try #require(environment.read(query)?.user?.fragment_ToDoList_user)
    let told = Recorder<Bool>()
    let snapshot = try #require(list.selector(ToDoList_user.definition).map { store.lookup($0) })
    #expect(snapshot.row != nil)
    let subscription = store.subscribe(snapshot) { told.append($0.row != nil) }
    store.clear()
    #expect(told.values == [false])
    try environment.commitPayload(query, ToDoPayloads.user)
    #expect(told.values == [false, true])
    subscription.dispose()
  }

  @Test("a view whose data is gone shows nothing rather than data without values, and reloads on request")
  @MainActor
  func views() async throws {
    let handle = environment.query(query)
    try await mock.resolve(mock.operation(query), data: ToDoPayloads.user)
    #expect(handle.result.data?.user?.id == "u1")
    environment.store.clear()
    await MockEnvironment.settle()
    guard case .success(nil) = handle.result else {
      Issue.record("\(handle.result)")
      return
    }
    let refetch = handle.refetch()
    guard case .loading = handle.result else {
      Issue.record("\(handle.result)")
      return
    }
    try await mock.resolve(mock.operation(query), data: ToDoPayloads.user)
    try await refetch.value
    #expect(handle.result.data?.user?.id == "u1")
  }

  @Test("retained operations stay retained: data fetched for them later is kept")
  func retained() throws {
    let retained = environment.retain(query)
    try environment.commitPayload(query, ToDoPayloads.user)
    environment.store.clear()
    try environment.commitPayload(query, ToDoPayloads.user)
    environment.store.collectGarbage()
    #expect(environment.check(query).isAvailable)
    retained.dispose()
  }

  @Test("optimistic updates end: none is applied again, and reverting one has no effect")
  func optimism() throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let first = environment.applyOptimistic { $0.create(dataID: "mine", typeName: "Todo")["text"] = "Mine" }
    let second = environment.applyOptimistic { $0["t1"]?["text"] = "Changed" }
    environment.store.clear()
    #expect(environment.store.json == RelayStore().json)
    #expect(environment.store.state.withLock { $0.records.undo == nil })
    try environment.commitPayload(query, ToDoPayloads.user)
    #expect(environment.store.json["mine"] == nil)
    #expect(environment.store.json["t1"]?["text"] == "Buy milk")
    first.dispose()
    second.dispose()
    #expect(environment.store.json["t1"]?["text"] == "Buy milk")
    #expect(!environment.queue.hasOptimisticUpdates)
    let third = environment.applyOptimistic { $0["t1"]?["text"] = "Later" }
    #expect(environment.store.json["t1"]?["text"] == "Later")
    third.dispose()
    #expect(environment.store.json["t1"]?["text"] == "Buy milk")
  }

  @Test("a query in flight fails and writes nothing; the same query is sent again, even before the old one has ended")
  func queriesUnderWay() async throws {
    let old = Task { try await environment.fetch(query) }
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    environment.store.clear()
    let new = Task { try await environment.fetch(query) }
    try await eventually { mock.pendingOperations.count >= 2 }
    try await mock.resolve(operation, data: ["user": ToDoPayloads.user("u1", todos: nil)])
    await #expect(throws: RelayError.storeCleared) { try await old.value }
    #expect(environment.store.json == RelayStore().json)
    try await mock.resolve(mock.operation(query), data: ["user": ToDoPayloads.user("u1", todos: nil)])
    #expect(try await new.value.user?.id == "u1")
    #expect(environment.store.json["u1"] != nil)
  }

  @Test("an answer that waits to be written when the store is cleared is not written, and nobody hears of it")
  func scheduledAnswers() throws {
    let test = TestStore()
    let answer = #"{"data":{"user":{"id":"u1","todos":null}}}"#
    let operation = query.descriptor
    let heard = Recorder<Bool>()
    let subscription = test.store.subscribe(test.store.lookup(operation)) { heard.append($0.row == nil) }
    defer { subscription.dispose() }
    func commit(generation: Int?) throws {
      test.queue.commitPayload(
        operation, try test.normalize(operation, answer), updater: { _ in heard.append(false) }, generation: generation)
    }
    try commit(generation: test.store.generation)
    test.store.clear()
    #expect(test.queue.run(source: operation).isEmpty)
    #expect(test.store.json == RelayStore().json && !heard.values.contains(false))
    // One of this generation is.
    try commit(generation: test.store.generation)
    test.queue.run(source: operation)
    #expect(test.record("u1") != nil && heard.values.contains(false))
  }

  @Test("a mutation in flight fails when its answer arrives, and neither its answer nor its updater changes the store")
  func mutationsUnderWay() async throws {
    let ran = Recorder<Bool>()
    let mutation = Task {
      try await environment.commit(
        RenameTodoMutation(id: "t1", text: "New"), optimisticResponse: ["renameTodo": ["todo": ["id": "t1", "text": "New"]]],
        updater: { _ in ran.append(true) })
    }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(environment.store.json["t1"]?["text"] == "New")
    environment.store.clear()
    #expect(environment.store.json == RelayStore().json)
    try await mock.resolve(operation, data: ["renameTodo": ["todo": ["id": "t1", "text": "New"]]])
    await #expect(throws: RelayError.storeCleared) { try await mutation.value }
    #expect(environment.store.json == RelayStore().json)
    #expect(ran.values.isEmpty)
  }

  @Test("a subscription ends with its next event, and deferred delivery with its next part")
  func streamsUnderWay() async throws {
    let events = Task {
      var kinds: [String] = []
      do {
        for try await event in environment.subscribe(TodoChangedSubscription()) { kinds.append(event.change?.kind ?? "") }
      } catch { kinds.append("\(error)") }
      return kinds
    }
    let subscription = try await mock.nextOperation(TodoChangedSubscription.self)
    try await mock.nextValue(subscription, data: ["change": ["kind": "ADDED", "todo": ["id": "t1", "text": "T"]]])
    let deferred = Task { try await environment.fetch(IncrementalDeliveryTests.query) }
    let parts = try await mock.nextOperation(DeferredUserQuery.self)
    try await mock.nextValue(parts, ["data": IncrementalDeliveryTests.me, "hasNext": true])
    environment.store.clear()
    try await mock.nextValue(subscription, data: ["change": ["kind": "REMOVED", "todo": ["id": "t1", "text": "T"]]])
    try await mock.nextValue(
      parts, ["label": IncrementalDeliveryTests.deferLabel, "path": ["me"], "data": ["name": "Ada", "friend": nil], "hasNext": false])
    #expect(await events.value == ["ADDED", "storeCleared"])
    await #expect(throws: RelayError.storeCleared) { try await deferred.value }
    #expect(environment.store.json == RelayStore().json)
  }

  @Test("values already returned keep their contents")
  func values() throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let data = try #require(environment.read(query))
    environment.store.clear()
    #expect(data.user?.fragments.toDoList_user.todos?.map { $0.fragments.toDoItem_todo.text } == ["Buy milk", "Feed the cat"])
  }

  @Test("called by an updater, it takes effect when the updater has returned; in a batch, at once")
  func insideUpdaters() throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let seen = Recorder<JSON>()
    try environment.commitLocalUpdate { [environment] store in
      environment.store.clear()
      seen.append(store["t1"]?["text"] ?? .null)
      store["t1"]?["text"] = "written by the updater"
      store.create(dataID: "made", typeName: "Todo")["text"] = "made"
    }
    #expect(seen.values == ["Buy milk"])
    #expect(environment.store.json == RelayStore().json)
    try environment.commitPayload(query, ToDoPayloads.user)
    let told = Recorder<Bool>()
    let subscription = environment.store.subscribe(environment.store.lookup(query.descriptor)) { _ in told.append(true) }
    try environment.batchUpdates {
      environment.store.clear()
      #expect(environment.store.json == RelayStore().json)
      try environment.commitPayload(query, ToDoPayloads.user)
      #expect(told.values.isEmpty)
    }
    #expect(environment.check(query).isAvailable)
    subscription.dispose()
  }

  @Test("during a collection, clearing is safe")
  func collectionUnderWay() throws {
    let steps = Recorder<@Sendable () -> Void>()
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.schedule = { steps.append($0) }
    let test = TestStore(configuration)
    let kept = [test.store.retain(ByteKeyTests.operation("1")), test.store.retain(ByteKeyTests.operation("2"))]
    for id in ["1", "2"] { try test.publish(ByteKeyTests.operation(id), ByteKeyTests.response(id, name: "N")) }
    test.store.scheduleCollection()
    steps.values[0]()
    test.store.clear()
    try test.publish(ByteKeyTests.operation("1"), ByteKeyTests.response("1", name: "New"))
    var done = 1
    while done < steps.values.count {
      steps.values[done]()
      done += 1
    }
    #expect(test.record("1")?["name"] == "New")
    #expect(test.record("2") == nil)
    withExtendedLifetime(kept) {}
  }

  @Test("writers, readers and clearing concurrently")
  func threads() async {
    let end = ContinuousClock.now + .seconds(stressSeconds)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask { [environment, query] in
          repeat {
            switch number {
            case 0: environment.store.clear()
            case 1: _ = environment.read(query)?.user?.fragments.toDoList_user.todos?.map { $0.fragments.toDoItem_todo.text }
            case 2: environment.applyOptimistic { $0["t1"]?["text"] = "Mine" }.dispose()
            default: try? environment.commitPayload(query, ToDoPayloads.user)
            }
            await Task.yield()
          } while ContinuousClock.now < end
        }
      }
    }
    environment.store.clear()
    #expect(environment.store.json == RelayStore().json)
  }
}
