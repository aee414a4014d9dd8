import BackendWriter
import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

/// What a start costs does not grow with what it does not need: counted in writes and in fields.
@Suite("Opening a store on disk") struct OpeningTests {
  @Test("opening and closing files of which nothing changes writes nothing")
  func writes() async throws {
    let place = try TemporaryFolder("durable-opening")
    let folder = place.url.appendingPathComponent("store")
    let query = DurableStoreTests.query("u1")
    let first = try await RelayStore.open(DurableFolder(folder), durability: .onRequest)
    let test = TestStore(store: first, queue: PublishQueue(store: first, handlers: { _ in nil }))
    let retained = first.retain(query)
    try test.publish(query, DurableStoreTests.answer)
    await first.suspend()
    withExtendedLifetime(retained) {}
    let files =
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("-shm") && $0.contains(".") }
      .map { folder.appendingPathComponent($0) } + [folder.appendingPathComponent("changes")]
    #expect(files.count == 4, "\(files)")
    let long = Date(timeIntervalSince1970: 1e9)
    for file in files { try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: file.path) }
    func written() throws -> [String] {
      try files.filter { try FileManager.default.attributesOfItem(atPath: $0.path)[.modificationDate] as? Date != long }
        .map(\.lastPathComponent)
    }
    let next = try await RelayStore.open(DurableFolder(folder), durability: .onRequest)
    #expect(try written() == [])
    #expect(next.json["u1"]?["name"] == "A")
    await next.suspend()
    #expect(try written() == [])
  }

  /// A disk with the answers of a hundred queries, each of which has a field of the query root.
  private static func disk() async throws -> MemoryDisk {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk)
    for number in 0..<100 {
      try first.test.publish(
        DurableStoreTests.query("u\(number)"), #"{"data":{"user":{"id":"u\#(number)","name":"A","link":null,"list":[]}}}"#)
    }
    try await first.store.flush()
    first.kill()
    return disk
  }

  private static func rootFields(_ durable: DurableTestStore) -> Int {
    durable.test.record("client:root")?.objectValue?.count { $0.key.hasPrefix("user") } ?? 0
  }

  @Test("of the query root, an operation loads its own fields")
  func root() async throws {
    let disk = try await OpeningTests.disk()
    let next = try await DurableTestStore(disk)
    let query = DurableStoreTests.query("u7")
    guard case .available = await next.store.prepare(query) else {
      Issue.record("not available")
      return
    }
    #expect(OpeningTests.rootFields(next) == 1)
    guard case .available = await next.store.prepare(DurableStoreTests.query("u8")) else {
      Issue.record("not available")
      return
    }
    #expect(OpeningTests.rootFields(next) == 2)
    // What no operation has had may still be there.
    #expect(await next.store.prepare(DurableStoreTests.query("other")) == .missing)
    #expect(OpeningTests.rootFields(next) == 100)
  }

  @Test("what is written of a root that is not completely in memory keeps the rest of it")
  func partialRoot() async throws {
    let disk = try await OpeningTests.disk()
    let next = try await DurableTestStore(disk)
    _ = await next.store.prepare(DurableStoreTests.query("u7"))
    try next.test.publish(DurableStoreTests.query("u7"), #"{"data":{"user":null}}"#)
    try await next.store.flush()
    next.kill()
    let last = try await DurableTestStore(disk)
    await last.store.prepare(records: ["client:root"])
    #expect(OpeningTests.rootFields(last) == 100)
    #expect(last.test.record("client:root")?["user(id:\"u7\")"] == .null)
    guard case .available = await last.store.prepare(DurableStoreTests.query("u8")) else {
      Issue.record("not available")
      return
    }
  }
}
