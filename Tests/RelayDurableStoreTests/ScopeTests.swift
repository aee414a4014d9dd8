import Foundation
import TestSupport
import Testing

@testable import RelayDurableStore
@testable import RelayRuntime

@Suite("What a response does not let be kept")
struct ScopeTests {
  /// The fields of the user that the disk has after an answer, and then another one to an operation with fewer fields.
  private func fields(
    _ reception: Reception, owner: String?, then second: Reception? = nil,
    _ answer: String = #"{"data":{"user":{"id":"u1","name":"Secret"}}}"#
  ) async throws -> [String] {
    let disk = MemoryDisk()
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.owner = owner
    configuration.maxAge = .seconds(60)
    let store = try await DurableTestStore(disk, configuration: configuration)
    for (reception, text) in [(reception, DurableStoreTests.answer), (second, answer)] {
      guard let reception else { continue }
      let query = DurableStoreTests.query("u1")
      var payload = try store.test.normalize(query, text)
      payload.records.reception = reception
      store.queue.commitPayload(query, payload)
      store.queue.run(source: query)
      try await store.store.flush()
    }
    return try fields("u1", disk)
  }

  private func fields(_ dataID: String, _ disk: MemoryDisk) throws -> [String] {
    guard let bytes = disk.withContents({ $0.records[dataID] }) else { return [] }
    return try RecordCoding.decode(bytes).groups.flatMap(\.fields).map(\.key).sorted()
  }

  /// The fields of a user, of its connection and of the page information that the disk has after an answer, and then the same answer again.
  private func connection(_ receptions: Reception..., owner: String? = nil) async throws -> [[String]] {
    let disk = MemoryDisk()
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.owner = owner
    configuration.maxAge = .seconds(60)
    let store = try await DurableTestStore(disk, configuration: configuration, handlers: DefaultHandlers.handler)
    let query = CurrentUserToDoListQuery(id: "u1").descriptor
    for reception in receptions {
      var payload = try store.test.normalize(
        query,
        #"""
        {"data":{"user":{"id":"u1","todos":{"edges":[
          {"node":{"id":"t1","text":"…","complete":false,"__typename":"Todo"},"cursor":"c1"}
        ],"pageInfo":{"endCursor":"c1","hasNextPage":true}}}}}
        """#)
      payload.records.reception = reception
      store.queue.commitPayload(query, payload)
      store.queue.run(source: query)
      try await store.store.flush()
    }
    let connection = "client:u1:__ToDoList_todos_connection"
    return try ["u1", connection, connection + ":pageInfo"].map { try fields($0, disk) }
  }

  private static let all = ["id", "link", "list", "name"]

  @Test("fields that may not be stored never reach the disk, and take what they replace from it")
  func noStore() async throws {
    #expect(try await fields(Reception(isTransient: true), owner: nil) == [])
    #expect(try await fields(Reception(isTransient: true), owner: "ada") == [])
    #expect(try await fields(Reception(), owner: nil, then: Reception(isTransient: true)) == ["link", "list"])
  }

  @Test("nor do those that the disk has, and that come again without a change")
  func unchanged() async throws {
    let answer = DurableStoreTests.answer
    #expect(try await fields(Reception(), owner: nil, then: Reception(isTransient: true), answer) == [])
    #expect(try await fields(Reception(), owner: nil, then: Reception(isPrivate: true), answer) == [])
    #expect(try await fields(Reception(isPrivate: true), owner: nil, then: Reception(), answer) == ScopeTests.all)
  }

  @Test("nor does what a connection has copied of them")
  func connections() async throws {
    let all = [
      ["__ToDoList_todos_connection", "id", "todos(first:10)"], ["__connection_next_edge_index", "edges", "pageInfo"],
      ["endCursor", "hasNextPage", "hasPreviousPage", "startCursor"],
    ]
    // These are the client's own.
    let none: [[String]] = [[], ["__connection_next_edge_index"], ["hasPreviousPage", "startCursor"]]
    #expect(try await connection(Reception()) == all)
    #expect(try await connection(Reception(isTransient: true)) == none)
    #expect(try await connection(Reception(isPrivate: true)) == none)
    #expect(try await connection(Reception(isPrivate: true), owner: "ada") == all)
    #expect(try await connection(Reception(), Reception(isTransient: true)) == none)
    #expect(try await connection(Reception(isTransient: true), Reception()) == all)
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
