import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("A store on disk")
struct DurableStoreTests {
  static let user = DurableStorePropertyTests.user
  static func query(_ id: String) -> OperationDescriptor { OperationDescriptor(user, variables: ["id": .string(id)]) }
  static let answer =
    #"{"data":{"user":{"id":"u1","name":"A","link":{"id":"u2","name":"B"},"list":[{"id":"u3","name":"C"},null]}}}"#

  /// A disk with one answered query.
  static func disk(_ durability: Durability = .onRequest) async throws -> MemoryDisk {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk, durability: durability)
    try first.test.publish(query("u1"), answer)
    try await first.store.flush()
    first.kill()
    return disk
  }

  @Test("a query that was answered is available in the next process, with its age")
  func restart() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    let query = DurableStoreTests.query("u1")
    #expect(next.store.check(query) == .missing)
    guard case .available(let fetchedAt?) = await next.store.prepare(query) else {
      Issue.record("not available")
      return
    }
    #expect(ContinuousClock.now - fetchedAt >= .zero)
    // One load of the members of the last answer; the check before it asked for the root.
    #expect(disk.withCalls { $0.loads } <= 3)
    #expect(next.test.record("u1")?["name"] == "A")
    #expect(next.test.record("u3")?["name"] == "C")
    #expect(await next.store.prepare(DurableStoreTests.query("u9")) == .missing)
  }

  @Test("what was in use is in memory after opening")
  func warmStart() async throws {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk)
    let retained = first.store.retain(DurableStoreTests.query("u1"))
    try first.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    try await first.store.flush()
    first.kill()
    let next = try await DurableTestStore(disk)
    guard case .available = next.store.check(DurableStoreTests.query("u1")) else {
      Issue.record("not available")
      return
    }
    withExtendedLifetime(retained) {}
  }

  @Test("fields of a response merge with those that only the disk has")
  func partialRecords() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    try next.test.publish(DurableStoreTests.query("u2"), #"{"data":{"user":{"id":"u1","name":"New"}}}"#)
    #expect(next.test.record("u1")?["link"] == nil)
    try await next.store.flush()
    #expect(disk.withCalls { $0.merged } == 2)
    next.kill()
    let last = try await DurableTestStore(disk)
    _ = await last.store.prepare(DurableStoreTests.query("u1"))
    #expect(last.test.record("u1")?["name"] == "New")
    #expect(last.test.record("u1")?["link"] == ["__ref": "u2"])
  }

  @Test("what was invalidated stays invalidated, and knowledge of types is kept for the same schema")
  func invalidationsAndTypes() async throws {
    let disk = MemoryDisk()
    var durability = Durability.onRequest
    durability.schemaVersion = "1"
    let first = try await DurableTestStore(disk, durability: durability)
    try first.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    first.queue.commitUpdate { store in
      store.create(dataID: DataID.type("User"), typeName: "__TypeSchema")["__isNode"] = true
      store["u3"]?.invalidateRecord()
    }
    first.queue.run()
    try await first.store.flush()
    first.kill()
    let next = try await DurableTestStore(disk, durability: durability)
    #expect(await next.store.prepare(DurableStoreTests.query("u1")) == .stale)
    #expect(next.store.state.withLock { $0.records.implements(Keys.intern("User"), abstractKey: Keys.intern("__isNode")) } == true)
    // It stays stale when memory forgets the record.
    next.evict()
    #expect(await next.store.prepare(DurableStoreTests.query("u1")) == .stale)
    next.kill()
    durability.schemaVersion = "2"
    let other = try await DurableTestStore(disk, durability: durability)
    #expect(other.store.state.withLock { $0.records.implements(Keys.intern("User"), abstractKey: Keys.intern("__isNode")) } == nil)
    #expect(await other.store.prepare(DurableStoreTests.query("u1")) == .stale)
  }

  @Test("a field whose type has changed, and one that is new, are missing")
  func otherSchema() async throws {
    let disk = try await DurableStoreTests.disk()
    func operation(_ fields: [NormalizationPlanNode]) -> OperationDescriptor {
      let definition = Plans.operation(
        "UserQuery", arguments: ["id": .null],
        normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D")] + fields)])
      return OperationDescriptor(definition, variables: ["id": "u1"])
    }
    let next = try await DurableTestStore(disk)
    guard case .available = await next.store.prepare(operation([.scalar("name", "S")])) else {
      Issue.record("not available")
      return
    }
    #expect(await next.store.prepare(operation([.scalar("name", "I")])) == .missing)
    #expect(await next.store.prepare(operation([.scalar("name", "[S]")])) == .missing)
    #expect(await next.store.prepare(operation([.scalar("name", "S"), .scalar("nickname", "S")])) == .missing)
  }

  @Test("roots of one process, and fields of a user without an owner, are not written")
  func notWritten() async throws {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk)
    let mutation = OperationDescriptor(
      Plans.operation(
        "Rename", kind: .mutation, type: "Mutation",
        normalization: [.linked("rename", of: "Payload", [.linked("user", of: "User", [.scalar("id", "D"), .scalar("name", "S")])])])
    ).withFreshRoot()
    try first.test.publish(mutation, #"{"data":{"rename":{"user":{"id":"u1","name":"A"}}}}"#)
    try await first.store.flush()
    disk.withContents { contents in
      #expect(contents.records.keys.filter { DataID.isOfExecution($0) } == [])
      #expect(contents.operations.values.map(\.request) == ["Rename{}"])
      #expect(contents.members.values.map { $0 } == [["u1"]])
    }
  }

  @Test("clearing leaves nothing, also when the files cannot be removed at first")
  func clearing() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    disk.withFaults { $0.clears = [.notWritable(13)] }
    next.store.clear()
    #expect(disk.withContents { !$0.records.isEmpty })
    // What is still there does not count.
    #expect(await next.store.prepare(DurableStoreTests.query("u1")) == .missing)
    #expect(next.test.record("u1") == nil)
    // Nothing that comes later is written over it.
    try next.test.publish(DurableStoreTests.query("u5"), #"{"data":{"user":{"id":"u5","name":"E","link":null,"list":[]}}}"#)
    try await next.store.flush()
    disk.withContents { contents in
      #expect(contents.records["u1"] == nil)
      #expect(contents.records["u5"] != nil)
    }
    #expect(await next.store.prepare(DurableStoreTests.query("u1")) == .missing)
  }

  @Test("a disk that cannot be written is reported once, and everything is written when it can be")
  func failures() async throws {
    let disk = MemoryDisk()
    let next = try await DurableTestStore(disk)
    let failures = Recorder<String>()
    var configuration = RelayEnvironment.Configuration()
    configuration.log = { if case .storeFailure(let error) = $0 { failures.append("\(error)") } }
    let environment = RelayEnvironment(network: NoNetwork(), store: next.store, configuration: configuration)
    disk.withFaults { $0.commits = [.full, .full, .full] }
    try next.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    for _ in 0..<3 { await #expect(throws: DurabilityError.full) { try await next.store.flush() } }
    try await eventually { !failures.values.isEmpty }
    #expect(next.test.record("u1")?["name"] == "A")
    // Memory does not forget what the disk does not have.
    next.evict()
    #expect(next.test.record("u1")?["name"] == "A")
    try await next.store.flush()
    #expect(disk.withContents { $0.records["u1"] != nil && $0.members.values.contains { $0.contains("u1") } })
    #expect(failures.values == ["full"])
    withExtendedLifetime(environment) {}
  }

  @Test("when too much waits for a disk that cannot be written, the store goes on in memory, and the disk is emptied")
  func backlog() async throws {
    let disk = try await DurableStoreTests.disk()
    var durability = Durability.onRequest
    durability.maximumBacklog = 2
    let next = try await DurableTestStore(disk, durability: durability)
    disk.withFaults { $0.commits = [.full] }
    try next.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    await #expect(throws: DurabilityError.full) { try await next.store.flush() }
    #expect(disk.withContents { $0.records.isEmpty })
    #expect(next.test.record("u1")?["name"] == "A")
    await #expect(throws: DurabilityError.full) { try await next.store.flush() }
    next.evict()
    #expect(next.test.record("u1") == nil)
    #expect(await next.store.prepare(DurableStoreTests.query("u1")) == .missing)
  }

  @Test("no reading and no publication waits for the disk (promise 7)")
  func slowDisk() async throws {
    let disk = try await DurableStoreTests.disk()
    let next = try await DurableTestStore(disk)
    let (isLoading, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    disk.withFaults { faults in
      faults.beforeLoaded = {
        isLoading.signal()
        goesOn.wait()
      }
      faults.beforeCommitted = { goesOn.wait() }
    }
    #expect(next.store.check(DurableStoreTests.query("u1")) == .missing)
    isLoading.wait()
    // The loading thread is waiting. So will be the writing one.
    let flush = Task { try await next.store.flush() }
    for number in 0..<100 {
      try next.test.publish(DurableStoreTests.query("u7"), #"{"data":{"user":{"id":"u7","name":"\#(number)","link":null,"list":[]}}}"#)
      #expect(next.test.record("u7")?["name"] == .string("\(number)"))
    }
    goesOn.signal()
    goesOn.signal()
    try await flush.value
    await next.settle()
    #expect(next.test.record("client:root") != nil)
  }

  @Test("an answer without news writes its operation and no records")
  func unchangedAnswer() async throws {
    let disk = MemoryDisk()
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.maxAge = .seconds(60)
    let clock = Lock(1_000.0)
    configuration.secondsSince1970 = { clock.withLock { $0 } }
    let start = ContinuousClock.now
    configuration.now = { start.advanced(by: .seconds(clock.withLock { $0 } - 1_000)) }
    let first = try await DurableTestStore(disk, configuration: configuration)
    let query = DurableStoreTests.query("u1")
    _ = first.store.check(query)
    func publish(_ store: DurableTestStore, _ text: String) throws {
      var payload = try store.test.normalize(query, text)
      payload.records.reception = Reception(time: Moment(store.store.configuration.now()))
      store.queue.commitPayload(query, payload)
      store.queue.run(source: query)
    }
    try publish(first, DurableStoreTests.answer)
    try await first.store.flush()
    let written = disk.withCalls { $0.written }
    clock.withLock { $0 = 1_050 }
    try publish(first, DurableStoreTests.answer)
    try await first.store.flush()
    #expect(disk.withCalls { $0.written } == written)
    first.kill()
    // 70 seconds after the first answer, 20 after the second.
    clock.withLock { $0 = 1_070 }
    let next = try await DurableTestStore(disk, configuration: configuration)
    _ = next.store.check(query)
    guard case .available = await next.store.prepare(query) else {
      Issue.record("not available: \(await next.store.prepare(query))")
      return
    }
    clock.withLock { $0 = 1_111 }
    #expect(next.store.check(query) == .stale)
  }

  @Test("a page is added to a connection that only the disk has")
  func connections() async throws {
    let disk = MemoryDisk()
    func environment() async throws -> (DurableTestStore, RelayEnvironment) {
      let durable = try await DurableTestStore(disk)
      return (durable, RelayEnvironment(network: NoNetwork(), store: durable.store))
    }
    func page(_ ids: ClosedRange<Int>, isLast: Bool) -> String {
      let edges = ids.map { #"{"node":{"id":"t\#($0)","text":"\#($0)","complete":false,"__typename":"Todo"},"cursor":"c\#($0)"}"# }
      return #"{"edges":[\#(edges.joined(separator: ","))],"pageInfo":{"endCursor":"c\#(ids.upperBound)","hasNextPage":\#(!isLast)}}"#
    }
    do {
      let (durable, first) = try await environment()
      try first.commitPayload(
        CurrentUserToDoListQuery(id: "u1"), body: Data(#"{"data":{"user":{"id":"u1","todos":\#(page(1...2, isLast: false))}}}"#.utf8))
      try await durable.store.flush()
      durable.kill()
    }
    let (durable, next) = try await environment()
    try next.commitPayload(
      ToDoListPaginationQuery(variables: .init(count: 10, cursor: "c2", id: "u1")),
      body: Data(#"{"data":{"node":{"__typename":"User","id":"u1","todos":\#(page(2...3, isLast: true))}}}"#.utf8))
    try await durable.store.flush()
    durable.kill()
    let (last, environment3) = try await environment()
    _ = await last.store.prepare(CurrentUserToDoListQuery(id: "u1"))
    let data = try #require(environment3.read(CurrentUserToDoListQuery(id: "u1")))
    await last.settle()
    let list = try #require(data.user).fragments.toDoList_user
    #expect(list.todos?.map(\.id) == ["t1", "t2", "t3"])
  }

  @Test("a query in a view shows what is on disk, and does not ask the server")
  func queryObserver() async throws {
    let disk = MemoryDisk()
    let query = CurrentUserToDoListQuery(id: "u1")
    let body = Data(GoldenPage.text.utf8)
    do {
      let first = try await DurableTestStore(disk)
      try RelayEnvironment(network: NoNetwork(), store: first.store).commitPayload(query, body: body)
      try await first.store.flush()
      first.kill()
    }
    let next = try await DurableTestStore(disk)
    let network = NoNetwork()
    let environment = RelayEnvironment(network: network, store: next.store)
    // The loading thread waits until the observer has been looked at.
    let goesOn = DispatchSemaphore(value: 0)
    disk.withFaults { $0.beforeLoaded = { goesOn.wait() } }
    let observer = QueryObserver(query.descriptor, in: environment, fetchPolicy: .storeOrNetwork, renderPolicy: .partial) {}
    if case .loading = observer.status {} else { Issue.record("not loading") }
    goesOn.signal()
    try await eventually { if case .success(_?) = observer.status { true } else { false } }
    #expect(network.requests.values == [])
    // As does a fetch.
    let fetched = try await environment.fetch(query, fetchPolicy: .storeOrNetwork)
    #expect(fetched.user?.id == "u1")
    #expect(network.requests.values == [])
    // What neither memory nor the disk has is fetched.
    let other = QueryObserver(
      CurrentUserToDoListQuery(id: "u2").descriptor, in: environment, fetchPolicy: .storeOrNetwork, renderPolicy: .partial
    ) {}
    try await eventually { !network.requests.values.isEmpty }
    withExtendedLifetime(other) {}
  }

  @Test("operations that were not used for long are removed from disk")
  func eviction() async throws {
    let disk = MemoryDisk()
    let time = Lock(1_000.0)
    var durability = Durability.onRequest
    durability.maximumAge = .seconds(100)
    durability.now = { time.withLock { $0 } }
    let store = try await DurableTestStore(disk, durability: durability)
    try store.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    try await store.store.flush()
    time.withLock { $0 = 1_090 }
    try store.test.publish(DurableStoreTests.query("u2"), #"{"data":{"user":{"id":"u2","name":"D","link":null,"list":[]}}}"#)
    try await store.store.flush()
    time.withLock { $0 = 1_150 }
    try await store.store.flush()
    try await eventually { disk.withContents { $0.operations.count == 1 } }
    disk.withContents { contents in
      #expect(contents.records["u1"] == nil)
      #expect(contents.records["u2"] != nil)
    }
  }

  @Test("the same, on SQLite, in a folder")
  func folder() async throws {
    let folder = try TemporaryFolder("durable")
    let url = DurableFolder(folder.url.appendingPathComponent("store"))
    do {
      let store = try await RelayStore.open(url, durability: .onRequest)
      await #expect(throws: DurabilityError.alreadyOpen) { _ = try await RelayStore.open(url) }
      let test = TestStore(store: store, queue: PublishQueue(store: store, handlers: { _ in nil }))
      try test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
      try await store.flush()
      await store.suspend()
    }
    let next = try await RelayStore.open(url, durability: .onRequest)
    guard case .available = await next.prepare(DurableStoreTests.query("u1")) else {
      Issue.record("not available")
      return
    }
    next.clear()
    #expect(await next.prepare(DurableStoreTests.query("u1")) == .missing)
  }
}

enum GoldenPage {
  static let text = #"""
    {"data":{"user":{"id":"u1","todos":{"edges":[
      {"node":{"id":"t1","text":"Buy milk","complete":false,"__typename":"Todo"},"cursor":"c1"}],
      "pageInfo":{"endCursor":"c1","hasNextPage":true}}}}}
    """#
}
