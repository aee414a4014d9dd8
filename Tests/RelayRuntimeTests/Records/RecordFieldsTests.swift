import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Fields of records")
struct RecordFieldsTests {
  private static let table = KeyTable()
  private static let keys = (0..<40).map { table.intern($0 % 2 == 0 ? "recordField\($0)" : "recordField(number:\($0))") }

  private static let search = Plans.operation(
    "SearchQuery",
    normalization: [
      .linked(
        "users", "[O]", of: "User",
        [
          .scalar("id", "D"), .scalar("name", "S"),
          .linked("friend", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
        ])
    ],
    reader: [
      .linked(
        "users", "[O]", of: "User",
        [
          .scalar("id", "S"), .scalar("name", "S"),
          .linked("friend", of: "User", [.scalar("id", "S"), .scalar("name", "S")]),
        ])
    ])
  private static let user = Plans.operation(
    "UserQuery",
    normalization: [.linked("user", of: "User", [.scalar("id", "D"), .scalar("name", "S")])],
    reader: [.linked("user", of: "User", [.scalar("name", "S")])])

  private static func response(_ ids: Range<Int>, name: String = "a name that is kept outside of a string", friend: Int = 0) -> String {
    let users = ids.map { id in
      #"{"id":"user number \#(id)","name":"\#(name) \#(id)","friend":{"id":"user number \#(friend)","name":"\#(name) \#(friend)"}}"#
    }
    return #"{"data":{"users":[\#(users.joined(separator: ","))]}}"#
  }

  private func names(_ snapshot: Snapshot) -> [String?] { (snapshot.row?.json["users"]?.arrayValue ?? []).map { $0["name"]?.stringValue } }

  /// The operations of a record, applied to arrays of pairs as well.
  @Test("are a value: copies, shared blocks and growth do not affect other values")
  func values() {
    var random = SplitMix(seed: 11)
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    for _ in 0..<300 {
      var arena = FieldArena()
      var records = [(Record(type: Keys.none), [KeyID: Value]())]
      for _ in 0..<200 {
        let at = number(records.count)
        let key = Self.keys[number(Self.keys.count)]
        switch number(8) {
        case 0 where records.count < 6: records.append(records[at])
        case 1 where records.count > 1: records.remove(at: at)
        case 2: records[at].0.pack(into: arena, dataID: "a record with the number \(at)")
        case 3: arena = FieldArena()
        case 4:
          records[at].0.set(key, .missing)
          records[at].1[key] = nil
        case 5:
          if records[at].0.removeFields(where: { $0.key == key }) { records[at].1[key] = nil }
        case 6: records[at].0.identify(as: "a record with the number \(number(3))")
        default:
          let value = Value.string("a value with the number \(number(1000))")
          records[at].0.set(key, value)
          records[at].1[key] = value
        }
        for (record, model) in records {
          #expect(record.fields.count == model.count, "seed \(random.seed)")
          for (key, value) in model { #expect(record[key] == value, "seed \(random.seed)") }
        }
      }
    }
  }

  @Test("of a response are adjacent, and a row keeps them when the store has changed or collected its records")
  func rows() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0))
    let operation = OperationDescriptor(Self.search, variables: [:])
    let retained = test.store.retain(operation)
    try test.publish(operation, Self.response(0..<200))
    let before = test.store.lookup(operation)
    let expected = (0..<200).map { "a name that is kept outside of a string \($0)" }
    #expect(names(before) == expected)
    try test.publish(operation, Self.response(0..<200, name: "another name, of which the same is true"))
    #expect(names(before) == expected)
    #expect(names(test.store.lookup(operation)) == (0..<200).map { "another name, of which the same is true \($0)" })
    retained.dispose()
    test.store.collectGarbage()
    #expect(test.record("user number 7") == nil)
    #expect(names(before) == expected)
    guard case .rows(let users)? = before.row?.value(in: 0) else { throw Missing.list }
    #expect(users.row(at: 7)?.dataID == "user number 7")
  }

  private enum Missing: Error { case list }

  @Test("of a surviving record move out of a block whose other records were collected")
  func unusedBlocks() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0))
    let many = OperationDescriptor(Self.search, variables: [:])
    let one = OperationDescriptor(Self.user, variables: [:])
    let (first, second) = (test.store.retain(many), test.store.retain(one))
    // Uses an updater, so that the payload goes through a transaction.
    try test.publish(many, Self.response(0..<200)) { _ in }
    try test.publish(one, #"{"data":{"user":{"id":"user number 150","name":"a name that is kept outside of a string 150"}}}"#)
    func isShared() throws -> Bool {
      try test.store.state.withLock { state in
        guard let id = state.records.find("user number 150") else { throw Missing.list }
        return state.records.entries[Int(id)].record.fields.isShared
      }
    }
    #expect(try isShared())
    first.dispose()
    test.store.collectGarbage()
    #expect(try !isShared())
    #expect(test.record("user number 150")?["name"] == "a name that is kept outside of a string 150")
    #expect(test.record("user number 151") == nil)
    #expect(test.store.lookup(one).row?.json == ["user": ["name": "a name that is kept outside of a string 150"]])
    second.dispose()
  }

  @Test("of a payload that is applied twice link to the same records both times")
  func twice() throws {
    let test = TestStore()
    let operation = OperationDescriptor(Self.search, variables: [:])
    // Other records first, so that the store's ids differ from those of the payload.
    try test.publish(OperationDescriptor(Self.user, variables: [:]), #"{"data":{"user":{"id":"1","name":"x"}}}"#)
    let payload = try test.normalize(operation, Self.response(0..<30, friend: 40))
    let update = PublishQueue.OptimisticUpdate(
      .payload(PublishQueue.PayloadUpdate(operation: operation, payload: payload, updater: nil)))
    test.queue.applyUpdate(update)
    test.queue.run()
    let expected = names(test.store.lookup(operation))
    #expect(expected.count == 30 && expected[3] == "a name that is kept outside of a string 3")
    // Rebases the update: reverts it and applies it again.
    try test.publish(OperationDescriptor(Self.user, variables: [:]), #"{"data":{"user":{"id":"1","name":"y"}}}"#)
    #expect(names(test.store.lookup(operation)) == expected)
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(test.record("user number 3") == nil)
  }
}
