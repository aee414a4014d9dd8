import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// What an app's code may do with the store while it runs under the writers' lock: in updaters, handlers and missing field handlers.
@Suite("Inside updaters", .hangGuard)
struct InsideUpdatersTests {
  /// The places where an app's code runs under the lock.
  enum Place: String, CaseIterable, Sendable {
    case update, optimisticUpdate, mutationUpdater, handler, missingFieldHandler, batch
  }

  /// An action to perform there; it also observes the effects of earlier actions.
  typealias Action = @Sendable (RelayEnvironment) throws -> Void

  private struct ActionHandler: FieldHandler {
    let body: @Sendable () throws -> Void
    func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws { try body() }
  }

  private static let handled = OperationDescriptor(
    Plans.operation(
      "HandledMutation", kind: .mutation, type: "Mutation",
      normalization: [.linked("do", of: "Payload", [.scalar("value", "S"), .scalarHandle("value", "action")])]))
  private static let missing = OperationDescriptor(
    Plans.operation(
      "MissingQuery",
      normalization: [.linked("missing", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S")])],
      reader: [.linked("missing", of: "Todo", [.scalar("text", "S")])]))

  private let query = CurrentUserToDoListQuery(id: "u1")

  /// Runs `action` at a place, in an environment that contains a to-do list.
  ///
  /// - Returns: the environment, and the warnings in its log.
  @discardableResult
  private func run(
    _ place: Place, in store: RelayStore = RelayStore(), _ action: @escaping Action
  ) throws -> (environment: RelayEnvironment, warnings: [String]) {
    let warnings = Recorder<String>()
    let done = Recorder<Bool>()
    // The environment is part of its own configuration.
    let reference = store.hostReference
    @Sendable func act() throws {
      guard let environment = (reference.host as? RelayEnvironment) else { return }
      done.append(true)
      // A handler that is called again for data that it reads itself would recurse endlessly.
      if done.values.count == 1 { try action(environment) }
    }
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) }, store: store,
      configuration: .init(
        missingFieldHandlers: place == .missingFieldHandler
          ? [
            MissingFieldHandler(.linked) { field, _, _ in
              guard field.name == "missing" else { return nil }
              do { try act() } catch { warnings.append("\(error)") }
              return "t2"
            }
          ] : [.node],
        handlers: { name in name == "action" ? ActionHandler { try act() } : DefaultHandlers.handler(name) },
        log: { if case .warning(let text) = $0 { warnings.append(text) } }))
    try environment.commitPayload(query, ToDoPayloads.user)
    let kept = environment.retain(query)
    switch place {
    case .update: try environment.commitLocalUpdate { _ in try act() }
    case .optimisticUpdate: environment.applyOptimistic { _ in try act() }.dispose()
    case .mutationUpdater:
      environment.queue.commitPayload(
        Self.handled, try TestStore(store: store, queue: environment.queue).normalize(Self.handled, #"{"data":{"do":{"value":"x"}}}"#),
        updater: { _ in try act() })
      environment.queue.run()
    case .handler: try environment.commitPayload(Self.handled, ["do": ["value": "x"]])
    case .missingFieldHandler:
      #expect(environment.check(Self.missing).isAvailable)
      #expect(store.lookup(Self.missing).row?.json == ["missing": ["text": "Feed the cat"]])
    case .batch: try environment.batchUpdates { try act() }
    }
    #expect(!done.values.isEmpty)
    withExtendedLifetime(kept) {}
    return (environment, warnings.values)
  }

  @Test("reading an operation, a fragment, the records and invalidations returns the published state", .cases)
  func reading() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().reading($0) }
  }

  func reading(_ place: Place) throws {
    let (query, read) = (query, Recorder<[String]>())
    let (_, warnings) = try run(place) { environment in
      let data = environment.read(query)
      read.append(data?.user?.fragments.toDoList_user.todos?.map { $0.fragments.toDoItem_todo.text } ?? [])
      #expect(environment.store.json["t1"]?["text"] == "Buy milk")
      #expect(environment.store.lookupInvalidationState(["t1"]).invalidatedAt == nil)
    }
    #expect(read.values == [["Buy milk", "Feed the cat"]])
    #expect(warnings.isEmpty)
  }

  @Test("checking an operation's availability uses the published state", .cases)
  func checking() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().checking($0) }
  }

  func checking(_ place: Place) throws {
    let query = query
    let (environment, warnings) = try run(place) { environment in
      #expect(environment.check(query).isAvailable)
      // Missing field handlers are not called again, or their values count later.
      #expect(environment.check(Self.missing) == .missing)
      let node = OperationDescriptor(AvailabilityTests.node, variables: ["id": "t2", "full": false])
      _ = environment.check(node)
    }
    #expect(environment.check(query).isAvailable)
    #expect(warnings.isEmpty)
  }

  @Test("fetching from the store begins there, and ends when the lock has been released", .cases)
  func fetching() async {
    await eachCase(of: Place.allCases) { try await InsideUpdatersTests().fetching($0) }
  }

  func fetching(_ place: Place) async throws {
    let (query, tasks) = (query, Recorder<Task<String?, any Error>>())
    let (_, warnings) = try run(place) { environment in
      tasks.append(Task { try await environment.fetch(query, fetchPolicy: .storeOnly).user?.id })
    }
    for task in tasks.values { #expect(try await task.value == "u1") }
    #expect(tasks.values.count == 1)
    #expect(warnings.isEmpty)
  }

  @Test("retaining and releasing", .cases)
  func retaining() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().retaining($0) }
  }

  func retaining(_ place: Place) throws {
    let query = query
    let store = RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: 0))
    let held = Recorder<RelayDisposable>()
    let (environment, warnings) = try run(place, in: store) { environment in
      environment.retain(query).dispose()
      held.append(environment.retain(query))
    }
    environment.store.collectGarbage()
    #expect(environment.check(query).isAvailable)
    for disposable in held.values { disposable.dispose() }
    environment.store.collectGarbage()
    #expect(environment.check(query) == .missing)
    #expect(warnings.isEmpty)
  }

  @Test("subscribing and ending a subscription; subscribers are notified when the lock has been released", .cases)
  func subscribing() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().subscribing($0) }
  }

  func subscribing(_ place: Place) throws {
    let (query, told) = (query, Recorder<String>())
    let held = Recorder<RelayDisposable>()
    let (environment, _) = try run(place) { environment in
      let snapshot = environment.store.lookup(query.descriptor)
      environment.store.subscribe(snapshot) { _ in told.append("never") }.dispose()
      held.append(environment.store.subscribe(snapshot) { _ in told.append("told") })
      try environment.commitPayload(query, ["user": nil])
      if place != .batch { told.append("still inside") }
    }
    #expect(told.values == (place == .batch ? ["told"] : ["still inside", "told"]))
    withExtendedLifetime((environment, held)) {}
  }

  @Test("a change to the store waits for the end of the current work, and its error is in the log", .cases)
  func changing() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().changing($0) }
  }

  func changing(_ place: Place) throws {
    let seen = Recorder<JSON>()
    let (environment, warnings) = try run(place) { environment in
      try environment.commitLocalUpdate { $0["t1"]?["text"] = "Changed" }
      seen.append(environment.store.json["t1"]?["text"] ?? .null)
      do {
        try environment.commitLocalUpdate { _ in throw RelayError.noEnvironment }
        seen.append("no error")
      } catch { seen.append("an error") }
      let optimistic = environment.applyOptimistic { $0["t2"]?["text"] = "Optimistic" }
      environment.applyOptimistic { $0["t2"]?["text"] = "Never" }.dispose()
      environment.batchUpdates {}
      environment.store.collectGarbage()
      _ = optimistic
    }
    #expect(environment.store.json["t1"]?["text"] == "Changed")
    #expect(environment.store.json["t2"]?["text"] == "Feed the cat")
    // A batch is not a change by itself, so changes in it are visible immediately. The same is true in a missing field handler.
    let isAtOnce = place == .batch || place == .missingFieldHandler
    #expect(seen.values == (isAtOnce ? ["Changed", "an error"] : ["Buy milk", "no error"]))
    #expect(warnings.count == 1)
  }

  @Test("garbage collection follows, and collects nothing that is in use", .cases)
  func collecting() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().collecting($0) }
  }

  func collecting(_ place: Place) throws {
    let (environment, warnings) = try run(place) { environment in
      environment.store.collectGarbage()
      environment.store.collectGarbage()
    }
    #expect(environment.check(query).isAvailable)
    #expect(warnings.isEmpty)
  }

  @Test("saving writes the published state, restoring adds it below", .cases)
  func archives() {
    eachCase(of: Place.allCases) { try InsideUpdatersTests().archives($0) }
  }

  func archives(_ place: Place) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let told = Recorder<String>()
    let (environment, warnings) = try run(place) { environment in
      try environment.store.save(to: file)
      try environment.store.restore(from: file)
      #expect(throws: CocoaError.self) { try environment.store.restore(from: file.appendingPathExtension("none")) }
    }
    #expect(environment.store.json["t1"]?["text"] == "Buy milk")
    let fresh = RelayStore()
    try fresh.restore(from: file)
    #expect(fresh.json["t1"]?["text"] == "Buy milk")
    #expect(warnings.isEmpty && told.values.isEmpty)
  }

  @Test("clearing", .cases)
  func clearing() {
    eachCase(of: Place.allCases.filter { $0 != .missingFieldHandler }) { try InsideUpdatersTests().clearing($0) }
  }

  func clearing(_ place: Place) throws {
    let store = RelayStore()
    do {
      let (_, warnings) = try run(place, in: store) { $0.store.clear() }
      #expect(warnings.isEmpty && place != .handler)
    } catch RelayError.storeCleared {
      // The payload for which the handler was called has been cleared, too.
      #expect(place == .handler)
    }
    #expect(store.json == RelayStore().json)
  }

  @Test("clearing in a missing field handler: its values are then written to the empty store, or not at all")
  func clearingWhileSupplying() throws {
    let store = RelayStore()
    let reference = store.hostReference
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) }, store: store,
      configuration: .init(missingFieldHandlers: [
        MissingFieldHandler(.linked) { _, _, _ in
          (reference.host as? RelayEnvironment)?.store.clear()
          return "t2"
        }
      ]))
    try environment.commitPayload(query, ToDoPayloads.user)
    #expect(environment.check(Self.missing) == .missing)
    #expect(store.json["t2"] == nil)
  }

  @Test("a missing field handler that checks its own field is not called recursively")
  func recursion() throws {
    let store = RelayStore()
    let (reference, count) = (store.hostReference, Recorder<Bool>())
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) }, store: store,
      configuration: .init(missingFieldHandlers: [
        MissingFieldHandler(.linked) { _, _, _ in
          count.append(true)
          #expect((reference.host as? RelayEnvironment)?.check(Self.missing) == .missing)
          return nil
        }
      ]))
    #expect(environment.check(Self.missing) == .missing)
    #expect(count.values.count == 1)
    // On another thread, a separate check calls it.
    #expect(environment.check(Self.missing) == .missing)
    #expect(count.values.count == 2)
  }

  @Test("getDataID may read the store, and write to it")
  func getDataID() throws {
    let store = RelayStore()
    let (reference, seen) = (store.hostReference, Recorder<Bool>())
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) }, store: store,
      configuration: .init(getDataID: { object, _ in
        seen.append((reference.host as? RelayEnvironment)?.store.json["client:root"] != nil)
        try? (reference.host as? RelayEnvironment)?.commitLocalUpdate { $0.root["identified"] = true }
        return object.id
      }))
    try environment.commitPayload(query, ToDoPayloads.user)
    #expect(seen.values.allSatisfy { $0 } && !seen.values.isEmpty)
    #expect(store.json["client:root"]?["identified"] == true)
  }

  // MARK: Kept too long

  private final class Kept: @unchecked Sendable {
    // Used only by the thread that runs the updater.
    var store: RecordSourceProxy?
    var record: RecordProxy?
    var selector: RecordSourceSelectorProxy?
  }

  @Test("proxies kept by an updater read and write nothing afterwards, even if their places have been reused")
  func keptProxies() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0, automaticCollectionThreshold: nil))
    let kept = Kept()
    test.queue.commitUpdate { store in
      for index in 0..<10_000 { store.create(dataID: "r\(index)", typeName: "Todo")["text"] = "text" }
      kept.store = store
      kept.record = store["r9999"]
    }
    test.queue.run()
    let operation = ByteKeyTests.operation("1")
    let payload = try test.normalize(operation, ByteKeyTests.response("1", name: "Name"))
    test.queue.commitPayload(operation, payload, updater: { kept.selector = $0 })
    test.queue.run(source: operation)
    func touch() throws {
      let (store, record) = (try #require(kept.store), try #require(kept.record))
      #expect(record.dataID == "")
      #expect(record.typeName == "")
      #expect(record["text"] == nil)
      #expect(record.value("text", as: String.self) == nil)
      record["text"] = "changed"
      record.setValue("changed", for: "text")
      #expect(record.linkedRecord("link") == nil)
      #expect(record.linkedRecords("links") == nil)
      record.setLinkedRecord(record, for: "link")
      record.setLinkedRecords([record, nil], for: "links")
      _ = record.getOrCreateLinkedRecord("link", typeName: "Todo")
      record.copyFields(from: record)
      record.invalidateRecord()
      #expect(store["r0"] == nil)
      _ = store.root["x"]
      store.root["x"] = 1
      _ = store.create(dataID: "made", typeName: "Todo")["text"]
      store.delete(dataID: "r0")
      store.invalidateStore()
      _ = store.readUpdatableFragment(UpdatableTodo.self, on: record)
      let selector = try #require(kept.selector)
      #expect(selector.rootField("user") == nil)
      #expect(selector.pluralRootField("user") == nil)
      _ = ConnectionHandler.default.connection(record, key: "K")
      ConnectionHandler.default.insert(connection: record, edge: record)
      ConnectionHandler.default.delete(connection: record, nodeID: "x")
      _ = ConnectionHandler.default.createEdge(store, connection: record, node: record, type: "Edge")
      _ = ConnectionHandler.default.buildConnectionEdge(store, connection: record, edge: record)
      #expect(record == record)
    }
    let before = test.store.json
    try touch()
    #expect(test.store.json == before)
    test.store.collectGarbage()
    #expect(test.store.state.withLock { $0.records.entries.count } < 100)
    let after = test.store.json
    try touch()
    #expect(test.store.json == after)
    #expect(test.store.state.withLock { $0.records.names.liveCount } <= 4)
  }

  private struct UpdatableTodo: GraphQLUpdatableFragment, Hashable {
    static let definition = Plans.fragment("UpdatableTodo", on: "Todo", [.scalar("text", "S")])
    let fragmentPointer: FragmentPointer
    init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
    struct Data: Generated.UpdatableSelectionSet {
      let __record: Generated.UpdatableRecord
    }
  }
}
