import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("A store on disk against a model (promises 11 and 12)")
struct DurableStorePropertyTests {
  static let ids = (0..<8).map { "u\($0)" }

  static let user = Plans.operation(
    "UserQuery", arguments: ["id": .null],
    normalization: [
      .linked(
        "user", of: "User", arguments: .variables("id"),
        [
          .scalar("id", "D"), .scalar("name", "S"),
          .linked("link", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
          .linked("list", "[O]", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
        ])
    ])
  /// Each made once: every step asks for all of them.
  static let operations = Dictionary(uniqueKeysWithValues: ids.map { ($0, OperationDescriptor(user, variables: ["id": .string($0)])) })

  static func operation(_ id: String) -> OperationDescriptor {
    operations[id] ?? OperationDescriptor(user, variables: ["id": .string(id)])
  }

  static let fragment = Plans.fragment(
    "F", on: "User",
    [
      .scalar("name", "I"), .linked("link", of: "User", [.scalar("name", "I")]),
      .linked("list", "[O]", of: "User", [.scalar("name", "I")]),
    ])

  /// A reader that is kept up to date, with its last notified contents.
  private struct Mounted {
    final class Latest: Sendable {
      let snapshot: RelayRuntime.Lock<Snapshot>
      init(_ snapshot: Snapshot) { self.snapshot = RelayRuntime.Lock(snapshot) }
    }
    let id: String
    let latest: Latest
    let subscription: RelayDisposable

    init(_ id: String, _ test: TestStore) {
      self.id = id
      let operation = DurableStorePropertyTests.operation(id)
      let context = ReadContext(store: test.store, definition: fragment, owner: operation, variables: [:])
      let snapshot = test.store.lookup(Selector(context: context, dataID: id, record: .missing))
      let latest = Latest(snapshot)
      self.latest = latest
      // What is loaded is notified on another thread, perhaps before the first notification on this one.
      subscription = test.store.subscribe(snapshot) { snapshot in
        latest.snapshot.withLock { if snapshot.revision >= $0.revision { $0 = snapshot } }
      }
    }
  }

  /// Where the records are.
  enum Medium: Sendable, CaseIterable { case memory, sqlite }

  private struct Run {
    var random: SplitMix
    let disk = MemoryDisk()
    /// The folder of the database, if there is one.
    let folder: TemporaryFolder?
    var durable: DurableTestStore
    var test: TestStore { durable.test }
    var model = StoreModel()
    /// The model's committed state as it was last written.
    var written: [String: StoreModel.State] = [:]
    /// The queries that an invalidation has made stale, and as last written.
    var stale: Set<String> = []
    var writtenStale: Set<String> = []
    var mounted: [Mounted] = []
    var updates: [(id: Int, update: PublishQueue.OptimisticUpdate)] = []
    var retained: [(id: String, disposable: RelayDisposable)] = []
    var counter = 0
    var log: [String] = []
    let compacts: Bool

    init(seed: UInt64, _ medium: Medium) async throws {
      random = SplitMix(seed: seed)
      compacts = seed % 2 == 1
      folder = medium == .sqlite ? try TemporaryFolder("durable") : nil
      durable = try await Run.open(disk, folder)
      prepareStore()
    }

    private static func open(_ disk: MemoryDisk, _ folder: TemporaryFolder?) async throws -> DurableTestStore {
      try await DurableTestStore(
        disk, backend: folder.map { FaultyBackend(SQLiteBackend(SQLiteBackend.Options($0.url.appendingPathComponent("store"))), disk) })
    }

    private func prepareStore() {
      // Every other store compacts its records in each collection.
      if compacts { durable.store.state.withLock { ($0.bound.maximumPlacesPerRecord, $0.bound.maximumFreePlaces) = (0, 0) } }
    }

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    mutating func id() -> String { ids[number(ids.count)] }

    mutating func edit() -> StoreModel.Edit {
      counter += 1
      switch number(9) {
      case 0: return .create(id(), name: counter)
      case 1: return .delete(id())
      case 2, 3: return .setName(id(), counter)
      case 4: return .increment(id())
      case 5: return .setLink(id(), number(4) == 0 ? nil : id())
      case 6:
        let items = (0..<number(4)).map { _ in number(6) == 0 ? nil : id() }
        return .setList(id(), items)
      case 7: return .appendToList(id(), id())
      default: return .removeFromList(id(), id())
      }
    }

    mutating func flush() async throws {
      try await durable.store.flush()
      (written, writtenStale) = (model.base, stale)
    }

    /// Opens the store again.
    ///
    /// - Parameter isKilled: whether what was not written is lost.
    private mutating func reopen(isKilled: Bool) async throws {
      log.append(isKilled ? "kill" : "close")
      if !isKilled { try await flush() }
      durable.kill()
      (mounted, retained, updates, model.optimistic) = ([], [], [], [])
      (model.base, stale) = (written, writtenStale)
      durable = try await Run.open(disk, folder)
      prepareStore()
    }

    mutating func step() async throws {
      switch number(34) {
      case 0...5: try payload()
      case 6...9:
        let edits = (0...number(3)).map { _ in edit() }
        log.append("commit \(edits)")
        model.commit(edits)
        try test.queue.update { store in for edit in edits { apply(edit, to: store) } }
      case 10...12:
        let edits = (0...number(2)).map { _ in edit() }
        counter += 1
        log.append("optimistic \(counter) \(edits)")
        let update = PublishQueue.OptimisticUpdate(.updater { store in for edit in edits { apply(edit, to: store) } })
        model.optimistic.append((counter, edits))
        updates.append((counter, update))
        // What the updater reads may arrive later, and it runs again.
        test.queue.applyUpdate(update)
        test.queue.run()
      case 13...15:
        guard !updates.isEmpty else { return }
        let (id, update) = updates.remove(at: number(updates.count))
        log.append("revert \(id)")
        model.optimistic.removeAll { $0.id == id }
        test.queue.revertUpdate(update)
        test.queue.run()
      case 16, 17:
        mounted.append(Mounted(id(), test))
        log.append("mount \(mounted.last?.id ?? "")")
      case 18:
        guard mounted.count > 3 else { return }
        mounted.remove(at: number(mounted.count)).subscription.dispose()
        log.append("unmount")
      case 19, 20:
        log.append("evict")
        durable.evict()
      case 21:
        let id = id()
        retained.append((id, test.store.retain(DurableStorePropertyTests.operation(id))))
        log.append("retain \(id)")
      case 22:
        guard !retained.isEmpty else { return }
        let (id, disposable) = retained.remove(at: number(retained.count))
        disposable.dispose()
        log.append("release \(id)")
      case 23:
        log.append("invalidate the store")
        test.queue.commitUpdate { $0.invalidateStore() }
        test.queue.run()
        stale = Set(ids)
      case 24, 25, 26:
        log.append("flush")
        try await flush()
        let difference = try differenceOnDisk()
        if let difference { Issue.record("\(difference)\n\(log.suffix(12).joined(separator: "\n"))") }
      case 27: try await reopen(isKilled: true)
      case 28: try await reopen(isKilled: false)
      case 29:
        log.append("a flush that fails")
        disk.withFaults { $0.commits = [.full] }
        await #expect(throws: DurabilityError.full) {
          // There may be nothing to write.
          try await durable.store.flush()
          if disk.withFaults({ !$0.commits.isEmpty }) { throw DurabilityError.full }
        }
        disk.withFaults { $0.commits = [] }
        if await !durable.hasFailed() { (written, writtenStale) = (model.base, stale) }
      case 30:
        log.append("suspend and resume")
        await durable.store.suspend()
        (written, writtenStale) = (model.base, stale)
        durable.store.resume()
        try await durable.store.flush()
      case 31: try lateLoad()
      case 32:
        guard number(8) == 0 else { return }
        log.append("clear")
        test.store.clear()
        (model.base, model.optimistic, stale) = ([:], [], [])
        updates = []
        (written, writtenStale) = ([:], [])
      default: return
      }
    }

    /// A record is loaded, and while it is, it is changed, written and forgotten.
    private mutating func lateLoad() throws {
      guard updates.isEmpty else { return }
      let id = id()
      counter += 1
      log.append("late load of \(id), renamed to \(counter)")
      let operation = DurableStorePropertyTests.operation(id)
      let payload = try test.normalize(operation, #"{"data":{"user":{"id":"\#(id)","name":\#(counter)}}}"#)
      durable.evict()
      let (durable, name) = (durable, counter)
      let isFlushing = number(2) == 0
      let box = Lock<NormalizedPayload?>(payload)
      disk.withFaults { faults in
        faults.beforeLoaded = {
          guard let payload = box.withLock({ $0.take() }) else { return }
          durable.queue.commitPayload(operation, payload)
          durable.queue.run(source: operation)
          guard isFlushing else { return }
          durable.flushNow()
          durable.evict()
        }
      }
      mounted.append(Mounted(id, test))
      let wasMissing = mounted.last?.latest.snapshot.withLock { $0.isMissingData } ?? false
      guard wasMissing, durable.waitsForLoad(disk) else {
        disk.withFaults { $0.beforeLoaded = nil }
        if box.withLock({ $0 == nil }) { merged(id, name, isFlushing) }
        return
      }
      merged(id, name, isFlushing)
    }

    private mutating func merged(_ id: String, _ name: Int, _ isFlushed: Bool) {
      model.merge(id, StoreModel.User(name: .int(name)))
      stale.remove(id)
      if isFlushed { (written, writtenStale) = (model.base, stale) }
    }

    /// A response with an object that contains objects.
    private mutating func payload() throws {
      let root = id()
      let operation = DurableStorePropertyTests.operation(root)
      var objects: [(String, StoreModel.User)] = []
      func object(_ run: inout Run, _ id: String) -> String {
        run.counter += 1
        objects.append((id, StoreModel.User(name: .int(run.counter))))
        return #"{"id":"\#(id)","name":\#(run.counter)}"#
      }
      counter += 1
      var text = #"{"id":"\#(root)","name":\#(counter)"#
      objects.append((root, StoreModel.User(name: .int(counter))))
      if number(3) > 0 {
        let target = number(4) == 0 ? nil : id()
        objects.append((root, StoreModel.User(link: .some(target))))
        text += #","link":"# + (target.map { object(&self, $0) } ?? "null")
      }
      if number(3) > 0 {
        let targets = (0..<number(4)).map { _ in number(5) == 0 ? nil : id() }
        objects.append((root, StoreModel.User(list: targets)))
        text += #","list":["# + targets.map { $0.map { object(&self, $0) } ?? "null" }.joined(separator: ",") + "]"
      }
      log.append("payload \(text)")
      for (id, fields) in objects { model.merge(id, fields) }
      stale.remove(root)
      try test.publish(operation, #"{"data":{"user":\#(text)}}}"#)
    }

    /// The difference from the model, if any.
    func difference() async -> String? {
      await durable.settle()
      let state = model.visible
      for reader in mounted {
        let expected = model.read(reader.id, in: state)
        let found = reader.latest.snapshot.withLock { $0 }
        if found.row?.json != expected.json || found.isMissingData != expected.isMissing {
          return "\(reader.id): \(found.row?.json ?? "nothing") \(found.isMissingData), expected "
            + "\(expected.json ?? "nothing") \(expected.isMissing)"
        }
        let fresh = test.store.lookup(found.selector)
        if fresh.row != found.row { return "\(reader.id): a fresh reading gives \(fresh.row?.json ?? "nothing")" }
      }
      for id in stale {
        let operation = DurableStorePropertyTests.operation(id)
        if test.store.check(operation) != .stale { return "\(id) is not stale" }
      }
      return nil
    }

    /// The difference between the disk and the model's committed state, if any.
    func differenceOnDisk() throws -> String? {
      let hook = disk.withFaults { faults in
        defer { faults.beforeLoaded = nil }
        return faults.beforeLoaded
      }
      let found = DiskContents(try durable.backend.load(ids))
      disk.withFaults { $0.beforeLoaded = hook }
      for id in ids {
        let expected = model.base[id].map { DiskContents.text($0) }
        if found.users[id] != expected { return "on disk, \(id): \(found.users[id] ?? "nothing"), expected \(expected ?? "nothing")" }
      }
      return nil
    }
  }

  @Test(
    "nothing but time tells it from a store in memory, whenever it is flushed, evicted, closed, killed and opened again",
    arguments: Medium.allCases)
  func randomOperations(_ medium: Medium) async throws {
    for seed in 0..<UInt64(TestEffort.repetitions(medium == .memory ? 36 : 4, unless: "RELAY_DURABLE_SEEDS")) {
      var run = try await Run(seed: seed, medium)
      for _ in 0..<500 {
        try await run.step()
        if let difference = await run.difference() {
          Issue.record("seed \(seed): \(difference)\n\(run.log.suffix(14).joined(separator: "\n"))")
          return
        }
      }
      run.test.queue.revertAll()
      run.test.queue.run()
      run.model.optimistic.removeAll()
      let difference = await run.difference()
      #expect(difference == nil, "seed \(seed)")
      try await run.flush()
      #expect(try run.differenceOnDisk() == nil, "seed \(seed)")
    }
  }

  private static func apply(_ edit: StoreModel.Edit, to store: RecordSourceProxy) {
    switch edit {
    case .create(let id, let name): store.create(dataID: id, typeName: "User")["name"] = .int(name)
    case .delete(let id): store.delete(dataID: id)
    case .setName(let id, let name): store[id]?["name"] = .int(name)
    case .increment(let id): store[id]?["name"] = .int((store[id]?["name"]?.intValue ?? 0) + 1)
    case .setLink(let id, let target): store[id]?.setLinkedRecord(target.flatMap { store[$0] }, for: "link")
    case .setList(let id, let targets): store[id]?.setLinkedRecords(targets.map { $0.flatMap { store[$0] } }, for: "list")
    case .appendToList(let id, let target):
      guard let user = store[id], let item = store[target] else { return }
      user.setLinkedRecords((user.linkedRecords("list") ?? []) + [item], for: "list")
    case .removeFromList(let id, let target):
      guard let user = store[id], let list = user.linkedRecords("list") else { return }
      user.setLinkedRecords(list.filter { $0?.dataID != target }, for: "list")
    }
  }
}
