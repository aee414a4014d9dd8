#if os(Linux)
  import BackendWriter
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayDurableStore
  @testable import RelayRuntime

  /// A file system of its own in memory, which only root can have.
  private final class SmallDisk {
    static let isPossible = geteuid() == 0 && (try? SmallDisk("64k")) != nil

    let place: TemporaryFolder
    var folder: URL { place.url.appendingPathComponent("store") }

    init(_ size: String) throws {
      place = try TemporaryFolder("durable-disk")
      try SmallDisk.run("mount", "-t", "tmpfs", "-o", "size=\(size),mode=700", "tmpfs", place.url.path)
    }

    func change(_ options: String) throws { try SmallDisk.run("mount", "-o", "remount,\(options)", place.url.path) }

    deinit { try? SmallDisk.run("umount", "-l", place.url.path) }

    private static func run(_ arguments: String...) throws {
      struct Failure: Error { let text: String }
      let run = try ProcessRun.wait(for: URL(fileURLWithPath: "/usr/bin/env"), arguments, mergesErrors: true)
      if run.status != 0 { throw Failure(text: run.output) }
    }
  }

  /// File systems that are full, and that may only be read: promise 5. Without the right to mount one, `KillTests.full` limits the files.
  @Suite("A small disk", .serialized, .enabled(if: SmallDisk.isPossible)) struct SmallDiskTests {
    private func write(_ backend: SQLiteBackend, _ epoch: Int64) throws {
      let records = (0..<10).map {
        DurableBatch.RecordChange(identity: "\(epoch):\($0)", body: [UInt8](repeating: 7, count: 1_000), replaces: true)
      }
      try backend.commit(DurableBatch(epoch: epoch, records: records), merging: World.merge)
    }

    /// Writes until the disk is full.
    /// - Returns: the epoch of the last batch.
    private func fill(_ backend: SQLiteBackend, after first: Int64) -> Int64 {
      var epoch = first
      #expect(throws: DurabilityError.full) {
        while epoch < 1_000 {
          try write(backend, epoch + 1)
          epoch += 1
        }
      }
      return epoch
    }

    @Test("a full disk: what was written can be read at once, and writing goes on when there is space", arguments: [512, 600, 1_024])
    func full(_ kilobytes: Int) throws {
      let disk = try SmallDisk("\(kilobytes)k")
      let backend = SQLiteBackend(.init(disk.folder))
      _ = try backend.open(format: Script.format)
      let epoch = fill(backend, after: 0)
      #expect(epoch > 0)
      #expect(try backend.load(changedSince: 0).count == Int(epoch) * 10)
      // A process that starts on the full disk reads it, too.
      backend.close()
      #expect(try backend.open(format: Script.format).epoch == epoch)
      #expect(try backend.load(changedSince: 0).count == Int(epoch) * 10)
      try disk.change("size=\(kilobytes * 2)k")
      try write(backend, epoch + 1)
      #expect(try backend.load(changedSince: 0).count == Int(epoch) * 10 + 10)
      backend.close()
    }

    @Test("what could not be removed from a full disk goes first when there is space")
    func removal() throws {
      let disk = try SmallDisk("1024k")
      let backend = SQLiteBackend(.init(disk.folder))
      _ = try backend.open(format: Script.format)
      let member = DurableBatch.RecordChange(identity: "member", body: [1], replaces: true)
      let operation = DurableOperation(number: 1, request: "Query", usedAt: 1, isRetained: false, info: [])
      try backend.commit(
        DurableBatch(epoch: 1, records: [member], operations: [.init(operation: operation, members: .replace(["member"]))]),
        merging: World.merge)
      let epoch = fill(backend, after: 1)
      let limits = DurableLimits(maximumSize: 0, usedAfter: nil)
      #expect(throws: DurabilityError.full) { while try backend.collect(limits) != nil {} }
      try disk.change("size=4096k")
      // No operation needs these records.
      var removed = 0
      while let collection = try backend.collect(limits), collection.operations.isEmpty { removed += collection.records.count }
      #expect(removed == Int(epoch - 1) * 10)
      #expect(try backend.load(changedSince: 0).isEmpty)
      backend.close()
    }

    @Test("a disk that may only be read: the store goes on in memory, says so once, and writes when it may")
    func readOnly() async throws {
      let disk = try SmallDisk("4m")
      let failures = Recorder<String>()
      let store = try await RelayStore.open(DurableFolder(disk.folder), durability: .onRequest)
      var configuration = RelayEnvironment.Configuration()
      configuration.log = { if case .storeFailure(let error) = $0 { failures.append("\(error)") } }
      let environment = RelayEnvironment(network: NoNetwork(), store: store, configuration: configuration)
      func name(_ name: String) throws {
        try environment.commitLocalUpdate { ($0["u1"] ?? $0.create(dataID: "u1", typeName: "User"))["name"] = .string(name) }
      }
      try name("A")
      try await store.flush()
      // A file that is open for writing keeps a file system writable, so the store is closed meanwhile.
      await store.suspend()
      try disk.change("ro")
      store.resume()
      try name("B")
      try await eventually { !failures.values.isEmpty }
      #expect(store.json["u1"]?["name"] == "B")
      await #expect(throws: DurabilityError.self) { try await RelayStore.open(DurableFolder(disk.folder)) }
      await #expect(throws: DurabilityError.self) { try await RelayStore.open(DurableFolder(disk.place.url.appendingPathComponent("new"))) }
      #expect(failures.values.count == 1)
      try disk.change("rw")
      store.resume()
      try await store.flush()
      await store.suspend()
      let next = try await RelayStore.open(DurableFolder(disk.folder))
      await next.prepare(records: ["u1"])
      #expect(next.json["u1"]?["name"] == "B")
      await next.suspend()
    }
  }
#endif
