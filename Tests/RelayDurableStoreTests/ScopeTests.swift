import Foundation
import TestSupport
import Testing

@testable import RelayDurableStore
@testable import RelayRuntime

@Suite("What a response does not let be kept")
struct ScopeTests {
  /// The fields of the user that the disk has after an answer, and then another one to an operation with fewer fields.
  private func fields(_ reception: Reception, owner: String?, then second: Reception? = nil) async throws -> [String] {
    let disk = MemoryDisk()
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.owner = owner
    let store = try await DurableTestStore(disk, configuration: configuration)
    for (reception, text) in [
      (reception, DurableStoreTests.answer), (second, #"{"data":{"user":{"id":"u1","name":"Secret"}}}"#),
    ] {
      guard let reception else { continue }
      let query = DurableStoreTests.query("u1")
      var payload = try store.test.normalize(query, text)
      payload.records.reception = reception
      store.queue.commitPayload(query, payload)
      store.queue.run(source: query)
      try await store.store.flush()
    }
    guard let bytes = disk.withContents({ $0.records["u1"] }) else { return [] }
    return try RecordCoding.decode(bytes).groups.flatMap(\.fields).map(\.key).sorted()
  }

  private static let all = ["id", "link", "list", "name"]

  @Test("fields that may not be stored never reach the disk, and take what they replace from it")
  func noStore() async throws {
    #expect(try await fields(Reception(isTransient: true), owner: nil) == [])
    #expect(try await fields(Reception(isTransient: true), owner: "ada") == [])
    #expect(try await fields(Reception(), owner: nil, then: Reception(isTransient: true)) == ["link", "list"])
  }

  @Test("fields of one user are only written for a store with an owner")
  func isPrivate() async throws {
    #expect(try await fields(Reception(isPrivate: true), owner: nil) == [])
    #expect(try await fields(Reception(isPrivate: true), owner: "ada") == ScopeTests.all)
    #expect(try await fields(Reception(), owner: nil) == ScopeTests.all)
    #expect(try await fields(Reception(), owner: nil, then: Reception(isPrivate: true)) == ["link", "list"])
    #expect(try await fields(Reception(), owner: "ada", then: Reception(isPrivate: true)) == ScopeTests.all)
  }
}
