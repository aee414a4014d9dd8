import RelayDurableStore
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

/// An outbox above a store on disk: what is in the store after the process was killed between two steps.
@Suite("Outbox above a store on disk", .hangGuard)
struct OutboxStoreTests {
  /// One run after the other on one device.
  private struct Device {
    let server = TodoServer()
    let storage = MemoryOutboxStorage()
    let disk = MemoryDisk()

    /// Puts the server's list onto the disk.
    func begin() async throws {
      let life = try await Life(server, MemoryOutboxStorage(), disk: disk)
      try life.refresh()
      try await life.environment.store.flush()
      try await life.outbox.close()
      disk.kill()
    }
  }

  @Test("an answer that the store has is not written again over newer data", arguments: [true, false])
  func answersAreWrittenOnce(isBefore: Bool) async throws {
    let killed = Lock(0)
    var commit = 1
    // Until the mutation ends before it could be killed.
    while true {
      let device = Device()
      try await device.begin()
      let newerOnDisk = Lock(false)
      let storage = KillableStorage(device.storage, kill: .init(commit: commit, isBefore: isBefore)) { device.disk.kill() }
      let environment = Lock<RelayEnvironment?>(nil)
      let life = try await Life(device.server, storage, disk: device.disk) { configuration in
        configuration.flushStore = {
          // Another device has changed the object meanwhile, and the app knows it already.
          let environment = environment.withLock { $0 }
          try environment?.commitPayload(TodosQuery(), ["todos": Self.list("newer")])
          try await environment?.store.flush()
          newerOnDisk.withLock { $0 = true }
        }
      }
      environment.withLock { $0 = life.environment }
      let entry = try? await life.rename("a", "mine")
      if entry != nil, !storage.wasKilled { await life.settle() }
      let wasKilled = storage.wasKilled
      _ = try? await life.outbox.close()
      device.disk.kill()

      let next = try await Life(device.server, device.storage, disk: device.disk)
      if newerOnDisk.withLock({ $0 }) {
        #expect(next.shown.first?.text == "newer", "commit \(commit)")
        killed.withLock { $0 += wasKilled ? 1 : 0 }
      }
      let found = next.outbox.entries.first?.of(RenameTodoMutation.self)
      if found?.status == .succeeded { #expect(try await found?.result().renameTodo?.todo?.text == "mine") }
      // An unknown outcome waits for a decision.
      if await next.settle() == .waitingForDecisions { try await next.outbox.entries.first?.retry() }
      #expect(await next.settle() == .idle)
      #expect(try device.storage.rows().isEmpty)
      #expect(device.server.executions.count <= 2)
      try await next.outbox.close()
      environment.withLock { $0 = nil }
      if !wasKilled { break }
      commit += 1
    }
    #expect(commit == 5 && killed.withLock { $0 } == 1)
  }

  private static func list(_ text: String) -> JSON {
    let node: JSON = ["__typename": "Todo", "id": "a", "text": .string(text), "count": 0]
    return ["edges": [["node": node, "cursor": "a"]], "pageInfo": ["endCursor": nil, "hasNextPage": false]]
  }

  @Test("an answer that the store on disk does not have is written to it in the next run")
  func lostAnswers() async throws {
    struct Full: Error {}
    let device = Device()
    try await device.begin()
    let flushes = Lock(0)
    // The third commit is that of the answer. The process ends while it waits for the disk.
    let life = try await Life(device.server, device.storage, disk: device.disk) { configuration in
      configuration.flushStore = {
        flushes.withLock { $0 += 1 }
        throw Full()
      }
    }
    let entry = try await life.rename("a", "mine")
    for await status in entry.statuses where status == .succeeded { break }
    try await eventually { flushes.withLock { $0 } > 2 }
    device.disk.kill()
    _ = try await life.outbox.close()
    let before = try await Life(device.server, MemoryOutboxStorage(), disk: device.disk)
    #expect(before.shown.first?.text == "A")
    _ = try await before.outbox.close()
    device.disk.kill()
    let next = try await Life(device.server, device.storage, disk: device.disk)
    #expect(next.shown.first?.text == "mine")
    #expect(await next.settle() == .idle)
    #expect(try device.storage.rows().isEmpty && device.server.executions.count == 1)
    // The store was on the disk before the entry was removed, though the app has not said how to flush it.
    device.disk.kill()
    let last = try await Life(device.server, device.storage, disk: device.disk)
    #expect(last.shown.first?.text == "mine")
  }

  @Test("a mutation's layer is shown above what is on the disk, before anything is asked for")
  func layersAboveDisk() async throws {
    let device = Device()
    try await device.begin()
    let life = try await Life(device.server, device.storage, disk: device.disk) { $0.startsPaused = true }
    try await life.increment("a")
    try await life.add("c", text: "C")
    try await life.delete("b")
    let shown = life.shown
    try await life.environment.store.flush()
    device.disk.kill()
    let next = try await Life(device.server, device.storage, disk: device.disk) { $0.startsPaused = true }
    #expect(next.shown == shown && shown.map(\.id) == ["a", "c"] && shown.first?.count == 1)
    // None of it is on the disk.
    let withoutOutbox = try await Life(
      device.server, MemoryOutboxStorage(),
      disk: {
        device.disk.kill(); return device.disk
      }())
    #expect(withoutOutbox.shown.map(\.id) == ["a", "b"] && withoutOutbox.shown.first?.count == 0)
  }
}
