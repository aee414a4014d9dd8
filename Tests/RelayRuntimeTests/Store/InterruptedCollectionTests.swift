import TestSupport
import Testing

@testable import RelayRuntime

/// Collections that proceed in steps, with everything in between that lets them pause, restart or run to the end.
@Suite("Interrupted collections", .hangGuard)
struct InterruptedCollectionTests {
  private static let ids = (0..<6).map { "u\($0)" }

  /// A store whose collections proceed when the test says so.
  private struct Session {
    private let steps = Recorder<@Sendable () -> Void>()
    private var stepCount = 0
    let test: TestStore
    /// What is retained, and the operations among it that had data then.
    var held: [String: RelayDisposable] = [:]
    var available: Set<String> = []
    var pin: MemoryPin?
    var update: PublishQueue.OptimisticUpdate?
    var log: [String] = []

    init(releaseBufferSize: Int = 0) {
      var configuration = RelayStore.Configuration(releaseBufferSize: releaseBufferSize, automaticCollectionThreshold: nil)
      configuration.schedule = { [steps] in steps.append($0) }
      test = TestStore(configuration)
    }

    func hasData(_ id: String) -> Bool { test.store.lookup(Users.operation(id)).row?.json == Users.json(id) }

    mutating func load(_ id: String) throws {
      log.append("load \(id)")
      try Users.load(test, id)
      if held[id] != nil { available.insert(id) }
    }

    mutating func retain(_ id: String) {
      guard held[id] == nil else { return }
      log.append("retain \(id)")
      held[id] = test.store.retain(Users.operation(id))
      if hasData(id) { available.insert(id) }
    }

    mutating func release(_ id: String) {
      log.append("release \(id)")
      held.removeValue(forKey: id)?.dispose()
      available.remove(id)
    }

    /// - Returns: whether there was a step.
    @discardableResult
    mutating func collect() -> Bool {
      guard stepCount < steps.values.count else { return false }
      log.append("step")
      steps.values[stepCount]()
      stepCount += 1
      return true
    }

    mutating func act(_ random: inout SplitMix) throws {
      let id = ids.randomElement(using: &random) ?? ids[0]
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: try load(id)
      case 2, 3: retain(id)
      case 4: release(id)
      case 5: test.store.scheduleCollection()
      case 6...9: collect()
      case 10:
        log.append(pin == nil ? "copy" : "end of the copy")
        pin = pin == nil ? MemoryPin(test.store) : nil
      case 11:
        log.append(update == nil ? "optimistic" : "revert")
        if let known = update.take() {
          test.queue.revertUpdate(known)
        } else {
          let made = PublishQueue.OptimisticUpdate(.updater { $0.create(dataID: "new", typeName: "User")["name"] = "optimistic" })
          test.queue.applyUpdate(made)
          update = made
        }
        test.queue.run()
      case 12:
        // Nothing changes: the store is only busy.
        log.append("updater")
        let (test, step) = (test, stepCount < steps.values.count ? steps.values[stepCount] : nil)
        let retained = Recorder<RelayDisposable>()
        let isNew = held[id] == nil
        test.queue.commitUpdate { _ in
          step?()
          if isNew { retained.append(test.store.retain(Users.operation(id))) }
        }
        if step != nil { stepCount += 1 }
        test.queue.run()
        if let retained = retained.values.first {
          held[id] = retained
          if hasData(id) { available.insert(id) }
        }
      default:
        log.append("collection at once")
        test.store.collectGarbage()
      }
    }
  }

  @Test("data that is retained while a copy of the store interrupts a collection is kept")
  func copy() throws {
    var session = Session()
    for id in ["u0", "u1"] { session.retain(id) }
    for id in ["u0", "u1", "u2", "u3"] { try session.load(id) }
    session.test.store.scheduleCollection()
    session.collect()
    session.pin = MemoryPin(session.test.store)
    session.collect()
    session.retain("u2")
    session.pin = nil
    while session.collect() {}
    #expect(session.hasData("u2") && !session.hasData("u3"))
  }

  @Test("random sessions: what is retained stays, whatever interrupts a collection, and in the end everything else is removed")
  func randomSessions() throws {
    var random = SplitMix(seed: SplitMix.seedOfThisRun)
    for number in 0..<TestEffort.repetitions(300) {
      var session = Session(releaseBufferSize: number % 2)
      for _ in 0..<60 {
        try session.act(&random)
        let lost = session.available.filter { !session.hasData($0) }
        try #require(
          lost.isEmpty, "seed \(random.seed), session \(number): \(lost.sorted())\n\(session.log.joined(separator: "\n"))")
      }
      session.pin = nil
      if let update = session.update {
        session.test.queue.revertUpdate(update)
        session.test.queue.run()
      }
      session.test.store.scheduleCollection()
      while session.collect() {}
      let kept = Set(Self.ids.filter { session.hasData($0) })
      #expect(
        kept.isSuperset(of: session.available) && kept.count <= session.held.count + number % 2,
        "seed \(random.seed), session \(number): \(kept.sorted())\n\(session.log.joined(separator: "\n"))")
      #expect(session.test.record("new") == nil)
    }
  }
}
