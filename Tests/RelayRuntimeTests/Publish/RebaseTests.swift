import TestSupport
import Testing

@testable import RelayRuntime

/// A publication applies only those optimistic updates again that it concerns, and the store is the same as if it had applied all of them.
@Suite("Rebasing", .hangGuard)
struct RebaseTests {
  /// What an update or a commit does. All of it depends on the store alone.
  private indirect enum Step: Sendable {
    case set(Int, String, Int)
    case copy(from: Int, to: Int)
    case create(Int)
    case delete(Int)
    /// Adds a link to a list, unless it is in there.
    case append(Int, to: Int)
    /// Writes to one of two records, depending on a third.
    case choose(by: Int, Int, Int)
    /// Fails if a record has an odd number.
    case fail(Int)
    case both(Step, Step)

    static func random(_ count: Int, _ random: inout SplitMix) -> Step {
      func id() -> Int { Int.random(in: 0..<count, using: &random) }
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2: return .set(id(), ["n", "m"].randomElement(using: &random) ?? "n", Int.random(in: 0..<4, using: &random))
      case 3, 4: return .copy(from: id(), to: id())
      case 5: return .create(id())
      case 6: return .delete(id())
      case 7, 8: return .append(id(), to: id())
      case 9: return .choose(by: id(), id(), id())
      case 10: return .fail(id())
      default: return .both(.random(count, &random), .random(count, &random))
      }
    }

    struct Failure: Error {}

    func apply(_ store: RecordSourceProxy) throws {
      switch self {
      case .set(let id, let field, let value): store["\(id)"]?[field] = .int(value)
      case .copy(let from, let to):
        guard let value = store["\(from)"]?["n"] else { return }
        store["\(to)"]?["n"] = value
      case .create(let id): store.create(dataID: "\(id)", typeName: "T")["n"] = 7
      case .delete(let id): store.delete(dataID: "\(id)")
      case .append(let id, let to):
        guard let list = store["\(to)"], let item = store["\(id)"] else { return }
        let known = list.linkedRecords("list") ?? []
        if !known.contains(item) { list.setLinkedRecords(known + [item], for: "list") }
      case .choose(let id, let first, let second):
        let isOdd = (store["\(id)"]?["n"]?.intValue ?? 0) % 2 == 1
        store["\(isOdd ? first : second)"]?["m"] = .int(isOdd ? 1 : 2)
      case .fail(let id):
        store["\(id)"]?["m"] = 9
        if (store["\(id)"]?["n"]?.intValue ?? 0) % 2 == 1 { throw Failure() }
      case .both(let first, let second):
        try first.apply(store)
        try second.apply(store)
      }
    }
  }

  /// What an optimistic response says.
  private struct Response: Sendable {
    struct Part: Sendable {
      let id: Int
      /// None: what the response has of an object without `__typename`.
      let type: String?
      let fields: [String: Value]
      /// The field whose null comes with an error.
      let failed: String?
    }
    enum Value: Sendable {
      case number(Int)
      case null
      case link(Int)
      case links([Int])
    }

    let parts: [Part]

    static func random(_ count: Int, _ random: inout SplitMix) -> Response {
      // Few records, so that many responses meet.
      let ids = Set((0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) })
      return Response(
        parts: ids.sorted().map { id in
          var fields: [String: Value] = [:]
          for _ in 0..<Int.random(in: 0...3, using: &random) {
            let name = ["n", "m", "link", "list"].randomElement(using: &random) ?? "n"
            let target = Int.random(in: 0..<count, using: &random)
            fields[name] =
              switch name {
              case "link": Bool.random(using: &random) ? .link(target) : .null
              case "list": .links([target, id])
              default: Int.random(in: 0..<4, using: &random) == 0 ? .null : .number(target)
              }
          }
          let failed = fields.filter { if case .null = $0.value { true } else { false } }.keys.min()
          return Part(
            id: id, type: [nil, "T", "T", "U"].randomElement(using: &random) ?? nil, fields: fields,
            failed: Bool.random(using: &random) ? failed : nil)
        })
    }

    static let operation = OperationDescriptor(
      OperationDefinition(
        name: "Anything", kind: .mutation, id: nil, cacheID: "Anything", text: "mutation Anything { anything }",
        normalization: #"{"version":1,"name":"Anything","selections":["anything"]}"#,
        reader: #"{"version":1,"name":"Anything","type":"Mutation","shapes":[["anything"]],"selections":[0]}"#, metadata: "{}"),
      variables: [:])

    func payload(_ keys: KeyTable) -> NormalizedPayload {
      var records = PayloadRecords()
      for part in parts {
        let id = records.record("\(part.id)")
        if let type = part.type { records.setType(type, of: id, keys) }
        for (name, value) in part.fields.sorted(by: { $0.key < $1.key }) {
          let stored: RelayRuntime.Value =
            switch value {
            case .number(let number): .int(number)
            case .null: .null
            case .link(let target): .ref(records.record("\(target)"))
            case .links(let targets): .refs(targets.map { records.record("\($0)") })
            }
          records.set(name, stored, of: id)
          if part.failed == name { records.records[Int(id)].setErrors(Keys.intern(name), [GraphQLError(json: ["message": "no"])]) }
        }
      }
      return NormalizedPayload(records: records, handles: [], placeholders: [], errors: [], rootID: "client:anything")
    }
  }

  /// The same changes in a store that always applies all updates, and in one that does not.
  private struct Pair {
    let stores: [TestStore]
    var updates: [[PublishQueue.OptimisticUpdate]] = []

    init() {
      stores = [true, false].map { appliesAll in
        let store = RelayStore()
        return TestStore(store: store, queue: PublishQueue(store: store, handlers: DefaultHandlers.handler, appliesAll: appliesAll))
      }
    }

    mutating func apply(_ step: Step, isRepeatable: Bool) {
      let updates = stores.map { _ in PublishQueue.OptimisticUpdate(.updater { try step.apply($0) }, isRepeatable: isRepeatable) }
      for (store, update) in zip(stores, updates) { store.queue.applyUpdate(update) }
      self.updates.append(updates)
    }

    mutating func apply(_ response: Response, then step: Step?) {
      let updates = stores.map { test -> PublishQueue.OptimisticUpdate in
        var updater: PublishQueue.SelectorUpdater?
        if let step { updater = { store in try step.apply(store) } }
        let payload = PublishQueue.PayloadUpdate(
          operation: Response.operation, payload: response.payload(test.store.keys), updater: updater, generation: nil)
        return PublishQueue.OptimisticUpdate(.payload(payload), isRepeatable: true)
      }
      for (store, update) in zip(stores, updates) { store.queue.applyUpdate(update) }
      self.updates.append(updates)
    }

    mutating func revert(_ index: Int) {
      for (store, update) in zip(stores, updates.remove(at: index)) { store.queue.revertUpdate(update) }
    }

    func commit(_ response: Response) {
      for test in stores { test.queue.commitPayload(Response.operation, response.payload(test.store.keys)) }
    }

    func commit(_ step: Step) { for store in stores { store.queue.commitUpdate { try step.apply($0) } } }

    func run() { for store in stores { store.queue.run() } }

    var areEqual: Bool { stores[0].store.json == stores[1].store.json }
  }

  @Test("a random session is the same as with all updates applied again")
  func randomSessions() {
    for number in 0..<TestEffort.repetitions(24) {
      let seed = SplitMix.seedOfThisRun &+ UInt64(number)
      var random = SplitMix(seed: seed)
      let records = [6, 20, 60][number % 3]
      var pair = Pair()
      for id in 0..<records where id % 4 != 0 { pair.commit(Step.create(id)) }
      pair.run()
      for step in 0..<120 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          switch Int.random(in: 0..<10, using: &random) {
          case 0...4:
            if pair.updates.count < 30 {
              pair.apply(Step.random(records, &random), isRepeatable: Int.random(in: 0..<8, using: &random) > 0)
            }
          case 5, 6: if !pair.updates.isEmpty { pair.revert(Int.random(in: 0..<pair.updates.count, using: &random)) }
          default: pair.commit(Step.random(records, &random))
          }
        }
        if Int.random(in: 0..<60, using: &random) == 0 { for store in pair.stores { store.store.clear() } }
        pair.run()
        guard pair.areEqual else {
          Issue.record("RELAY_TEST_SEED=\(seed): differs after step \(step)")
          return
        }
      }
      // What is left beneath is the same, too.
      for store in pair.stores {
        store.queue.revertAll()
        store.queue.run()
      }
      #expect(pair.areEqual, "RELAY_TEST_SEED=\(seed): differs beneath the updates")
      #expect(pair.stores[1].store.state.withLock { $0.records.undo } == nil)
    }
  }

  @Test("a random session of responses and updaters is the same as with all of them applied again")
  func randomResponses() {
    for number in 0..<TestEffort.repetitions(24) {
      let seed = SplitMix.seedOfThisRun &+ UInt64(number)
      var random = SplitMix(seed: seed)
      let records = [4, 12, 40][number % 3]
      // In every second session, nothing but responses.
      let hasUpdaters = number % 2 == 0
      var pair = Pair()
      for id in 0..<records where id % 4 != 0 { pair.commit(Step.create(id)) }
      pair.run()
      for step in 0..<120 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          switch Int.random(in: 0..<12, using: &random) {
          case 0...5:
            guard pair.updates.count < 40 else { continue }
            let updater: Step? = hasUpdaters && Int.random(in: 0..<5, using: &random) == 0 ? .random(records, &random) : nil
            pair.apply(Response.random(records, &random), then: updater)
          case 6: if hasUpdaters, pair.updates.count < 40 { pair.apply(Step.random(records, &random), isRepeatable: true) }
          case 7, 8: if !pair.updates.isEmpty { pair.revert(Int.random(in: 0..<pair.updates.count, using: &random)) }
          case 9, 10: pair.commit(Response.random(records, &random))
          default: pair.commit(Step.random(records, &random))
          }
        }
        if Int.random(in: 0..<60, using: &random) == 0 { for store in pair.stores { store.store.clear() } }
        pair.run()
        guard pair.areEqual else {
          Issue.record("RELAY_TEST_SEED=\(seed): differs after step \(step)")
          return
        }
      }
      for store in pair.stores {
        store.queue.revertAll()
        store.queue.run()
      }
      #expect(pair.areEqual, "RELAY_TEST_SEED=\(seed): differs beneath the updates")
    }
  }

  @Test("responses that only merge fields into a record are merged once, however many there are")
  func mergedResponses() {
    var pair = Pair()
    pair.commit(Step.create(0))
    pair.run()
    let count = 40
    for number in 0..<count {
      pair.apply(Response(parts: [.init(id: 0, type: "T", fields: ["m": .number(number)], failed: nil)]), then: nil)
    }
    pair.run()
    pair.commit(Response(parts: [.init(id: 0, type: "T", fields: ["n": .number(1)], failed: nil)]))
    pair.run()
    let queue = pair.stores[1].queue
    let record = pair.stores[1].store.state.withLock { $0.records.find("0") } ?? .missing
    let affected = queue.state.withLock { $0.footprints.affected(by: [record]) }
    #expect(affected.updates.isEmpty && affected.merged == [record])
    #expect(pair.stores[1].record("0")?["m"] == .int(count - 1) && pair.stores[1].record("0")?["n"] == 1)
    // The last one ends, then one in the middle.
    for index in [count - 1, 3] {
      pair.revert(index)
      pair.run()
      #expect(pair.stores[1].record("0")?["m"] == .int(count - 2) && pair.areEqual)
    }
  }

  /// - Returns: how often updates were applied again by the publication of a record that they do not use, and of one that the first of them
  ///   uses.
  private func applications(updates count: Int, isRepeatable: Bool) -> (unrelated: Int, related: Int) {
    let test = TestStore()
    let applied = Recorder<Int>()
    test.queue.commitUpdate { store in for id in 0...count { store.create(dataID: "\(id)", typeName: "T")["n"] = 0 } }
    for id in 0..<count {
      test.queue.applyUpdate(
        PublishQueue.OptimisticUpdate(
          .updater { store in
            applied.append(id)
            store["\(id)"]?["n"] = 1
          }, isRepeatable: isRepeatable))
    }
    test.queue.run()
    func publish(_ id: Int) -> Int {
      let before = applied.values.count
      test.queue.commitUpdate { $0["\(id)"]?["m"] = .int(before) }
      test.queue.run()
      return applied.values.count - before
    }
    _ = publish(count)
    return (publish(count), publish(0))
  }

  @Test("what a publication costs does not depend on the updates that it does not concern")
  func unrelatedUpdates() {
    #expect(applications(updates: 200, isRepeatable: true) == (0, 1))
    // The app's closures may depend on something else.
    #expect(applications(updates: 200, isRepeatable: false) == (200, 200))
  }

  @Test("an update is applied again when older data of its record comes in from an archive")
  func filling() {
    let pair = Pair()
    for test in pair.stores {
      test.queue.commitUpdate { $0.create(dataID: "other", typeName: "T")["n"] = 0 }
      for id in 0..<12 {
        test.queue.applyUpdate(
          PublishQueue.OptimisticUpdate(
            .updater { store in
              if let known = store["\(id)"] { known["m"] = 1 } else { store.create(dataID: "\(id)", typeName: "New")["n"] = 1 }
            }, isRepeatable: true))
      }
      test.queue.run()
      test.store.state.withLock { state in
        let id = state.records.intern("3")
        var record = Record(type: test.store.keys.intern(typeName: "Old"))
        record.set(test.store.keys.intern("n"), .int(5))
        _ = state.records.undo?.fill(id, with: &record, dataID: "3")
      }
      test.queue.commitUpdate { $0["other"]?["n"] = 1 }
      test.queue.run()
      #expect(test.record("3")?["n"] == 5 && test.record("3")?["m"] == 1)
    }
    #expect(pair.areEqual)
  }
}
