import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Memory is bounded without retained operations")
struct CollectionBoundTests {
  private typealias Steps = Recorder<@Sendable () -> Void>

  private static func configuration(threshold: Int?, _ steps: Steps) -> RelayStore.Configuration {
    var configuration = RelayStore.Configuration(releaseBufferSize: 1, automaticCollectionThreshold: threshold)
    configuration.schedule = { steps.append($0) }
    return configuration
  }

  private func live(_ test: TestStore) -> Int { test.store.state.withLock { $0.records.names.liveCount } }

  private func places(_ test: TestStore) -> Int { test.store.state.withLock { $0.records.entries.capacity } }

  @Test("a table is compacted if it has more than four places for each record and 1,024 besides")
  func wastefulTables() {
    let bound = CollectionBound(threshold: nil)
    for count in [0, 1, 100, 10_000] {
      #expect(!bound.isWasteful(4 * count + 1024, for: count))
      #expect(bound.isWasteful(4 * count + 1025, for: count))
    }
  }

  @Test("a single collection starts when the number of records exceeds the bound, and keeps what is needed")
  func bound() throws {
    let steps = Steps()
    let test = TestStore(Self.configuration(threshold: 100, steps))
    let kept = test.store.retain(Users.operation("kept"))
    try Users.load(test, "kept")
    var number = 0
    while steps.values.isEmpty, number < 200 {
      #expect(live(test) <= 100)
      try Users.load(test, "u\(number)")
      number += 1
    }
    #expect(live(test) > 100)
    for index in 0..<10 { try Users.load(test, "more\(index)") }
    #expect(steps.values.count == 1)
    var done = 0
    while done < steps.values.count {
      steps.values[done]()
      done += 1
    }
    #expect(live(test) < 10)
    #expect(test.store.lookup(Users.operation("kept")).row?.json == Users.json("kept"))
    kept.dispose()
  }

  @Test("if everything survives, the bound doubles: collections become rare instead of continual")
  func noStorms() throws {
    let collections = Recorder<Int>()
    var configuration = RelayStore.Configuration(releaseBufferSize: 10_000, automaticCollectionThreshold: 50)
    configuration.schedule = { $0() }
    let store = RelayStore(configuration: configuration)
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) }, store: store,
      configuration: .init(log: { if case .storeCollect(let removed) = $0 { collections.append(removed) } }))
    let queue = environment.queue
    var retained: [RelayDisposable] = []
    let test = TestStore(store: store, queue: queue)
    for number in 0..<2000 {
      retained.append(store.retain(Users.operation("u\(number)")))
      try Users.load(test, "u\(number)")
    }
    #expect(live(test) > 4000)
    #expect((1...8).contains(collections.values.count))
    #expect(collections.values.allSatisfy { $0 == 0 })
    for number in 0..<2000 { #expect(store.lookup(Users.operation("u\(number)")).row?.json == Users.json("u\(number)")) }
    withExtendedLifetime(retained) {}
  }

  @Test("it can be switched off")
  func switchedOff() throws {
    let steps = Steps()
    let test = TestStore(Self.configuration(threshold: nil, steps))
    for number in 0..<1000 { try Users.load(test, "u\(number)") }
    #expect(steps.values.isEmpty)
    #expect(live(test) > 2000)
  }

  @Test("a producer that outpaces the background collection is slowed down by its own collections")
  func fastProducer() throws {
    let steps = Steps()
    let test = TestStore(Self.configuration(threshold: 100, steps))
    for number in 0..<5000 {
      try Users.load(test, "u\(number)")
      #expect(live(test) <= 210)
    }
    #expect(steps.values.count < 100)
    #expect(test.store.lookup(Users.operation("u4999")).row?.json == Users.json("u4999"))
  }

  @Test("a collection that restarts because the store changes finishes eventually, however often it changes")
  func restarts() throws {
    let steps = Steps()
    let test = TestStore(Self.configuration(threshold: 100, steps))
    let kept = (0..<20).map { test.store.retain(Users.operation("kept\($0)")) }
    for index in 0..<20 { try Users.load(test, "kept\(index)") }
    var (number, done) = (0, 0)
    while steps.values.isEmpty {
      try Users.load(test, "u\(number)")
      number += 1
    }
    let most = live(test)
    while done < steps.values.count {
      steps.values[done]()
      done += 1
      try Users.load(test, "during\(done)")
    }
    #expect(done <= GarbageCollection.maximumRestarts + 2)
    #expect(live(test) < most)
    for index in 0..<20 { #expect(test.store.check(Users.operation("kept\(index)")).isAvailable) }
    withExtendedLifetime(kept) {}
  }

  @Test("a permanent optimistic update does not prevent memory from being bounded, and nothing that it needs is lost")
  func optimism() throws {
    let steps = Steps()
    var configuration = Self.configuration(threshold: 100, steps)
    configuration.releaseBufferSize = 0
    let test = TestStore(configuration)
    let kept = test.store.retain(Users.operation("kept"))
    try Users.load(test, "kept")
    try Users.load(test, "touched")
    let optimistic = PublishQueue.OptimisticUpdate(
      .updater { store in
        let made = store.create(dataID: "made", typeName: "City")
        made["name"] = "Made"
        store["kept"]?.setLinkedRecord(made, for: "city")
        store["touched"]?["name"] = "Optimistic"
      })
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    let told = Recorder<JSON>()
    let subscription = test.store.subscribe(test.store.lookup(Users.operation("kept"))) { told.append($0.row?.json ?? .null) }
    for number in 0..<3000 {
      try Users.load(test, "u\(number)")
      #expect(live(test) <= 250)
    }
    #expect(
      test.store.lookup(Users.operation("kept")).row?.json == ["user": ["name": "Name kept", "city": ["name": "Made"]]])
    #expect(test.record("touched")?["name"] == "Optimistic")
    #expect(told.values.isEmpty)
    test.queue.revertUpdate(optimistic)
    test.queue.run()
    #expect(test.store.lookup(Users.operation("kept")).row?.json == Users.json("kept"))
    #expect(told.values == [Users.json("kept")])
    #expect(test.record("touched")?["name"] == "Name touched")
    #expect(test.record("client:touched:city")?["name"] == "City of touched")
    test.store.collectGarbage()
    #expect(test.record("touched") == nil)
    withExtendedLifetime((kept, subscription)) {}
  }

  @Test("data that is retained or shown for the first time during a collection is kept")
  func lateHolders() throws {
    let steps = Steps()
    var configuration = Self.configuration(threshold: nil, steps)
    configuration.releaseBufferSize = 0
    let test = TestStore(configuration)
    let first = [test.store.retain(Users.operation("first")), test.store.retain(Users.operation("second"))]
    for id in ["first", "second", "late", "shown", "nobody's"] { try Users.load(test, id) }
    test.store.scheduleCollection()
    try #require(steps.values.count == 1)
    steps.values[0]()
    try #require(steps.values.count == 2)
    let late = test.store.retain(Users.operation("late"))
    let shown = test.store.subscribe(test.store.lookup(Users.operation("shown"))) { _ in }
    var done = 1
    while done < steps.values.count {
      steps.values[done]()
      done += 1
    }
    #expect(test.record("nobody's") == nil)
    #expect(test.store.lookup(Users.operation("late")).row?.json == Users.json("late"))
    #expect(test.store.lookup(Users.operation("shown")).row?.json == Users.json("shown"))
    withExtendedLifetime((first, late, shown)) {}
  }

  @Test("roots of mutations and of events of a subscription are collected along with the records that they link to")
  func roots() async throws {
    let repetitions = TestEffort.repetitions(750)
    let store = RelayStore(configuration: RelayStore.Configuration(automaticCollectionThreshold: 200))
    let environment = RelayEnvironment(
      network: FetchNetwork { request in
        let id = request.variables["id"]?.stringValue ?? ""
        return NetworkPayload(["data": ["renameTodo": ["todo": ["id": .string(id), "text": "Text"]]]])
      } subscribe: { _ in
        AsyncThrowingStream { continuation in
          for number in 0..<repetitions {
            continuation.yield(
              NetworkPayload(["data": ["change": ["kind": "ADDED", "todo": ["id": .string("event\(number)"), "text": "Text"]]]]))
          }
          continuation.finish()
        }
      }, store: store)
    for number in 0..<repetitions { _ = try await environment.commit(RenameTodoMutation(id: "t\(number)", text: "Text")) }
    #expect(store.state.withLock { $0.records.names.liveCount } <= 500)
    var count = 0
    for try await data in environment.subscribe(TodoChangedSubscription()) {
      #expect(data.change?.kind == "ADDED")
      count += 1
    }
    #expect(count == repetitions)
    // All events exist before the first one is consumed, so the records they need have temporarily raised the bound.
    for number in 0..<max(1000, 3 * repetitions) { _ = try await environment.commit(RenameTodoMutation(id: "t\(number)", text: "Text")) }
    #expect(store.state.withLock { $0.records.names.liveCount } <= 500)
    #expect(store.state.withLock { $0.retention.roots.count } <= 10)
  }

  @Test("fetches of different ids: nothing in the environment grows with their number")
  func fetches() async throws {
    let store = RelayStore(configuration: RelayStore.Configuration(automaticCollectionThreshold: 200))
    let environment = RelayEnvironment(
      network: FetchNetwork { request in
        NetworkPayload(["data": ["user": ToDoPayloads.user(request.variables["id"]?.stringValue ?? "", todos: nil)]])
      }, store: store)
    for number in 0..<max(1000, TestEffort.repetitions(1250)) {
      let data = try await environment.fetch(CurrentUserToDoListQuery(id: "u\(number)"))
      #expect(data.user?.id == "u\(number)")
    }
    let (records, places, roots, written) = store.state.withLock {
      (
        $0.records.names.liveCount, $0.records.entries.count, $0.retention.roots.count,
        $0.retention.restored.count + $0.invalidations.records.count
      )
    }
    #expect(records <= 500)
    #expect(places <= 1000)
    #expect(roots <= 10)
    #expect(written == 0)
    #expect(store.keys.count <= 500)
    #expect(store.keys.capacity <= 5000)
  }

  @Test("the places of a burst are released even if a record at their end stays; readers are not affected")
  func burst() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0, automaticCollectionThreshold: nil))
    let early = test.store.retain(Users.operation("early"))
    try Users.load(test, "early")
    for number in 0..<20_000 { try Users.load(test, "u\(number)") }
    let late = test.store.retain(Users.operation("late"))
    try Users.load(test, "late")
    let told = Recorder<JSON>()
    let subscriptions = ["early", "late"].map { id in
      test.store.subscribe(test.store.lookup(Users.operation(id))) { told.append($0.row?.json["user"]?["name"] ?? .null) }
    }
    let pointer = test.store.lookup(Users.operation("late"))
    #expect(places(test) > 40_000)
    test.store.collectGarbage()
    #expect(places(test) < 2000)
    #expect(test.store.state.withLock { $0.records.names.capacity } < 2000)
    for id in ["early", "late"] { #expect(test.store.lookup(Users.operation(id)).row?.json == Users.json(id)) }
    #expect(told.values.isEmpty)
    test.queue.commitUpdate { store in
      store["late"]?["name"] = "changed"
      store.create(dataID: "new", typeName: "City")["name"] = "New City"
      store["late"]?.setLinkedRecord(store["new"], for: "city")
    }
    test.queue.run()
    #expect(told.values == ["changed"])
    // An earlier snapshot is updated when it is subscribed to.
    let again = test.store.subscribe(pointer) { told.append($0.row?.json["user"]?["city"]?["name"] ?? .null) }
    #expect(told.values == ["changed", "New City"])
    test.queue.commitUpdate { $0["new"]?["name"] = "Newer City" }
    test.queue.run()
    #expect(told.values.suffix(2).contains("Newer City"))
    test.queue.commitUpdate { $0["early"]?.invalidateRecord() }
    test.queue.run()
    #expect(test.store.check(Users.operation("early")) == .stale)
    #expect(test.store.check(Users.operation("late")).isAvailable)
    withExtendedLifetime((early, late, subscriptions, again)) {}
  }

  @Test("a reading whose content was the same after its records had moved follows later changes")
  func sameAfterMoving() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0, automaticCollectionThreshold: nil))
    test.store.state.withLock { ($0.bound.maximumPlacesPerRecord, $0.bound.maximumFreePlaces) = (0, 0) }
    for number in 0..<100 { try Users.load(test, "u\(number)") }
    let kept = test.store.retain(Users.operation("kept"))
    try Users.load(test, "kept")
    let told = Recorder<JSON>()
    let subscription = test.store.subscribe(test.store.lookup(Users.operation("kept"))) {
      told.append($0.row?.json["user"]?["name"] ?? .null)
    }
    func change(_ field: String, _ value: JSON) {
      test.queue.commitUpdate { $0["kept"]?[field] = value }
      test.queue.run()
    }
    change("name", "first")
    test.store.collectGarbage()
    #expect(places(test) < 50)
    // The reading does not contain the field, but it reads the record again.
    change("other", 1)
    change("name", "second")
    #expect(told.values == ["first", "second"])
    withExtendedLifetime((kept, subscription)) {}
  }

  @Test("a restored archive is not collected as garbage by the first change afterwards")
  func afterRestoring() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let steps = Steps()
    let old = TestStore(Self.configuration(threshold: nil, steps))
    for number in 0..<500 { try Users.load(old, "u\(number)") }
    try old.store.save(to: file)
    let test = TestStore(Self.configuration(threshold: 100, steps))
    try test.store.restore(from: file)
    for number in 0..<100 { try Users.load(test, "new\(number)") }
    #expect(steps.values.isEmpty)
    #expect(test.store.lookup(Users.operation("u7")).row?.json == Users.json("u7"))
    for number in 0..<3000 { try Users.load(test, "later\(number)") }
    #expect(!steps.values.isEmpty)
    #expect(live(test) <= 4100)
  }

  @Test("fetches, commits and events lose nothing while collections run continually and records move")
  func everyTurn() async throws {
    let repetitions = TestEffort.repetitions(250)
    let store = RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: 2, automaticCollectionThreshold: 10))
    store.state.withLock { ($0.bound.maximumPlacesPerRecord, $0.bound.maximumFreePlaces) = (1, 0) }
    let environment = RelayEnvironment(
      network: FetchNetwork { request in
        let id = request.variables["id"]?.stringValue ?? ""
        return request.operationKind == .mutation
          ? NetworkPayload(["data": ["renameTodo": ["todo": ["id": .string(id), "text": .string("Text \(id)")]]]])
          : NetworkPayload(["data": ["user": ToDoPayloads.user(id, todos: ToDoPayloads.firstPage)]])
      } subscribe: { _ in
        AsyncThrowingStream { continuation in
          for number in 0..<repetitions {
            let todo: JSON = ["id": .string("event\(number)"), "text": "Text"]
            continuation.yield(NetworkPayload(["data": ["change": ["kind": .string("\(number)"), "todo": todo]]]))
          }
          continuation.finish()
        }
      }, store: store)
    let shown = CurrentUserToDoListQuery(id: "shown")
    let retained = environment.retain(shown)
    _ = try await environment.fetch(shown)
    let list = try #require(environment.read(shown)?.user?.fragments.toDoList_user)
    let told = Recorder<Int>()
    let subscription = try #require(
      list.fragmentPointer.read(ToDoList_user.definition).map { store.subscribe($0) { _ in told.append(1) } })
    let fetches = Task {
      var values: [CurrentUserToDoListQuery.Data] = []
      for number in 0..<repetitions { values.append(try await environment.fetch(CurrentUserToDoListQuery(id: "u\(number)"))) }
      return values
    }
    let commits = Task {
      for number in 0..<repetitions { _ = try await environment.commit(RenameTodoMutation(id: "m\(number)", text: "")) }
    }
    let events = Task {
      var kinds: [String?] = []
      for try await event in environment.subscribe(TodoChangedSubscription()) { kinds.append(event.change?.kind) }
      return kinds
    }
    var random = SplitMix(seed: 1)
    var held: [RelayDisposable] = []
    for _ in 0..<300 {
      held.append(environment.retain(CurrentUserToDoListQuery(id: "u\(Int.random(in: 0..<repetitions, using: &random))")))
      if held.count > 5 { held.remove(at: Int.random(in: 0..<held.count, using: &random)).dispose() }
      if Bool.random(using: &random) { store.collectGarbage() }
      await Task.yield()
    }
    let values = try await fetches.value
    try await commits.value
    #expect(try await events.value == (0..<repetitions).map { "\($0)" })
    for (number, data) in values.enumerated() {
      #expect(data.user?.id == "u\(number)", "seed \(random.seed)")
      let texts = data.user?.fragments.toDoList_user.todos?.map { $0.fragments.toDoItem_todo.text }
      #expect(texts == ["Buy milk", "Feed the cat"], "seed \(random.seed)")
    }
    #expect(environment.read(shown)?.user?.fragments.toDoList_user.todos?.count == 2)
    let before = told.values.count
    try environment.commitLocalUpdate { store in
      guard let user = store["shown"] else { return }
      user.setLinkedRecord(nil, for: "__ToDoList_todos_connection")
    }
    #expect(told.values.count == before + 1)
    withExtendedLifetime((retained, subscription, held)) {}
  }

  @Test("a small response takes little more memory than its fields")
  func smallResponses() throws {
    let test = TestStore()
    try Users.load(test, "1")
    let capacity = test.store.state.withLock { state in
      state.records.find("1").flatMap { state.records.entries[Int($0)].record.fields.block?.header.capacity }
    }
    #expect((capacity ?? .max) <= 24)
  }

  @Test("times and places of ended subscriptions are released")
  func subscriptions() throws {
    let test = TestStore()
    try Users.load(test, "1")
    var subscriptions = (0..<10_000).map { _ in test.store.subscribe(test.store.lookup(Users.operation("1"))) { _ in } }
    let last = subscriptions.removeLast()
    subscriptions = []
    let next = test.store.subscribe(test.store.lookup(Users.operation("1"))) { _ in }
    last.dispose()
    next.dispose()
    #expect(test.store.state.withLock { $0.subscriptions.slots.count } < 2000)
    let told = Recorder<JSON>()
    subscriptions = (0..<3).map { _ in
      test.store.subscribe(test.store.lookup(Users.operation("1"))) { told.append($0.row?.json ?? .null) }
    }
    try test.publish(Users.operation("1"), #"{"data":{"user":null}}"#)
    #expect(told.values == [["user": nil], ["user": nil], ["user": nil]])
  }
}
