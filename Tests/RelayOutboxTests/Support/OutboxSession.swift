import Foundation
import RelayDurableStore
import RelayRuntime
import TestSupport

@testable import RelayOutbox

/// Something that an outbox promises and has not kept.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// A user of the app, over several of its runs. One task uses it.
final class OutboxSession {
  private var random: SplitMix
  private let server: TodoServer
  private let storage = MemoryOutboxStorage()
  private let time = VirtualTime()
  private let ledger = Ledger()
  /// The faults of the network; nil: at random.
  private let faults: Faults?
  private let randomFaults: RandomFaults
  /// Commits that fail; nil: none does.
  private let refusals: RandomRefusals?
  private let lanesByObject: Bool
  /// The entries for which `enqueue` has returned.
  private var accepted: Set<UUID> = []
  /// The entries that the app has removed.
  private var removed: Set<UUID> = []
  /// How often the app has had a key sent again whose outcome was unknown.
  private var resent: [String: Int] = [:]
  private var newObjects = 0
  /// Where the store is kept; nil for one in memory, which begins each run with the server's list.
  private let disk: MemoryDisk?

  init(seed: UInt64, honorsKeys: Bool, faults: Faults?) {
    random = SplitMix(seed: seed)
    randomFaults = RandomFaults(seed: seed &+ 1)
    server = TodoServer(honorsKeys: honorsKeys)
    lanesByObject = seed % 2 == 0
    disk = seed % 3 == 0 ? MemoryDisk() : nil
    refusals = faults == nil && seed % 4 < 2 ? RandomRefusals(seed: seed &+ 2) : nil
    self.faults = faults
  }

  func policy(_ object: String, _ delivery: OutboxPolicy.Delivery) -> OutboxPolicy {
    OutboxPolicy(delivery: delivery, lane: lanesByObject ? object : nil)
  }

  // MARK: One run of the app

  /// - Parameters:
  ///   - isQuiet: whether the network has no faults.
  ///   - body: what the user does.
  /// - Returns: whether the process was killed.
  @discardableResult
  func live(kill: KillableStorage.Kill?, isQuiet: Bool = false, _ body: (Life) async throws -> Void) async throws -> Bool {
    let gate = Gate()
    let nextFault: @Sendable () -> (Fault, Int) = { [faults, randomFaults] in
      if isQuiet { return (.none, 0) }
      if let faults { return (faults.next(), 1) }
      return randomFaults.next()
    }
    let network = FaultyNetwork(server) { _ in
      await gate.wait()
      let (fault, delay) = nextFault()
      for _ in 0..<delay { await Task.yield() }
      return fault
    }
    let own = KillableStorage(storage, kill: kill, ledger: ledger) { [disk] in
      network.cut()
      disk?.kill()
    } refuses: { [refusals] _ in
      !isQuiet && refusals?.next() == true
    }
    defer { disk?.kill() }
    let expected = try self.expected()
    defer { refusals?.isEnabled.withLock { $0 = false } }
    do {
      let life = try await Life(server, own, disk: disk, network: network, time: time)
      if disk != nil {
        try life.refresh()
      } else if !own.wasKilled, life.shown != expected.shown {
        throw BrokenPromise(description: "after opening, \(life.shown) is shown instead of \(expected.shown)")
      }
      refusals?.isEnabled.withLock { $0 = true }
      gate.open()
      do {
        try await body(life)
      } catch OutboxError.closed where own.wasKilled {}
      if !own.wasKilled { await life.settle() }
      if !own.wasKilled { _ = try? await life.outbox.close() }
    } catch is OutboxError where own.wasKilled {}
    gate.open()
    // The server may still have requests of the process.
    try await eventually { network.runningCount == 0 }
    return own.wasKilled
  }

  /// What must be shown after opening: the server's list, the stored answers, and what is expected of the stored mutations.
  private func expected() throws -> Screen {
    var screen = Screen(server.todos)
    let entries = try storage.rows().compactMap { EntryCoding.entry($0) }
    for entry in entries where entry.phase == .answered { screen.apply(answer: try JSON(parsing: entry.answer.first ?? Data())) }
    for entry in entries {
      switch entry.phase {
      case .queued: screen.apply(expectedOf: entry)
      case .sending: if entry.policy.delivery == .atLeastOnce { screen.apply(expectedOf: entry) }
      case .answered, .failed, .conflict, .unknown, .expired: break
      }
    }
    return screen
  }

  // MARK: At random

  func runAtRandom() async throws {
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let kill: KillableStorage.Kill? =
        Int.random(in: 0..<10, using: &random) < 8
        ? .init(commit: Int.random(in: 1...30, using: &random), isBefore: Bool.random(using: &random)) : nil
      try await live(kill: kill) { life in
        for _ in 0..<Int.random(in: 2...12, using: &random) {
          // What cannot be stored has not happened.
          do { try await step(life) } catch OutboxError.notStored {}
        }
      }
    }
    try await finish()
  }

  private func step(_ life: Life) async throws {
    let object = (server.todos.map(\.id) + ["a", "x"]).randomElement(using: &random) ?? "a"
    let delivery: OutboxPolicy.Delivery = Bool.random(using: &random) ? .atMostOnce : .atLeastOnce
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1:
      newObjects += 1
      accepted.insert(try await life.add("n\(newObjects)", policy: policy("n\(newObjects)", delivery)).id)
    case 2, 3: accepted.insert(try await life.rename(object, "t\(random.next() % 100)", policy: policy(object, delivery)).id)
    case 4...6: accepted.insert(try await life.increment(object, policy: policy(object, delivery)).id)
    case 7: accepted.insert(try await life.delete(object, policy: policy(object, delivery)).id)
    case 8:
      guard let entry = life.outbox.entries.randomElement(using: &random) else { return }
      // Of a request on its way, the outcome becomes unknown.
      removed.insert(entry.id)
      do { try await entry.cancel() } catch OutboxError.notPossible {}
    case 9, 10: try await decide(life)
    case 11: await life.outbox.pause()
    case 12: await life.outbox.resume()
    default:
      await life.outbox.resume()
      await life.settle()
    }
  }

  /// Decides about an entry that needs it.
  private func decide(_ life: Life) async throws {
    guard let entry = life.outbox.entries.filter(\.status.needsDecision).randomElement(using: &random) else { return }
    if Bool.random(using: &random) {
      removed.insert(entry.id)
      try await entry.discard()
    } else {
      if entry.status == .outcomeUnknown {
        for row in try storage.rows() {
          if let stored = EntryCoding.entry(row), stored.id == entry.id { resent[stored.key, default: 0] += 1 }
        }
      }
      try await entry.retry()
    }
  }

  // MARK: The end

  /// Runs the app until nothing is left, and checks what was promised.
  func finish() async throws {
    // An answer that is published again after a kill may be older than the list, if the list was asked for before.
    let answered =
      disk == nil ? Set(try storage.rows().compactMap { EntryCoding.entry($0) }.filter { $0.phase == .answered }.map { $0.object }) : []
    try await live(kill: nil, isQuiet: true) { life in
      while true {
        await life.outbox.resume()
        if await life.settle() == .idle, life.outbox.entries.isEmpty { break }
        try await decide(life)
      }
      let shown = life.shown
      guard Set(shown.map(\.id)).count == shown.count else { throw BrokenPromise(description: "shown twice: \(shown)") }
      let (ours, theirs) = (shown.filter { !answered.contains($0.id) }, server.todos.filter { !answered.contains($0.id) })
      guard Set(ours) == Set(theirs) else { throw BrokenPromise(description: "shown: \(ours), on the server: \(theirs)") }
      if disk != nil { try await life.environment.store.flush() }
    }
    guard try storage.rows().isEmpty else { throw BrokenPromise(description: "rows are left") }
    try await checkDisk()
    try checkExecutions()
  }

  /// Checks that what is on the disk is what the server has, without an outbox.
  private func checkDisk() async throws {
    guard let disk else { return }
    let life = try await Life(server, MemoryOutboxStorage(), disk: disk)
    let shown = life.shown
    disk.kill()
    guard Set(shown) == Set(server.todos) else { throw BrokenPromise(description: "on the disk: \(shown), on the server: \(server.todos)") }
  }

  private func checkExecutions() throws {
    let records = ledger.all
    for id in accepted where records[id] == nil { throw BrokenPromise(description: "an accepted mutation was never stored") }
    var owners: [String: Ledger.Record] = [:]
    var late = Set(resent.keys)
    for (id, record) in records {
      if removed.contains(id) { late.formUnion(record.keys) }
      for key in record.keys { owners[key] = record }
      guard record.isRemoved else { throw BrokenPromise(description: "an entry is left") }
      guard record.phase == .answered || removed.contains(id) else {
        throw BrokenPromise(description: "an entry was lost in the phase \(record.phase)")
      }
      let executions = record.keys.map { (key: $0, count: server.executions(of: $0)) }
      if record.phase == .answered, executions.allSatisfy({ $0.count == 0 }) {
        throw BrokenPromise(description: "a mutation has succeeded that was not executed")
      }
      for (key, count) in executions {
        if count > 0, !record.sentKeys.contains(key) { throw BrokenPromise(description: "sent before it was stored") }
        let isOnce = record.delivery == .atMostOnce
        // What a proxy sends twice is executed twice.
        let duplicates = server.duplicates(of: key)
        if server.honorsKeys, count > 1 { throw BrokenPromise(description: "executed \(count) times with a key that the server knows") }
        if isOnce, !server.honorsKeys, count > 1 + duplicates + resent[key, default: 0] {
          throw BrokenPromise(description: "executed \(count) times instead of at most once")
        }
      }
    }
    var last: [String: Int] = [:]
    for execution in server.executions {
      guard let owner = owners[execution.key] else { throw BrokenPromise(description: "executed, but never stored") }
      // A request whose outcome was unknown may arrive late.
      if late.contains(execution.key) { continue }
      guard last[owner.lane, default: 0] <= owner.order else { throw BrokenPromise(description: "out of order in a lane") }
      last[owner.lane] = owner.order
    }
  }
}

/// Faults at random, with delays.
private final class RandomFaults: Sendable {
  private let random: Lock<SplitMix>

  init(seed: UInt64) { random = Lock(SplitMix(seed: seed)) }

  func next() -> (Fault, Int) {
    random.withLock { random in
      let fault = Int.random(in: 0..<3, using: &random) > 0 ? .none : Fault.allCases.randomElement(using: &random) ?? .none
      return (fault, Int.random(in: 0..<4, using: &random))
    }
  }
}

/// Commits that fail at random, as soon as the outbox is open.
private final class RandomRefusals: Sendable {
  let isEnabled = Lock(false)
  private let random: Lock<SplitMix>

  init(seed: UInt64) { random = Lock(SplitMix(seed: seed)) }

  func next() -> Bool { isEnabled.withLock { $0 } && random.withLock { Int.random(in: 0..<4, using: &$0) == 0 } }
}

extension StoredEntry {
  /// The id of the object that it changes.
  var object: String { operation.sent["id"]?.stringValue ?? "" }
}

/// The model of a screen: the objects that are known, and those in the list.
struct Screen {
  private var objects: [String: (text: String, count: Int)] = [:]
  private var list: [String] = []

  init(_ todos: [TodoServer.Todo]) {
    for todo in todos {
      objects[todo.id] = (todo.text, todo.count)
      list.append(todo.id)
    }
  }

  var shown: [TodoServer.Todo] {
    list.compactMap { id in objects[id].map { TodoServer.Todo(id: id, text: $0.text, count: $0.count) } }
  }

  mutating func apply(answer: JSON) {
    guard let field = answer["data"]?.objectValue?.values.first else { return }
    if let id = field["deletedId"]?.stringValue { list.removeAll { $0 == id } }
    guard let todo = field["todo"], let id = todo["id"]?.stringValue else { return }
    merge(id, todo["text"]?.stringValue, todo["count"]?.intValue)
    if todo["text"] != nil, todo["count"] != nil, !list.contains(id) { list.append(id) }
  }

  mutating func apply(expectedOf entry: StoredEntry) {
    let id = entry.object
    switch entry.operation.name {
    case "IncrementTodoMutation": if let known = objects[id] { objects[id] = (known.text, known.count + 1) }
    default: if let response = entry.optimisticResponse { apply(answer: ["data": response]) }
    }
  }

  private mutating func merge(_ id: String, _ text: String?, _ count: Int?) {
    let known = objects[id]
    objects[id] = (text ?? known?.text ?? "", count ?? known?.count ?? 0)
  }
}
