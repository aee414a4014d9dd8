import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Updaters of a store on disk")
struct UpdaterTests {
  private static let rename = Plans.operation(
    "Rename", kind: .mutation, type: "Mutation",
    normalization: [.linked("rename", of: "User", [.scalar("id", "D"), .scalar("name", "S")])])

  @Test("an updater finds links, lists and fields that only the disk has")
  func committed() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    let runs = Recorder<Int>()
    try next.queue.update { store in
      runs.append(1)
      guard let user = store["u1"], let list = user.linkedRecords("list") else { return }
      user.linkedRecord("link")?["name"] = "Z"
      user.setLinkedRecords(list + [store["u2"]], for: "list")
    }
    // The user; its link and the item of its list; and then all of it.
    #expect((2...4).contains(runs.values.count))
    #expect(next.test.record("u2")?["name"] == "Z")
    #expect(next.test.record("u1")?["list"] == ["__refs": ["u3", nil, "u2"]])
    try await next.store.flush()
    next.kill()
    let last = try await DurableTestStore(disk)
    _ = await last.store.prepare(DurableStoreTests.query("u1"))
    #expect(last.test.record("u2")?["name"] == "Z")
    #expect(last.test.record("u1")?["list"] == ["__refs": ["u3", nil, "u2"]])
  }

  @Test("an updater whose records are in memory runs once, and so does one that reads what nobody has after that is known")
  func runsOnce() async throws {
    let next = try await DurableTestStore(try await DurableStoreTests.disk())
    await next.store.prepare(records: ["u1", "u2", "u9"])
    let runs = Recorder<Int>()
    try next.queue.update { store in
      runs.append(1)
      store["u1"]?.linkedRecord("link")?["name"] = "Z"
      store["u9"]?["name"] = "Z"
    }
    #expect(runs.values.count == 1)
  }

  @Test("an error of a run that lacked records is not thrown, and that of the last one is")
  func errors() async throws {
    struct Absent: Error {}
    let next = try await DurableTestStore(try await DurableStoreTests.disk())
    let environment = RelayEnvironment(network: NoNetwork(), store: next.store)
    try environment.commitLocalUpdate { store in
      guard let user = store["u1"] else { throw Absent() }
      user["name"] = "Z"
    }
    #expect(next.test.record("u1")?["name"] == "Z")
    #expect(throws: Absent.self) {
      try environment.commitLocalUpdate { store in
        guard store["u9"] != nil else { throw Absent() }
      }
    }
  }

  @Test("a link to a record of a mutation's answer replaces an earlier one, and is unknown in the next process")
  func linkToAnswer() async throws {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk)
    try RelayEnvironment(network: NoNetwork(), store: first.store).commitLocalUpdate { store in
      let todo = store.create(dataID: "t1", typeName: "Todo")
      todo["id"] = "t1"
      todo.setLinkedRecord(store.create(dataID: "s1", typeName: "Stats"), for: "stats")
    }
    try await first.store.flush()
    first.kill()
    let next = try await DurableTestStore(disk)
    let network = FetchNetwork { _ in NetworkPayload(["data": ["renameTodo": ["todo": ["id": "t1", "text": "New"]]]]) }
    _ = try await RelayEnvironment(network: network, store: next.store).commit(RenameTodoMutation(id: "t1", text: "New")) { store in
      // As a mutation's object without an id.
      store["t1"]?.setLinkedRecord(store.rootField("renameTodo"), for: "stats")
    }
    #expect(next.test.record("t1")?["stats"]?["__ref"]?.stringValue.map { DataID.isOfExecution($0) } == true)
    try await next.store.flush()
    next.kill()
    let last = try await DurableTestStore(disk)
    await last.store.prepare(records: ["t1"])
    #expect(last.test.record("t1")?["text"] == "New" && last.test.record("t1")?["stats"] == nil)
  }

  @Test("the updater of a mutation finds them, too", arguments: [false, true])
  func ofMutation(isOptimistic: Bool) async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    let network = FetchNetwork { _ in NetworkPayload(["data": ["renameTodo": ["todo": ["id": "t1", "text": "New"]]]]) }
    let environment = RelayEnvironment(network: network, store: next.store)
    var options = MutationOptions()
    if isOptimistic { options.optimisticUpdater = { store in store["u3"]?["name"] = "Soon" } }
    _ = try await environment.commit(RenameTodoMutation(id: "t1", text: "New"), options: options) { store in
      let text = store.rootField("renameTodo")?.linkedRecord("todo")?["text"]
      store["u1"]?.linkedRecord("link")?["name"] = text
    }
    #expect(next.test.record("u2")?["name"] == "New")
    try await next.store.flush()
    next.kill()
    let last = try await DurableTestStore(disk)
    _ = await last.store.prepare(DurableStoreTests.query("u1"))
    #expect(last.test.record("u2")?["name"] == "New")
    #expect(last.test.record("u3")?["name"] == "C")
  }

  @Test("an optimistic update is applied again when the disk has answered, and leaves nothing on it")
  func optimistic() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    let environment = RelayEnvironment(network: NoNetwork(), store: next.store)
    let update = environment.applyOptimistic { store in store["u1"]?.linkedRecord("link")?["name"] = "Soon" }
    await next.settle()
    #expect(next.test.record("u2")?["name"] == "Soon")
    try await next.store.flush()
    update.dispose()
    #expect(next.test.record("u2")?["name"] == "B")
    next.kill()
    let last = try await DurableTestStore(disk)
    await last.store.prepare(records: ["u2"])
    #expect(last.test.record("u2")?["name"] == "B")
  }

  @Test("a payload with an updater keeps the fields that only the disk has")
  func partialRecords() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    let operation = OperationDescriptor(UpdaterTests.rename).withFreshRoot()
    try next.test.publish(operation, #"{"data":{"rename":{"id":"u1","name":"New"}}}"#) { _ in }
    try await next.store.flush()
    next.kill()
    let last = try await DurableTestStore(disk)
    guard case .available = await last.store.prepare(DurableStoreTests.query("u1")) else {
      Issue.record("not available")
      return
    }
    #expect(last.test.record("u1")?["name"] == "New")
    #expect(last.test.record("u1")?["link"] == ["__ref": "u2"])
  }

  @Test("inside of another change, where nothing can be loaded, the app is told once")
  func batch() async throws {
    let next = try await DurableTestStore(try await DurableStoreTests.disk())
    let warnings = Recorder<String>()
    var configuration = RelayEnvironment.Configuration()
    configuration.log = { if case .warning(let text) = $0 { warnings.append(text) } }
    let environment = RelayEnvironment(network: NoNetwork(), store: next.store, configuration: configuration)
    for _ in 0..<2 {
      try environment.batchUpdates { try environment.commitLocalUpdate { store in store["u1"]?["name"] = "Z" } }
    }
    #expect(next.test.record("u1")?["name"] != "Z")
    #expect(warnings.values.count { $0.contains("prepare(records:)") } == 1)
    // What is there is changed without a warning.
    await next.store.prepare(records: ["u1"])
    try environment.batchUpdates { try environment.commitLocalUpdate { store in store["u1"]?["name"] = "Z" } }
    #expect(next.test.record("u1")?["name"] == "Z")
  }

  @Test("a disk that does not answer is asked once, and the updater has what memory has")
  func failure() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    disk.withFaults { $0.loads = [.notWritable(5)] }
    let runs = Recorder<Bool>()
    try next.queue.update { store in
      runs.append(store["u1"] != nil)
      store.create(dataID: "u7", typeName: "User")["name"] = "G"
    }
    #expect(runs.values == [false, false])
    #expect(next.test.record("u7")?["name"] == "G")
  }
}
