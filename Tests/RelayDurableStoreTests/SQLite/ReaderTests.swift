#if os(Linux) || os(macOS)
  import BackendWriter
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayDurableStore
  @testable import RelayRuntime

  /// A process that reads what another one writes: promise 15.
  @Suite("A second process", .serialized) struct ReaderTests {
    private let place: TemporaryFolder
    private var folder: URL { place.url.appendingPathComponent("store") }

    init() throws { place = try TemporaryFolder("durable-readers") }

    private func reader() -> SQLiteBackend {
      var options = SQLiteBackend.Options(folder)
      options.role = .reader
      return SQLiteBackend(options)
    }

    @Test("readers are told of each change, find it, and never see half of a batch", .hangGuard)
    func news() async throws {
      let count = Int64(TestEffort.repetitions(200))
      let process = try WriterProcess("live", folder.path, "\(count)")
      #expect(process.nextLine() == "open")
      let readers = [reader(), reader(), reader(), reader()]
      let following = try readers.map { reader in
        // Before the first change, so that none is missed.
        let changes = try reader.changes()
        _ = try reader.open(format: Script.format)
        return Task {
          var seen: [Int64] = []
          for await change in changes {
            #expect(!change.isCleared)
            let records = try reader.load(changedSince: seen.last ?? 0)
            let bodies = Set(records.map(\.body))
            #expect(bodies.count <= 1 && (records.isEmpty || records.count == 3), "a torn batch")
            // What a signal announces is there.
            let all = try reader.load(["a", "b", "c"])
            let first = try #require(all.first)
            let epoch = try #require(Int64(String(decoding: first.body, as: UTF8.self)))
            #expect(epoch >= change.epoch)
            seen.append(epoch)
            if epoch == count { break }
          }
          return seen
        }
      }
      for _ in 0..<count { process.send("") }
      for task in following {
        let seen = try await task.value
        #expect(seen.last == count && seen == seen.sorted())
      }
      #expect(process.rest() == ["closed"])
      for reader in readers { reader.close() }
    }

    @Test(
      "a store that only reads shows what another process publishes, as it publishes it, and begins empty when that is cleared", .hangGuard)
    func store() async throws {
      let count = TestEffort.repetitions(50)
      let store = try await RelayStore.open(readOnly: DurableFolder(folder))
      let test = TestStore(store: store, queue: PublishQueue(store: store, handlers: { _ in nil }))
      let query = DurableStoreTests.query("u1")
      #expect(await store.prepare(query) == .missing)
      let process = try WriterProcess("publish", folder.path, "\(count)")
      #expect(process.nextLine() == "open")
      let context = ReadContext(store: store, definition: DurableStorePropertyTests.fragment, owner: query, variables: [:])
      let snapshot = store.lookup(Selector(context: context, dataID: "u1", record: .missing))
      let seen = Recorder<[Int]>()
      @Sendable func note(_ snapshot: Snapshot) {
        guard let json = snapshot.row?.json, let name = json["name"]?.intValue else { return }
        seen.append([name, json["link"]?["name"]?.intValue ?? -1])
      }
      let subscription = store.subscribe(snapshot) { note($0) }
      for number in 1...count {
        process.send("")
        if number % 10 == 0 { try await eventually("\(number)") { seen.values.last == [number, number] } }
      }
      try await eventually { seen.values.last == [count, count] }
      #expect(process.rest() == ["closed"])
      // Never back, and never half of a publication.
      let names = seen.values.map { $0[0] }
      #expect(names == names.sorted())
      #expect(seen.values.filter { $0[1] != $0[0] && $0[1] != -1 } == [])
      // Nothing is written, whatever this process does.
      try test.publish(query, #"{"data":{"user":{"id":"u1","name":"Mine"}}}"#)
      try await store.flush()
      await store.suspend()
      let writer = SQLiteBackend(.init(folder))
      let format = DurableFormat(version: RecordCoding.version, identity: "0", dataVersion: 0)
      let contents = try writer.open(format: format)
      #expect(contents.startedEmpty == nil)
      let body = try RecordCoding.decode(try #require(try writer.load(["u1"]).first).body)
      #expect(body.groups.flatMap(\.fields).first { $0.key == "name" }?.value == .json(.int(count)))
      // What is cleared while this process is suspended is gone when it goes on.
      try writer.clear()
      store.resume()
      try await eventually { test.record("u1") == nil }
      #expect(await store.prepare(query) == .missing)
      writer.close()
      withExtendedLifetime(subscription) {}
    }

    @Test("a record that is read between two signals does not show half of a publication")
    func halves() async throws {
      let writer = try await RelayStore.open(DurableFolder(folder), durability: .onRequest)
      let environment = RelayEnvironment(network: NoNetwork(), store: writer)
      func publish(_ number: Int) async throws {
        try environment.commitLocalUpdate { store in
          for id in ["a", "b\(number)", "b\(number + 1)"] {
            (store[id] ?? store.create(dataID: id, typeName: "User"))["name"] = .int(number)
          }
        }
        try await writer.flush()
      }
      try await publish(0)
      let reader = try await RelayStore.open(readOnly: DurableFolder(folder))
      await reader.prepare(records: ["a"])
      for number in 1...20 {
        try await publish(number)
        // Whether the signal has come or not.
        await reader.prepare(records: ["b\(number)"])
        #expect(reader.json["b\(number)"]?["name"] == .int(number))
        #expect(reader.json["a"]?["name"] == .int(number))
      }
      await writer.suspend()
      await reader.suspend()
    }

    /// A store that writes and one that follows it.
    private func pair() async throws -> (writer: TestStore, reader: TestStore) {
      func test(_ store: RelayStore) -> TestStore { TestStore(store: store, queue: PublishQueue(store: store, handlers: { _ in nil })) }
      let writer = try await test(RelayStore.open(DurableFolder(folder), durability: .onRequest))
      try writer.publish(DurableStoreTests.query("u1"), DurableStoreTests.answer)
      try await writer.store.flush()
      return (writer, try await test(RelayStore.open(readOnly: DurableFolder(folder))))
    }

    /// Writes what has been published, and takes it over.
    ///
    /// - Parameter unknown: a record that the reader has not looked for yet, so that it looks.
    private func takeOver(_ writer: TestStore, _ reader: TestStore, _ unknown: String) async throws {
      try await writer.store.flush()
      await reader.store.prepare(records: [unknown])
    }

    private func close(_ writer: TestStore, _ reader: TestStore) async {
      await writer.store.suspend()
      await reader.store.suspend()
    }

    @Test("what another process learns of types is not taken back with an optimistic update, whether that knew the same or not")
    func types() async throws {
      let node = Plans.operation(
        "NodeQuery", arguments: ["id": .null],
        normalization: [
          .linked(
            "node", arguments: .variables("id"),
            [
              .scalar("__typename", "S!"), .scalar("id", "D"),
              .inlineFragment(on: "Named", abstractKey: "__isNamed", [.scalar("name", "S")]),
            ])
        ])
      let operation = OperationDescriptor(node, variables: ["id": "n1"])
      let (writer, reader) = try await pair()
      for (number, teaches) in [false, true].enumerated() {
        let type = "Type\(number)"
        let update = PublishQueue.OptimisticUpdate(
          .updater { store in
            store.create(dataID: "draft", typeName: "Draft")["text"] = "…"
            if teaches { store.create(dataID: "client:__type:\(type)", typeName: "__TypeSchema")["__isNamed"] = true }
          })
        reader.queue.applyUpdate(update)
        reader.queue.run()
        try writer.publish(
          operation, #"{"data":{"node":{"__typename":"\#(type)","__isNamed":"\#(type)","id":"n1","name":"\#(number)"}}}"#)
        try await takeOver(writer, reader, "x\(number)")
        #expect(await reader.store.prepare(operation).isAvailable)
        reader.queue.revertUpdate(update)
        reader.queue.run()
        #expect(reader.record("client:__type:\(type)")?["__isNamed"] == true, "\(teaches)")
        #expect(reader.store.check(operation).isAvailable, "\(teaches)")
      }
      await close(writer, reader)
    }

    @Test("what this process has invalidated stays stale, whatever the other one invalidates")
    func ownInvalidations() async throws {
      let (writer, reader) = try await pair()
      let query = DurableStoreTests.query("u1")
      func edit(_ test: TestStore, _ change: @escaping @Sendable (RecordSourceProxy) -> Void) {
        test.queue.commitUpdate(change)
        test.queue.run()
      }
      edit(writer) { $0["u1"]?.invalidateRecord() }
      try writer.publish(query, DurableStoreTests.answer)
      try writer.publish(DurableStoreTests.query("u9"), #"{"data":{"user":{"id":"u9","name":"Z","link":null,"list":[]}}}"#)
      try await takeOver(writer, reader, "x0")
      #expect(await reader.store.prepare(query).isAvailable)
      let own: [@Sendable (RecordSourceProxy) -> Void] = [{ $0["u1"]?.invalidateRecord() }, { $0.invalidateStore() }]
      for (number, invalidate) in own.enumerated() {
        edit(reader, invalidate)
        #expect(reader.store.check(query) == .stale)
        edit(writer) { $0["u9"]?.invalidateRecord() }
        try await takeOver(writer, reader, "y\(number)")
        #expect(reader.store.check(query) == .stale, "\(number)")
        // It is the writer's answer that is newer.
        try writer.publish(query, DurableStoreTests.answer)
        try await takeOver(writer, reader, "z\(number)")
        #expect(reader.store.check(query).isAvailable, "\(number)")
      }
      await close(writer, reader)
    }

    @Test("what another process invalidates is stale here, however much this one has published, and fresh after the next answer of either")
    func otherInvalidations() async throws {
      let (writer, reader) = try await pair()
      let query = DurableStoreTests.query("u1")
      await reader.store.prepare(records: ["u1", "u2", "u3"])
      func answer(_ test: TestStore) throws { try test.publish(query, DurableStoreTests.answer) }
      for _ in 0..<10 { try answer(reader) }
      #expect(reader.store.check(query).isAvailable)
      let invalidations: [@Sendable (RecordSourceProxy) -> Void] = [
        { $0["u1"]?.invalidateRecord() }, { $0.invalidate(type: "User") }, { $0.invalidate(field: "name", on: "User") },
        { $0.invalidateStore() },
      ]
      for (number, invalidate) in invalidations.enumerated() {
        for (name, answering) in [("reader", reader), ("writer", writer)] {
          writer.queue.commitUpdate(invalidate)
          writer.queue.run()
          try await takeOver(writer, reader, "x\(number)\(name)")
          #expect(reader.store.check(query) == .stale, "\(number) \(name)")
          try answer(answering)
          try await takeOver(writer, reader, "y\(number)\(name)")
          #expect(reader.store.check(query).isAvailable, "\(number) \(name)")
        }
      }
      await close(writer, reader)
    }

    @Test("what another process writes is seen beneath many optimistic updates")
    func manyOptimisticUpdates() async throws {
      let (writer, reader) = try await pair()
      func publish(list: String) async throws {
        try writer.publish(
          DurableStoreTests.query("u1"),
          #"{"data":{"user":{"id":"u1","name":"A","link":{"id":"u2","name":"B"},"list":\#(list)}}}"#)
        try await takeOver(writer, reader, "for \(list)")
      }
      try await publish(list: "[]")
      await reader.store.prepare(records: ["client:root", "u1", "u2"])
      for number in 0..<20 {
        reader.queue.applyUpdate(PublishQueue.OptimisticUpdate(.updater { $0["u1"]?["name"] = .int(number) }, isRepeatable: true))
      }
      reader.queue.run()
      try await publish(list: #"[{"id":"u2","name":"B"}]"#)
      #expect(reader.record("u1")?["list"] == ["__refs": ["u2"]])
      #expect(reader.record("u1")?["name"] == 19)
      await close(writer, reader)
    }

    @Test("a writer is not told of its own changes, but of those of another writer after it", .hangGuard)
    func sender() async throws {
      let (first, second) = (SQLiteBackend(.init(folder)), SQLiteBackend(.init(folder)))
      var own = try first.changes().makeAsyncIterator()
      _ = try first.open(format: Script.format)
      try first.commit(DurableBatch(epoch: 1), merging: World.merge)
      try first.commit(DurableBatch(epoch: 2), merging: World.merge)
      first.close()
      #expect(try second.open(format: Script.format).epoch == 2)
      try second.commit(DurableBatch(epoch: 3), merging: World.merge)
      // Signals come in order, so one of its own would have come first.
      while let change = await own.next() {
        #expect(change.epoch == 2 || change.epoch == 3)
        if change.epoch == 3 { break }
      }
      second.close()
    }

    @Test("after the writer has cleared, a reader serves nothing of the old data, and finds the new after opening again", .hangGuard)
    func cleared() async throws {
      let writer = SQLiteBackend(.init(folder))
      _ = try writer.open(format: Script.format)
      func write(_ identity: String, _ epoch: Int64) throws {
        let change = DurableBatch.RecordChange(identity: identity, body: [1], replaces: true)
        try writer.commit(DurableBatch(epoch: epoch, records: [change]), merging: World.merge)
      }
      try write("old", 1)
      let reader = reader()
      var changes = try reader.changes().makeAsyncIterator()
      #expect(try reader.open(format: Script.format).epoch == 1)
      #expect(try reader.load(["old"]).count == 1)
      try writer.clear()
      #expect(try reader.load(["old"]).isEmpty)
      try write("new", 2)
      while let change = await changes.next() {
        #expect(change.isCleared)
        if change.epoch == 2 { break }
      }
      #expect(try reader.open(format: Script.format).epoch == 2)
      #expect(try reader.load(["old", "new"]).map(\.identity) == ["new"])
      // Without the writer, too: the log's files stay.
      writer.close()
      reader.close()
      #expect(try reader.open(format: Script.format).epoch == 2)
      #expect(try reader.load(["old", "new"]).map(\.identity) == ["new"])
      reader.close()
    }
  }
#endif
