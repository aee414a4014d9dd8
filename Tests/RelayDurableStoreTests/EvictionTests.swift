import Foundation
import TestSupport
import Testing

@testable import RelayDurableStore
@testable import RelayRuntime

@Suite("What the disk has removed, and memory has not")
struct EvictionTests {
  /// A clock that the test sets.
  private final class Clock: Sendable {
    private let seconds = RelayRuntime.Lock(1_000.0)

    var time: Double {
      get { seconds.withLock { $0 } }
      set { seconds.withLock { $0 = newValue } }
    }
  }

  private static let second = #"{"data":{"user":{"id":"u8","name":"H","link":null,"list":[]}}}"#

  /// A store whose disk has just removed the only answer that it had, by its age.
  private static func evicted(_ disk: MemoryDisk, retaining: Bool = false) async throws -> (store: DurableTestStore, clock: Clock) {
    let clock = Clock()
    var durability = Durability.onRequest
    durability.maximumAge = .seconds(100)
    durability.now = { clock.time }
    let store = try await DurableTestStore(
      disk, configuration: RelayStore.Configuration(releaseBufferSize: 10), durability: durability)
    try store.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    try await store.store.flush()
    clock.time = 1_200
    try store.test.publish(DurableStoreTests.query("u8"), second)
    try await store.store.flush()
    try await eventually { disk.withContents { $0.records["u1"] == nil && $0.operations.count == 1 } }
    #expect(store.test.record("u1")?["name"] == "A")
    return (store, clock)
  }

  private func isAvailableAfterRestart(_ disk: MemoryDisk) async throws -> Bool {
    let next = try await DurableTestStore(disk)
    guard case .available = await next.store.prepare(DurableStoreTests.query("u1")) else { return false }
    return next.test.record("u1")?["link"] == ["__ref": "u2"] && next.test.record("u3")?["name"] == "C"
  }

  @Test("the same answer once more is there after a restart, although nothing in it has changed")
  func sameAnswer() async throws {
    let disk = MemoryDisk()
    let store = try await EvictionTests.evicted(disk).store
    try store.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    try await store.store.flush()
    store.kill()
    #expect(try await isAvailableAfterRestart(disk))
  }

  @Test("an answer that is in use again is there after a restart")
  func usedAgain() async throws {
    let disk = MemoryDisk()
    let store = try await EvictionTests.evicted(disk).store
    let retained = store.store.retain(DurableStoreTests.query("u1"))
    try await store.store.flush()
    store.kill()
    #expect(try await isAvailableAfterRestart(disk))
    withExtendedLifetime(retained) {}
  }

  @Test("fields of the query root go with their operations, on disk and in what memory writes later")
  func rootFields() async throws {
    let disk = MemoryDisk()
    let (store, clock) = try await EvictionTests.evicted(disk)
    func fields() throws -> [String] {
      let body = try RecordCoding.decode(try #require(disk.withContents { $0.records["client:root"] }))
      return body.groups.flatMap(\.fields).map(\.key).filter { $0.hasPrefix("user") }.sorted()
    }
    #expect(try fields() == [#"user(id:"u8")"#])
    for number in 10..<60 {
      clock.time += 10
      try store.test.publish(
        DurableStoreTests.query("u\(number)"), #"{"data":{"user":{"id":"u\#(number)","name":"N","link":null,"list":[]}}}"#)
      try await store.store.flush()
    }
    // Those of the last hundred seconds.
    try await eventually { disk.withContents { $0.operations.count == 11 } }
    await store.settle()
    try await store.store.flush()
    #expect(try fields() == (49..<60).map { #"user(id:"u\#($0)")"# })
    store.kill()
    // The next process knows which they are.
    let next = try await DurableTestStore(disk)
    guard case .available = await next.store.prepare(DurableStoreTests.query("u59")) else {
      Issue.record("not available")
      return
    }
    #expect(await next.store.prepare(DurableStoreTests.query("u20")) == .missing)
  }

  @Test("what is loaded while the disk removes it is written again with the next answer")
  func removedWhileLoaded() async throws {
    let disk = MemoryDisk()
    let clock = Clock()
    var durability = Durability.onRequest
    durability.maximumAge = .seconds(100)
    durability.now = { clock.time }
    let first = try await DurableTestStore(disk, durability: durability)
    try first.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    try await first.store.flush()
    first.kill()
    let next = try await DurableTestStore(disk, durability: durability)
    clock.time = 1_200
    disk.withFaults { faults in faults.beforeLoaded = { next.collectNow() } }
    await next.store.prepare(records: ["client:root", "u1", "u2", "u3"])
    #expect(disk.withContents { $0.records["u1"] == nil })
    try next.test.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
    try await next.store.flush()
    next.kill()
    #expect(try await isAvailableAfterRestart(disk))
  }

  @Test("answers that are replaced before they are written do not fill the disk, so that the last one stays there")
  func replacedBeforeWritten() async throws {
    let place = try TemporaryFolder("durable-eviction")
    let folder = DurableFolder(place.url.appendingPathComponent("store"))
    var durability = Durability.onRequest
    durability.maximumSize = 200_000
    let store = try await RelayStore.open(folder, durability: durability)
    let environment = RelayEnvironment(network: NoNetwork(), store: store)
    let query = CurrentUserToDoListQuery(id: "u1")
    for number in 0..<200 {
      for version in ["first", "second"] {
        let todo = ToDoPayloads.todo("\(version) \(number)", String(repeating: "x", count: 2_000))
        try environment.commitPayload(query, ["user": ToDoPayloads.user("u1", todos: ToDoPayloads.todos([todo], end: nil, hasNext: false))])
      }
      try await store.flush()
    }
    // Each flush removes what is needed least, if there is too much.
    for _ in 0..<4 { try await store.flush() }
    await store.suspend()
    let next = try await RelayStore.open(folder)
    guard case .available = await next.prepare(query) else {
      Issue.record("not available")
      return
    }
  }

  @Test("members of a part are written, even if nothing else of the operation has changed")
  func membersOfPart() {
    var table = OperationTable()
    table.use("M", at: 1)
    #expect(table.changes([ByteKey("M"): .replace(["a"])]).map(\.members) == [.replace(["a"])])
    table.endChanges()
    #expect(table.changes([:]).isEmpty)
    #expect(table.changes([ByteKey("M"): .add(["b"])]).map(\.members) == [.add(["b"])])
  }
}
