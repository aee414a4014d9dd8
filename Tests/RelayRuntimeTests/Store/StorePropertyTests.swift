import TestSupport
import Testing

@testable import RelayRuntime

@Suite("The store against a model")
struct StorePropertyTests {
  private static let ids = (0..<8).map { "u\($0)" }

  private static let user = Plans.operation(
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
  private static let fragment = Plans.fragment(
    "F", on: "User",
    [
      .scalar("name", "I"), .linked("link", of: "User", [.scalar("name", "I")]),
      .linked("list", "[O]", of: "User", [.scalar("name", "I")]),
    ])

  /// A reader that is kept up to date, with its last notified contents.
  private struct Mounted {
    final class Latest: Sendable {
      let snapshot: Lock<Snapshot>
      init(_ snapshot: Snapshot) { self.snapshot = Lock(snapshot) }
    }
    let id: String
    let latest: Latest
    let subscription: RelayDisposable

    init(_ id: String, _ test: TestStore) {
      self.id = id
      let operation = OperationDescriptor(user, variables: ["id": .string(id)])
      let context = ReadContext(store: test.store, definition: fragment, owner: operation, variables: [:])
      let snapshot = test.store.lookup(Selector(context: context, dataID: id, record: .missing))
      let latest = Latest(snapshot)
      self.latest = latest
      subscription = test.store.subscribe(snapshot) { snapshot in latest.snapshot.withLock { $0 = snapshot } }
    }
  }

  private struct Run {
    var random: SplitMix
    let test: TestStore
    var model = StoreModel()
    var mounted: [Mounted] = []
    var updates: [(id: Int, update: PublishQueue.OptimisticUpdate)] = []
    /// Retained queries, each with the record from which it starts.
    var retained: [(id: String, disposable: RelayDisposable)] = []
    var counter = 0
    var log: [String] = []

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0))
      // Every other store compacts its records in each collection.
      if seed % 2 == 1 { test.store.state.withLock { ($0.bound.maximumPlacesPerRecord, $0.bound.maximumFreePlaces) = (0, 0) } }
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

    mutating func step() throws {
      switch number(25) {
      case 0...5: try payload()
      case 6...9:
        let edits = (0...number(3)).map { _ in edit() }
        log.append("commit \(edits)")
        model.commit(edits)
        test.queue.commitUpdate { store in for edit in edits { apply(edit, to: store) } }
        test.queue.run()
      case 10...12:
        let edits = (0...number(2)).map { _ in edit() }
        counter += 1
        log.append("optimistic \(counter) \(edits)")
        let update = PublishQueue.OptimisticUpdate(.updater { store in for edit in edits { apply(edit, to: store) } })
        model.optimistic.append((counter, edits))
        updates.append((counter, update))
        test.queue.applyUpdate(update)
        test.queue.run()
      case 13...15:
        guard !updates.isEmpty else { return }
        let (id, update) = updates.remove(at: number(updates.count))
        log.append("revert \(id)")
        model.optimistic.removeAll { $0.id == id }
        test.queue.revertUpdate(update)
        test.queue.run()
      case 16:
        mounted.append(Mounted(id(), test))
        log.append("mount \(mounted.last?.id ?? "")")
      case 17:
        guard mounted.count > 3 else { return }
        mounted.remove(at: number(mounted.count)).subscription.dispose()
        log.append("unmount")
      case 18:
        log.append("collect")
        let visible = model.visible
        var kept = mounted.reduce(into: Set<String>()) { $0.formUnion(model.read($1.id, in: visible).seen) }
        // A retained query keeps everything that it reaches from the root. Records that no response linked there are not reached.
        for (id, _) in retained where model.answered.contains(id) { kept.formUnion(model.read(id, in: visible).seen) }
        model.collect(keeping: kept, retained: Set(retained.map(\.id)))
        test.store.collectGarbage()
      case 19:
        let id = id()
        retained.append((id, test.store.retain(OperationDescriptor(user, variables: ["id": .string(id)]))))
        log.append("retain \(id)")
      case 20:
        guard !retained.isEmpty else { return }
        let (id, disposable) = retained.remove(at: number(retained.count))
        disposable.dispose()
        log.append("release \(id)")
      case 21:
        log.append("invalidate the store")
        test.queue.commitUpdate { $0.invalidateStore() }
        test.queue.run()
        for id in ids {
          let operation = OperationDescriptor(user, variables: ["id": .string(id)])
          #expect(test.store.check(operation) == .stale)
        }
      case 22:
        let edits = (0..<3).map { _ in (0...number(2)).map { _ in edit() } }
        log.append("commit \(edits), the second of which fails")
        model.commit(edits[0] + edits[2])
        for (index, edits) in edits.enumerated() {
          test.queue.commitUpdate { store in
            for edit in edits { apply(edit, to: store) }
            if index == 1 { throw CancellationError() }
          }
        }
        test.queue.run()
      case 23:
        let (edits, name) = ((0...number(2)).map { _ in edit() }, edit())
        log.append("optimistic \(edits), fails when it is applied again after \(name)")
        let applications = Recorder<Bool>()
        test.queue.applyUpdate(
          PublishQueue.OptimisticUpdate(
            .updater { store in
              for edit in edits { apply(edit, to: store) }
              if applications.append(true) > 1 { throw CancellationError() }
            }))
        test.queue.run()
        model.commit([name])
        test.queue.commitUpdate { apply(name, to: $0) }
        test.queue.run()
        #expect(applications.values.count == 2)
      default:
        let id = id()
        log.append("invalidate \(id)")
        test.queue.commitUpdate { $0[id]?.invalidateRecord() }
        test.queue.run()
      }
    }

    /// A response with an object that contains objects.
    private mutating func payload() throws {
      let root = id()
      let operation = OperationDescriptor(user, variables: ["id": .string(root)])
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
      model.answered.insert(root)
      for (id, fields) in objects { model.merge(id, fields) }
      try test.publish(operation, #"{"data":{"user":\#(text)}}}"#)
    }

    /// The difference from the model, if any.
    func difference() -> String? {
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
      return nil
    }
  }

  @Test("random operations keep the contents of every mounted reader equal to the model's")
  func randomOperations() async throws {
    for seed in 0..<UInt64(TestEffort.repetitions(12)) {
      var run = Run(seed: seed)
      for step in 0..<500 {
        // Tests that wait for something share a small thread pool with this one.
        if step % 10 == 0 { await Task.yield() }
        try run.step()
        if let difference = run.difference() {
          Issue.record("seed \(seed): \(difference)\n\(run.log.suffix(12).joined(separator: "\n"))")
          return
        }
      }
      // When all optimistic changes are reverted, exactly the committed state is left.
      run.test.queue.revertAll()
      run.test.queue.run()
      run.model.optimistic.removeAll()
      let difference = run.difference()
      #expect(difference == nil, "seed \(seed)")
      #expect(run.test.store.state.withLock { $0.records.undo == nil }, "seed \(seed)")
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
