import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Data with many more paths than links. Without sharing, none of these tests would end.
@Suite("Rows that are shown at several places")
struct SharedRowTests {
  private let test = TestStore.collectingOnRequest(RelayStore.Configuration())

  private func publish(_ operation: OperationDescriptor, _ response: String) throws {
    try test.publish(operation, response, options: Normalizer.Options(isResponse: true))
  }

  private func update(_ body: @escaping @Sendable (RecordSourceProxy) throws -> Void) {
    test.queue.commitUpdate(body)
    test.queue.run()
  }

  /// The number of different rows below a row, itself included.
  private static func rowCount(_ row: Row) -> Int {
    var seen: Set<RowIdentity> = []
    var waiting = [row]
    while let row = waiting.popLast() {
      guard seen.insert(row.identity).inserted else { continue }
      for slot in 0..<row.count {
        switch row.value(in: slot) {
        case .row(let row): waiting.append(row)
        case .rows(let list): for index in 0..<list.count { list.row(at: index).map { waiting.append($0) } }
        default: break
        }
      }
    }
    return seen.count
  }

  /// The value at the end of a path that follows the first or the last item of each list.
  private static func end(of row: Row?, _ depth: Int, isFirst: Bool) -> Row? {
    guard case .row(var object)? = row?.slot(0) else { return nil }
    for _ in 0..<depth {
      guard case .list(let items) = object.slot(1), case .row(let item)? = isFirst ? items.first : items.last else { return nil }
      object = item
    }
    return object
  }

  @Test("a reading makes as many rows as there are records and selections", arguments: [(100, 4), (100, 12), (2000, 4), (20, 60)])
  func reading(_ count: Int, _ depth: Int) throws {
    let operation = OperationDescriptor(Circles.operation(depth))
    try publish(operation, Circles.ofOne(count))
    for snapshot in [test.store.lookup(operation), test.store.capture(test.store.selector(operation))] {
      let row = try #require(snapshot.row)
      #expect(Self.rowCount(row) <= SharedRows.Bounds().threshold + 3 * count + depth + 2)
      #expect(Self.end(of: row, depth, isFirst: true)?.json == ["name": "Ada"])
      #expect(Self.end(of: row, depth, isFirst: false)?.json == ["name": "Ada"])
      #expect(!snapshot.isMissingData && snapshot.fieldErrors.isEmpty)
      #expect(snapshot.excess == nil)
    }
  }

  @Test("a reading of data without lists below a repeated object has a row for each place, and notes where each is")
  func ordinary() throws {
    let count = 3 * SharedRows.Bounds().threshold
    let operation = OperationDescriptor(Circles.operation(1))
    try publish(operation, Circles.ofOne(count))
    let snapshot = test.store.lookup(operation)
    #expect(Self.rowCount(try #require(snapshot.row)) == count + 2)
    let again = test.store.state.withLock { $0.records.read(snapshot.selector, after: snapshot) }
    #expect(again.visits.count == count + 2)
  }

  // MARK: Other walks

  @Test("rows are compared, hashed and converted to JSON once for each row")
  func walks() throws {
    let operation = OperationDescriptor(Circles.operation(8))
    try publish(operation, Circles.ofOne(100))
    let (first, second) = (try #require(test.store.lookup(operation).row), try #require(test.store.lookup(operation).row))
    #expect(!first.isIdentical(to: second))
    let comparison = RowComparison.result(first, second)
    #expect(comparison.areEqual)
    // Each list's pairs are counted, and the pairs before classes are kept.
    #expect(comparison.pairs < 2 * 4096 + 16 * 100)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first.firstMissingField(in: "Q") == nil)
    update { $0["1"]?["name"] = "Grace" }
    let changed = try #require(test.store.lookup(operation).row)
    #expect(first != changed)
    #expect(first.hashValue != changed.hashValue)
  }

  @Test("JSON and text of data with too many places are cut, and say so")
  func json() throws {
    let operation = OperationDescriptor(Circles.operation(8))
    try publish(operation, Circles.ofOne(100))
    let row = try #require(test.store.lookup(operation).row)
    func json(_ row: Row?) throws -> JSON {
      var json = RowJSON(maximumRepetitions: 20_000)
      return json.json(of: try #require(row))
    }
    let text = try json(row).description
    #expect(text.contains("(repeats more than 20000 values)"))
    #expect(text.utf8.count < 2_000_000)
    #expect(try json(row) == json(test.store.lookup(operation).row))
  }

  @Test("JSON and text of data with fewer places are whole")
  func wholeJSON() throws {
    let operation = OperationDescriptor(Circles.operation(3))
    try publish(operation, Circles.ofOne(30))
    let row = try #require(test.store.lookup(operation).row)
    var expected: JSON = ["name": "Ada"]
    for _ in 0..<3 { expected = ["name": "Ada", "friends": .array(Array(repeating: expected, count: 30))] }
    #expect(row.json == ["me": expected])
  }

  @Test("whether an operation is available is known after one visit for each record and selection", arguments: [(100, 4), (100, 40)])
  func availability(_ count: Int, _ depth: Int) throws {
    let operation = OperationDescriptor(Circles.operation(depth))
    try publish(operation, Circles.ofOne(count))
    #expect(test.store.check(operation).isAvailable)
    let visits = test.store.state.withLock { state in
      var check = AvailabilityCheck(idKey: operation.definition.normalization.idKey.key, collectsMissing: true)
      check.check(operation.rootID, PlanWalk(operation, test.store.keys), state)
      return check.visited.count
    }
    // The lists that are open when bookkeeping begins are visited a second time.
    #expect(visits <= 4096 + 2 * (depth + 2) * count)
    update { $0["1"]?.setLinkedRecords([$0.create(dataID: "2", typeName: "User")], for: "friends") }
    #expect(test.store.check(operation).isMissing)
  }

  @Test("a collection visits a record once with the same selections, and keeps all that is linked", arguments: [(100, 4), (100, 40)])
  func collection(_ count: Int, _ depth: Int) throws {
    let operation = OperationDescriptor(Circles.operation(depth))
    try publish(operation, Circles.ofOne(count))
    update { store in
      store["1"]?.setLinkedRecords(
        (store["1"]?.linkedRecords("friends") ?? []) + [store.create(dataID: "2", typeName: "User")], for: "friends")
      _ = store.create(dataID: "3", typeName: "User")
    }
    let retention = test.store.retain(operation)
    let visits = test.store.state.withLock { state in
      var run = state.beginCollection(restarts: 0)
      state.mark(operation, keys: test.store.keys, &run)
      return run.visited.count
    }
    #expect(visits <= 4096 + 2 * (depth + 2) * (count + 1))
    test.store.collectGarbage()
    #expect(test.record("1") != nil && test.record("2") != nil && test.record("3") == nil)
    retention.dispose()
  }

  // MARK: Changes

  @Test("a subscriber hears of a change in a shared row once, and sees it at every place")
  func notifying() throws {
    let operation = OperationDescriptor(Circles.operation(6))
    try publish(operation, Circles.ofOne(100))
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(test.store.lookup(operation)) { heard.append($0) }
    for name in ["Grace", "Barbara"] {
      update { $0["1"]?["name"] = .string(name) }
      let latest = try #require(heard.values.last?.row)
      #expect(Self.end(of: latest, 6, isFirst: true)?.json == ["name": .string(name)])
      #expect(Self.end(of: latest, 6, isFirst: false)?.json == ["name": .string(name)])
      #expect(Self.rowCount(latest) <= 3 * SharedRows.Bounds().threshold)
    }
    update { $0["1"]?["email"] = "not selected" }
    #expect(heard.values.count == 2)
    update { store in store["1"]?.setLinkedRecords([store["1"], nil], for: "friends") }
    #expect(heard.values.count == 3)
    #expect(heard.values.last?.row == test.store.lookup(operation).row)
    subscription.dispose()
  }

  // MARK: Archives

  @Test("an archive of a few hundred bytes")
  func archive() throws {
    let links = Array(repeating: #""1""#, count: 40).joined(separator: ",")
    let text =
      #"{"epoch":1,"invalidatedRecords":{},"records":{"1":{"__typename":"User","friends":{"__refs":[\#(links)]},"id":"1","name":"Ada"},"#
      + #""client:root":{"__typename":"__Root","me":{"__ref":"1"}}},"written":{}}"#
    let file = Data("\(StoreArchive.header) \(text.utf8.count) \(StoreArchive.checksum(Data(text.utf8)))\n".utf8) + Data(text.utf8)
    let folder = try TemporaryFolder("circle")
    let url = folder.url.appending(path: "store")
    try file.write(to: url)
    try test.store.restore(from: url)
    let operation = OperationDescriptor(Circles.operation(10))
    #expect(test.store.check(operation).isAvailable)
    let row = try #require(test.store.lookup(operation).row)
    #expect(Self.rowCount(row) <= SharedRows.Bounds().threshold + 200)
    let retention = test.store.retain(operation)
    test.store.collectGarbage()
    #expect(test.store.lookup(operation).row == row)
    retention.dispose()
  }

  @Test("a list in place of one link is missing, and nothing follows it")
  func listInPlaceOfOneLink() throws {
    var selections: [ReaderPlanNode] = [.scalar("name", "S")]
    var normalization: [NormalizationPlanNode] = [.scalar("name", "S")]
    for _ in 0..<12 {
      selections = [.scalar("name", "S"), .linked("friend", of: "User", selections)]
      normalization = [.scalar("name", "S"), .linked("friend", of: "User", normalization)]
    }
    let operation = OperationDescriptor(
      Plans.operation(
        "Q", normalization: [.linked("me", of: "User", normalization)], reader: [.linked("me", of: "User", selections)]))
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      me["name"] = "Ada"
      me.setLinkedRecords(Array(repeating: me, count: 100), for: "friend")
      store.root.setLinkedRecord(me, for: "me")
    }
    let snapshot = test.store.lookup(operation)
    #expect(snapshot.isMissingData)
    #expect(snapshot.row?.json == ["me": ["name": "Ada"]])
    #expect(test.store.check(operation).isMissing)
    let retention = test.store.retain(operation)
    test.store.collectGarbage()
    #expect(test.record("1") != nil)
    retention.dispose()
  }

  // MARK: Two selections

  @Test("two selections of one list, of which only the second has lists below it")
  func merged() throws {
    var reader: [ReaderPlanNode] = [.scalar("name", "S")]
    for _ in 0..<6 {
      reader = [
        .linked("friends", "[O]", of: "User", [.scalar("name", "S")]),
        .inlineFragment(on: "User", [.linked("friends", "[O]", of: "User", reader)]),
      ]
    }
    let fragment = Plans.fragment("F", on: "User", reader)
    try publish(OperationDescriptor(Circles.operation(1)), Circles.ofOne(100))
    let context = ReadContext(
      store: test.store, definition: fragment, owner: OperationDescriptor(Circles.operation(1)), variables: [:])
    let row = try #require(test.store.lookup(Selector(context: context, dataID: "1", record: .missing)).row)
    #expect(Self.rowCount(row) < 200_000)
  }

  // MARK: Errors

  @Test("after a thousand errors, a shared row adds the first one of each kind")
  func leadingErrors() throws {
    var reader: [ReaderPlanNode] = [.required(.throw, .scalar("email", "S!")), .scalar("phone", "S"), .scalar("street", "S")]
    for _ in 0..<4 { reader = [.scalar("name", "S"), .linked("friends", "[O]", of: "User", reader)] }
    let definition = Plans.fragment("G", on: "User", [.catch(.result, .linked("friends", "[O]", of: "User", reader))])
    let operation = OperationDescriptor(Circles.operation(1))
    try publish(operation, Circles.ofOne(100))
    let context = ReadContext(store: test.store, definition: definition, owner: operation, variables: [:])
    let snapshot = test.store.lookup(Selector(context: context, dataID: "1", record: .missing))
    let kinds = snapshot.fieldErrors.filter { $0.path.hasPrefix("friends.99.") }.map(\.kind)
    #expect(kinds.count == 2 && kinds.contains(.requiredFieldThrown) && kinds.contains(.missingData), "\(kinds.count)")
    #expect(snapshot.fieldErrors.prefix(1000).allSatisfy { $0.path.hasPrefix("friends.0.") })
  }

  @Test("missing data and errors below a shared row are found at every place, up to a number, and never lost")
  func errors() throws {
    let depth = 6
    var reader: [ReaderPlanNode] = [.required(.throw, .scalar("email", "S!"))]
    for _ in 0..<depth { reader = [.scalar("name", "S"), .linked("friends", "[O]", of: "User", reader)] }
    let fragment = Plans.fragment("F", on: "User", reader)
    let caught = Plans.fragment("G", on: "User", [.catch(.result, .linked("friends", "[O]", of: "User", reader))])
    let operation = OperationDescriptor(Circles.operation(1))
    try publish(operation, Circles.ofOne(100))
    for definition in [fragment, caught] {
      let context = ReadContext(store: test.store, definition: definition, owner: operation, variables: [:])
      let snapshot = test.store.lookup(Selector(context: context, dataID: "1", record: .missing))
      #expect(snapshot.isMissingData)
      #expect((1000..<20_000).contains(snapshot.fieldErrors.count))
      #expect((snapshot.thrownErrors == nil) == (definition === caught))
      #expect(
        snapshot.fieldErrors.first?.path == Array(repeating: "friends.0", count: definition === caught ? 7 : 6).joined(separator: ".")
          + ".email")
    }
  }

  @Test("fragments in fragments that all lack data are read once")
  func nestedFragments() throws {
    var definition = Generated.FragmentDefinition(
      plan: Plans.reader("F0", on: "User", [.scalar("name", "S"), .scalar("missing", "S")]), scalars: [])
    for level in 1...60 {
      definition = Generated.FragmentDefinition(
        plan: Plans.reader("F\(level)", on: "User", [.scalar("missing", "S"), .spread("F\(level - 1)")]), scalars: [],
        fragments: [definition])
    }
    let operation = OperationDescriptor(Circles.operation(1))
    try publish(operation, Circles.ofOne(1))
    let context = ReadContext(store: test.store, definition: definition, owner: operation, variables: [:])
    let snapshot = test.store.capture(Selector(context: context, dataID: "1", record: .missing))
    #expect(snapshot.isMissingData)
    var row = try #require(snapshot.row)
    for _ in 0..<60 {
      guard case .fragment(let reading) = row.value(in: 1) else {
        Issue.record("the fragment was not read")
        return
      }
      #expect(reading.isMissingData)
      row = try #require(reading.row)
    }
    #expect(row.json == ["name": "Ada"])
  }
}

extension RowComparison {
  /// Whether two rows are equal, and the number of pairs that were compared.
  static func result(_ left: Row, _ right: Row, threshold: Int = 4096) -> (areEqual: Bool, pairs: Int) {
    var comparison = RowComparison(threshold: threshold)
    let areEqual = comparison.areEqual(left, right)
    return (areEqual, comparison.count)
  }
}
