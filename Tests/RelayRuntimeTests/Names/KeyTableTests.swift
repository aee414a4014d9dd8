import Foundation
import Testing

@testable import RelayRuntime

@Suite("Names and keys of a store")
struct KeyTableTests {
  private static let search = Plans.operation(
    "SearchQuery",
    normalization: [.linked("search", "[O]", [.scalar("__typename", "S!"), .scalar("id", "D!")])],
    reader: [.linked("search", "[O]", [.scalar("__typename", "S")])])
  private let operation = OperationDescriptor(search)

  private func response(_ types: some Sequence<String>) -> String {
    let items = types.enumerated().map { #"{"__typename":"\#($0.element)","id":"\#($0.offset)"}"# }
    return #"{"data":{"search":[\#(items.joined(separator: ","))]}}"#
  }

  private func isKnown(_ name: String) -> Bool { Keys.withNames { $0.table.find(name) } != nil }

  @Test("a server that invents type names exhausts only its own store")
  func starvation() throws {
    let steps = Recorder<@Sendable () -> Void>()
    var configuration = RelayStore.Configuration()
    configuration.schedule = { steps.append($0) }
    let (hostile, other) = (TestStore(configuration), TestStore())
    let names = (0..<70_000).lazy.map { "Hostile\($0)" }
    #expect(throws: NormalizationError.self) { try hostile.publish(operation, response(names)) }
    #expect(throws: NormalizationError.self) { try hostile.publish(operation, response(["Hostile_one_more"])) }
    try other.publish(operation, response(["Hostile_other"]))
    #expect(other.store.lookup(operation).row?.json == ["search": [["__typename": "Hostile_other"]]])
    // Unused names are forgotten, and there is room again.
    #expect(steps.values.count == 1)
    for step in steps.values { step() }
    try hostile.publish(operation, response(["Hostile_one_more"]))
    #expect(hostile.store.lookup(operation).row?.json == ["search": [["__typename": "Hostile_one_more"]]])
  }

  @Test("a store forgets type names that none of its records has, and releases all of them in the end")
  func forgotten() throws {
    var test: TestStore? = TestStore(RelayStore.Configuration(releaseBufferSize: 1))
    for round in 0..<20 {
      try test?.publish(operation, response((0..<500).map { "Round\(round)_\($0)" }))
      test?.store.collectGarbage()
      #expect(test?.store.keys.nameCount == 500)
    }
    #expect(!isKnown("Round3_7"))
    #expect(isKnown("Round19_7"))
    test = nil
    #expect(!isKnown("Round19_7"))
  }

  @Test("a type that a plan names later is the one that the server named before")
  func laterPlan() throws {
    let test = TestStore()
    try test.publish(operation, response(["LateType"]))
    let late = Plans.operation(
      "LateQuery",
      reader: [.linked("search", "[O]", [.inlineFragment(on: "LateType", [.scalar("id", "S")])])])
    #expect(test.store.lookup(OperationDescriptor(late)).row?.json == ["search": [["id": "0"]]])
    test.store.collectGarbage()
    #expect(test.store.lookup(OperationDescriptor(late)).row?.json == ["search": [["id": "0"]]])
  }

  @Test("a response in flight keeps its type names")
  func onItsWay() throws {
    let test = TestStore()
    let payload = try test.normalize(operation, response(["OnItsWay"]))
    test.store.collectGarbage()
    _ = test.store.keys.typeName("SomethingElse")
    test.queue.commitPayload(operation, payload)
    test.queue.run(source: operation)
    #expect(test.store.lookup(operation).row?.json == ["search": [["__typename": "OnItsWay"]]])
  }

  @Test("two stores that hold one name release it one after the other")
  func shared() throws {
    var (first, second): (TestStore?, TestStore?) = (TestStore(), TestStore())
    try first?.publish(operation, response(["HeldTwice"]))
    try second?.publish(operation, response(["HeldTwice"]))
    first = nil
    #expect(isKnown("HeldTwice"))
    #expect(second?.store.lookup(operation).row?.json == ["search": [["__typename": "HeldTwice"]]])
    second = nil
    #expect(!isKnown("HeldTwice"))
  }

  @Test("a store knows a type's abstract types as long as the type's record exists, and no other type inherits them")
  func typeRecords() throws {
    let test = TestStore(RelayStore.Configuration(releaseBufferSize: 0))
    let isNamed = TypeCondition(type: Keys.none, abstractKey: Keys.intern("__isNamed"))
    let named = OperationDescriptor(
      Plans.operation(
        "NamedQuery",
        normalization: [
          .linked(
            "search", "[O]",
            [
              .scalar("__typename", "S!"), .scalar("id", "D!"), .typeDiscriminator("__isNamed"),
            ])
        ]))
    let retained = test.store.retain(named)
    for round in 0..<50 {
      let types = (0..<20).map { #"{"__typename":"Kind\#(round)_\#($0)","id":"\#($0)","__isNamed":"x"}"# }
      try test.publish(named, #"{"data":{"search":[\#(types.joined(separator: ","))]}}"#)
      test.store.collectGarbage()
      #expect(test.store.record("7", fulfils: isNamed))
      #expect(test.store.state.withLock { $0.records.typeRecords.count } == 20)
    }
    retained.dispose()
    test.store.collectGarbage()
    #expect(test.store.state.withLock { $0.records.typeRecords.isEmpty })
    try test.publish(operation, response(["Fresh"]))
    #expect(!test.store.record("0", fulfils: isNamed))
  }

  @Test("field and type names that only updaters and archives use are forgotten, too")
  func updaters() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let test = TestStore()
    test.queue.commitUpdate { store in
      for index in 0..<1000 { store.create(dataID: "\(index)", typeName: "Updated\(index)")["field\(index)"] = .int(index) }
      store.root.setLinkedRecord(store["7"], for: "kept")
    }
    test.queue.run()
    try test.store.save(to: file)
    #expect(test.store.keys.nameCount >= 2000)
    #expect(test.record("7") == ["__id": "7", "__typename": "Updated7", "field7": 7])
    test.store.collectGarbage()
    #expect(test.store.keys.nameCount < 10)
    try test.store.restore(from: file)
    #expect(test.record("8") == ["__id": "8", "__typename": "Updated8", "field8": 8])
    test.store.collectGarbage()
    #expect(test.store.keys.nameCount < 10)
    #expect(!isKnown("field8"))
  }

  @Test("the memory of a burst of keys and names is released")
  func burst() throws {
    let keys = KeyTable()
    var leases: KeyLease? = keys.lease((0..<100_000).map { "user(id:\($0))" })
    #expect(keys.count == 100_000)
    withExtendedLifetime(leases) {}
    leases = nil
    let kept = keys.lease(["user(id:7)"])
    keys.removeAll(except: [], keys.names)
    #expect(keys.count == 1)
    #expect(keys.capacity < 1000)
    #expect(keys.name(kept.keys[0]) == "user(id:7)")
  }
}
