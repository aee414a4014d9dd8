import TestSupport
import Testing

@testable import RelayRuntime

/// Small graphs with circles, read by a store that shares rows from the first repeated object on, and by one that never does.
@Suite("Sharing rows changes nothing but their number")
struct SharingPropertyTests {
  private static let ids = (0..<5).map { "u\($0)" }

  /// A random fragment on users, with lists and links of users in each other, in conditions, under `@catch` and with required fields.
  private static func selections(_ depth: Int, _ random: inout SplitMix) -> [ReaderPlanNode] {
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    var selections: [ReaderPlanNode] = [.scalar("name", "I")]
    if number(8) == 0 { selections.append(.required(number(2) == 0 ? .log : .none, .scalar("email", "S!"))) }
    guard depth > 0 else { return selections }
    let list = ReaderPlanNode.linked("list", "[O]", of: "User", self.selections(depth - 1, &random))
    switch number(8) {
    case 0: selections.append(.catch(.null, list))
    case 1: selections.append(.inlineFragment(on: "User", marker: "isUser", [list]))
    case 2: selections.append(.aliased("view", on: "User", self.selections(depth - 1, &random)))
    case 3: selections += [.linked("list", "[O]", of: "User", [.scalar("age", "I")]), .inlineFragment(on: "User", [list])]
    case 4: selections.append(.defer([list]))
    default: selections.append(list)
    }
    if number(2) == 0 { selections.append(.linked("link", of: "User", self.selections(depth - 1, &random))) }
    if number(4) == 0 { selections.append(.spread("Inner")) }
    return selections
  }

  /// A store with the readers mounted in it.
  private final class Side {
    let test = TestStore()
    let heard = Recorder<Snapshot>()
    var subscriptions: [RelayDisposable] = []
    let definition: Generated.FragmentDefinition

    init(_ threshold: Int, _ definition: Generated.FragmentDefinition) {
      self.definition = definition
      test.store.state.withLock { $0.records.sharing.threshold = threshold }
    }

    func selector(_ id: String) -> Selector {
      let context = ReadContext(
        store: test.store, definition: definition, owner: OperationDescriptor(SharingPropertyTests.owner, variables: [:]), variables: [:])
      return Selector(context: context, dataID: id, record: .missing)
    }

    func mount(_ id: String) {
      let heard = heard
      subscriptions.append(test.store.subscribe(test.store.lookup(selector(id))) { heard.append($0) })
    }

    func apply(_ edits: [@Sendable (RecordSourceProxy) -> Void]) {
      test.queue.commitUpdate { store in for edit in edits { edit(store) } }
      test.queue.run()
    }
  }

  private static let owner = Plans.operation("Owner")

  private static func edit(_ random: inout SplitMix) -> @Sendable (RecordSourceProxy) -> Void {
    let (id, value) = (ids[Int.random(in: 0..<ids.count, using: &random)], Int.random(in: 0..<3, using: &random))
    let targets = (0..<Int.random(in: 0..<4, using: &random)).map { _ in ids[Int.random(in: 0..<ids.count, using: &random)] }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return { $0.delete(dataID: id) }
    case 1: return { $0[id]?["email"] = value == 0 ? .some(.null) : .string("e\(value)") }
    case 2:
      return { store in
        guard let user = store[id] else { return }
        user["name"] = .some(.null)
        user.setError("m\(value)", of: "name")
      }
    case 3, 4: return { store in store[id]?.setLinkedRecord(targets.first.flatMap { store[$0] }, for: "link") }
    case 5, 6, 7:
      return { store in
        let items = targets.map { store[$0] } + (value == 0 ? [nil] : [])
        store[id]?.setLinkedRecords(items, for: "list")
      }
    case 8: return { $0.create(dataID: id, typeName: "User")["name"] = .int(value) }
    default: return { $0[id]?["name"] = .int(value) }
    }
  }

  private static func difference(_ left: Snapshot, _ right: Snapshot) -> String? {
    if left.row?.json != right.row?.json { return "\(left.row?.json ?? "nothing") instead of \(right.row?.json ?? "nothing")" }
    if left.isMissingData != right.isMissingData { return "missing data: \(left.isMissingData)" }
    if left.fieldErrors != right.fieldErrors { return "errors \(left.fieldErrors) instead of \(right.fieldErrors)" }
    if left.caughtErrors != right.caughtErrors { return "caught errors \(left.caughtErrors)" }
    if Set(left.seenRecords) != Set(right.seenRecords) { return "seen records" }
    if left.row?.hashValue != right.row?.hashValue { return "hash values" }
    return nil
  }

  @Test("the same values, errors and notifications, after every change of 120 random graphs")
  func randomGraphs() throws {
    for seed in 0..<120 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      let inner = Plans.fragment("Inner", on: "User", Self.selections(1, &random))
      let definition = Generated.FragmentDefinition(plan: Plans.reader("F", on: "User", Self.selections(3, &random)), fragments: [inner])
      let (shared, plain) = (Side(0, definition), Side(.max, definition))
      func apply(_ edits: [@Sendable (RecordSourceProxy) -> Void]) { for side in [shared, plain] { side.apply(edits) } }
      apply(Self.ids.map { id in { store in store.create(dataID: id, typeName: "User")["age"] = 1 } })
      apply((0..<20).map { _ in Self.edit(&random) })
      for side in [shared, plain] { for id in Self.ids.prefix(3) { side.mount(id) } }
      for step in 0..<12 {
        apply((0...Int.random(in: 0..<3, using: &random)).map { _ in Self.edit(&random) })
        try #require(shared.heard.values.count == plain.heard.values.count, "seed \(seed), step \(step)")
        for (left, right) in zip(shared.heard.values, plain.heard.values) {
          let difference = Self.difference(left, right)
          try #require(difference == nil, "seed \(seed), step \(step)")
        }
        for id in Self.ids {
          let (left, right) = (shared.test.store.lookup(shared.selector(id)), plain.test.store.lookup(plain.selector(id)))
          let difference = Self.difference(left, right)
          try #require(difference == nil, "seed \(seed), step \(step), \(id)")
          // Reading again is equal, whatever is shared.
          let again = shared.test.store.state.withLock { $0.records.read(left.selector, after: left) }
          try #require(again.row == left.row, "seed \(seed), step \(step), \(id)")
          if let row = left.row, let again = shared.test.store.lookup(left.selector).row {
            #expect(RowComparison.result(row, again, threshold: 0).areEqual)
          }
          let (captured, expected) = (shared.test.store.capture(left.selector), plain.test.store.capture(right.selector))
          let captureDifference = Self.difference(captured, expected)
          try #require(captureDifference == nil, "seed \(seed), step \(step), \(id), with fragments")
        }
      }
    }
  }

  @Test("rows that differ are unequal, whatever has been assumed before")
  func comparison() throws {
    for seed in 0..<120 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      let definition = Generated.FragmentDefinition(plan: Plans.reader("F", on: "User", Self.selections(3, &random)))
      let sides = [Side(0, definition), Side(.max, definition)]
      var rows: [Row] = []
      for _ in 0..<6 {
        let edits =
          Self.ids.map { id -> @Sendable (RecordSourceProxy) -> Void in { _ = $0.create(dataID: id, typeName: "User") } }
          + (0..<12).map { _ in Self.edit(&random) }
        for side in sides {
          side.apply(edits)
          if let row = side.test.store.lookup(side.selector("u0")).row { rows.append(row) }
        }
      }
      for left in rows {
        for right in rows {
          let isEqual = RowComparison.result(left, right, threshold: 0).areEqual
          #expect(isEqual == RowComparison.result(left, right, threshold: .max).areEqual)
        }
      }
    }
  }

  @Test("availability and marking are the same with and without bookkeeping")
  func walks() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      func selections(_ depth: Int) -> [NormalizationPlanNode] {
        var nodes: [NormalizationPlanNode] = [.scalar("name", "I")]
        if Int.random(in: 0..<5, using: &random) == 0 { nodes.append(.scalar("email", "S")) }
        guard depth > 0 else { return nodes }
        nodes.append(.linked("list", "[O]", of: "User", selections(depth - 1)))
        let link = NormalizationPlanNode.linked("link", of: "User", selections(depth - 1))
        nodes.append(Int.random(in: 0..<3, using: &random) == 0 ? .clientExtension([link]) : link)
        return nodes
      }
      let operation = OperationDescriptor(Plans.operation("Q", normalization: [.linked("me", of: "User", selections(4))]), variables: [:])
      let side = Side(0, Plans.fragment("F", on: "User", [.scalar("name", "I")]))
      side.apply(Self.ids.map { id in { store in store.create(dataID: id, typeName: "User")["name"] = 1 } })
      side.apply([{ store in store.root.setLinkedRecord(store["u0"], for: "me") }] + (0..<20).map { _ in Self.edit(&random) })
      side.test.store.state.withLock { state in
        var checks: [(isMissing: Bool, missing: Set<[Int]>, visited: Int)] = []
        var marked: [ContiguousArray<Bool>] = []
        for threshold in [0, .max] {
          var check = AvailabilityCheck(idKey: operation.definition.normalization.idKey.key, collectsMissing: true)
          check.visited = VisitedSteps(threshold: threshold)
          check.check(operation.rootID, PlanWalk(operation, side.test.store.keys), state)
          let missing = check.missing.map { [$0.step, Int($0.key), $0.dataID.hashValue] }
          checks.append((check.isMissing, Set(missing), check.visited.count))
          var run = state.beginCollection(restarts: 0)
          run.visited = VisitedSteps(threshold: threshold)
          state.mark(operation, keys: side.test.store.keys, &run)
          marked.append(run.isMarked)
        }
        #expect(checks[0].isMissing == checks[1].isMissing, "seed \(seed)")
        #expect(checks[0].missing == checks[1].missing, "seed \(seed)")
        #expect(checks[0].visited <= checks[1].visited, "seed \(seed)")
        #expect(marked[0] == marked[1], "seed \(seed)")
      }
    }
  }
}
