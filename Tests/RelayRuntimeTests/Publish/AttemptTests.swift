import TestSupport
import Testing

@testable import RelayRuntime

/// What app code has changed before it throws is undone, exactly and at a cost that depends only on that code.
@Suite("Attempts to change a transaction")
struct AttemptTests {
  private struct Failure: Error {}

  private static let ids = (0..<6).map { "u\($0)" }
  private static let names = ["name", "link", "list", "count"]

  /// A change of a transaction. Records are named, because equal records of two stores have different ids.
  private enum Edit: Sendable {
    case create(String, String)
    case delete(String)
    case set(String, String, Int?)
    case link(String, String, [String?])
    case errors(String, String, String?)
    case copy(String, String)
    case invalidate(String)
    case invalidateStore
    case invalidateType(String)

    static func random(_ random: inout SplitMix) -> Edit {
      func id() -> String { ids.randomElement(using: &random) ?? "" }
      func name() -> String { names.randomElement(using: &random) ?? "" }
      switch Int.random(in: 0..<21, using: &random) {
      case 0, 1: return .create(id(), Bool.random(using: &random) ? "User" : "Page")
      case 2: return .delete(id())
      case 3...9: return .set(id(), name(), Int.random(in: -1..<100, using: &random))
      case 10...12:
        let targets = (0..<Int.random(in: 0..<3, using: &random)).map { _ in Bool.random(using: &random) ? id() : nil }
        return .link(id(), name(), targets)
      case 13, 14: return .errors(id(), name(), Bool.random(using: &random) ? "message" : nil)
      case 15...17: return .copy(id(), id())
      case 18: return .invalidate(id())
      case 19: return .invalidateType("User")
      default: return .invalidateStore
      }
    }

    func apply(to transaction: StoreTransaction) {
      func key(_ name: String) -> KeyID { transaction.store.keys.intern(name) }
      switch self {
      case .create(let id, let type): _ = transaction.create(id, transaction.store.keys.intern(typeName: type))
      case .delete(let id): transaction.delete(transaction.intern(id))
      case .set(let id, let name, let value):
        transaction.set(transaction.intern(id), key(name), value.map { $0 < 0 ? .null : .int($0) } ?? .null)
      case .link(let id, let name, let targets):
        transaction.setLinks(transaction.intern(id), key(name), targets.map { $0.map { transaction.intern($0) } })
      case .errors(let id, let name, let message):
        transaction.setErrors(transaction.intern(id), key(name), message.map { [GraphQLError(message: $0)] })
      case .copy(let source, let target): transaction.copyFields(from: transaction.intern(source), to: transaction.intern(target))
      case .invalidate(let id): transaction.invalidate(transaction.intern(id))
      case .invalidateStore: transaction.makeStale { $0.everything = true }
      case .invalidateType(let type):
        transaction.makeStale { $0.places += transaction.store.places(type) }
      }
    }
  }

  /// A transaction above another one, over a store with records. Some are changed by an optimistic update.
  private struct Layers {
    let test = TestStore()
    let base: StoreTransaction
    let above: StoreTransaction

    init() {
      test.queue.commitUpdate { store in
        for id in AttemptTests.ids.prefix(4) { store.create(dataID: id, typeName: "User")["name"] = .string(id) }
      }
      test.queue.run()
      test.queue.applyUpdate(PublishQueue.OptimisticUpdate(.updater { $0["u1"]?["name"] = "optimistic" }))
      test.queue.run()
      base = StoreTransaction(store: test.store, below: nil, readsBase: true)
      above = StoreTransaction(store: test.store, below: base, readsBase: true)
    }

    /// A payload that the layer has before it runs code.
    func merge(_ number: Int, into transaction: StoreTransaction) {
      var payload = PayloadRecords()
      let record = payload.record("u\(number % 6)")
      payload.setType("User", of: record, test.store.keys)
      payload.set("count", .int(number), of: record)
      payload.set("link", .ref(payload.record("u\((number + 1) % 6)")), of: record)
      transaction.merge(payload)
    }

    /// Everything that a transaction contains and that can be read through it, as text.
    func contents(_ transaction: StoreTransaction) -> [String] {
      func text(_ value: Value) -> String {
        switch value {
        case .ref(let id): "→\(transaction.dataID(id))"
        case .refs(let ids): "→\(ids.map { $0 >= 0 ? transaction.dataID($0) : "null" })"
        default: "\(value.json ?? "missing")"
        }
      }
      func text(_ record: Record) -> String {
        let fields = record.fields.map { field in
          "\(test.store.keys.name(field.key))=\(text(field.value)) \((record.errors?[field.key] ?? []).map(\.message))"
        }
        return "\(test.store.keys.name(record.type)) \(fields.sorted())"
      }
      let deltas = transaction.deltas.map { "\(transaction.dataID($0.id)) \($0.change) \(text($0.record))" }
      let read = AttemptTests.ids.map { id in
        let id = transaction.intern(id)
        return "\(transaction.status(id)) \(test.store.keys.name(transaction.type(id))) \(text(transaction.record(id)))"
      }
      return deltas + read + transaction.invalidatedRecords.map { transaction.dataID($0) } + ["\(transaction.staleTargets)"]
    }
  }

  @Test("random changes that fail leave no trace: values, errors, order, invalidations, with layers below and above")
  func randomAttempts() throws {
    for seed in 0..<UInt64(TestEffort.repetitions(100)) {
      var random = SplitMix(seed: seed)
      let (layers, twin) = (Layers(), Layers())
      for step in 0..<40 {
        let isAbove = Bool.random(using: &random)
        if Int.random(in: 0..<5, using: &random) == 0 {
          layers.merge(step, into: isAbove ? layers.above : layers.base)
          twin.merge(step, into: isAbove ? twin.above : twin.base)
        }
        let edits = (0..<Int.random(in: 1..<8, using: &random)).map { _ in Edit.random(&random) }
        let fails = Bool.random(using: &random)
        do {
          try (isAbove ? layers.above : layers.base).attempt {
            for edit in edits { edit.apply(to: isAbove ? layers.above : layers.base) }
            if fails { throw Failure() }
          }
        } catch is Failure {}
        if !fails { for edit in edits { edit.apply(to: isAbove ? twin.above : twin.base) } }
        let (found, expected) = (layers.contents(layers.base), twin.contents(twin.base))
        let (foundAbove, expectedAbove) = (layers.contents(layers.above), twin.contents(twin.above))
        guard found == expected, foundAbove == expectedAbove else {
          Issue.record("seed \(seed), step \(step), \(fails ? "failing" : "") \(edits)\n\(found + foundAbove)\n\(expected + expectedAbove)")
          return
        }
      }
    }
  }

  @Test("an updater that throws after 10,000 writes changes nothing, and the layers above it are applied to what was there before")
  func manyWrites() {
    let reported = Recorder<String>()
    let test = TestStore(reportError: { reported.append("\($0)") })
    test.queue.commitUpdate { store in
      for index in 0..<100 { store.create(dataID: "u\(index)", typeName: "User")["name"] = .string("Name \(index)") }
    }
    test.queue.run()
    let optimistic = PublishQueue.OptimisticUpdate(
      .updater { store in
        store["u1"]?["name"] = .string("\(store["u1"]?["name"]?.stringValue ?? "") and more")
        store.delete(dataID: "u2")
      })
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    let before = test.store.json
    let heard = Recorder<[RecordChange]>()
    let observation = test.store.observeChanges { heard.append($0) }
    test.queue.commitUpdate { $0["u3"]?["name"] = "written before" }
    test.queue.commitUpdate { store in
      for index in 0..<10_000 {
        store["u\(index % 100)"]?["name"] = .string("Wrong \(index)")
        if index % 10 == 0 { store.create(dataID: "wrong\(index)", typeName: "User")["name"] = "Wrong" }
        if index % 100 == 3 { store.delete(dataID: "u\(index % 100)") }
      }
      store["u1"]?.invalidateRecord()
      store.invalidateStore()
      throw Failure()
    }
    test.queue.commitUpdate { $0["u4"]?["name"] = "written after" }
    test.queue.run()
    #expect(reported.values == ["Failure()"])
    #expect(test.record("u1")?["name"] == "Name 1 and more")
    #expect(test.record("u2") == .some(.null))
    #expect(test.store.state.withLock { $0.invalidations.all == nil && $0.invalidations.records.isEmpty })
    #expect(Set(heard.values.flatMap { $0 }.map(\.dataID)) == ["u1", "u2", "u3", "u4"])
    test.queue.commitUpdate { store in
      for index in [3, 4] { store["u\(index)"]?["name"] = .string("Name \(index)") }
    }
    test.queue.run()
    #expect(test.store.json == before)
    test.queue.revertUpdate(optimistic)
    test.queue.run()
    #expect(test.record("u1")?["name"] == "Name 1")
    #expect(test.record("u2")?["name"] == "Name 2")
    withExtendedLifetime(observation) {}
  }
}
