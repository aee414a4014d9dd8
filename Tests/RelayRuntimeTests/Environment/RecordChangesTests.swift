import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The hooks for another cache next to the store: it writes the data that it receives, and it is notified of changes.
@Suite("Next to another client", .hangGuard)
struct RecordChangesTests {
  let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
  let query = CurrentUserToDoListQuery(id: "u1")

  private func body(_ text: String) -> Data { Data(text.utf8) }

  @Test("The body of a response received elsewhere is in the store; fields that it lacks stay, fields that are not selected are ignored")
  func bodies() throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let errors = try environment.commitPayload(
      query,
      body: body(
        """
        {"data": {"__typename": "Query", "user": {"__typename": "User", "id": "u1", "name": "Ada", "todos": {"edges": [{"cursor": "c1", "node":
          {"__typename": "Todo", "id": "t1", "text": "Buy oat milk", "isSelected": true}}]}}}, "errors": [{"message": "Slow"}]}
        """))
    #expect(errors.map(\.message) == ["Slow"])
    let todo = environment.store.json["t1"]
    #expect(todo?["text"] == "Buy oat milk" && todo?["complete"] == false && todo?["isSelected"] == nil)
    #expect(environment.store.json["u1"]?["name"] == nil)
  }

  @Test("A body that is not a response, or has no data, is an error, and the store is unchanged", .cases)
  func unusableBodies() {
    eachCase(of: [
      "", "nonsense", "[]", "{}", #"{"data": null}"#, #"{"data": null, "errors": [{"message": "No"}]}"#, #"{"hasNext": false}"#,
      #"{"data": {}, "extensions": {"isOptimistic": true}}"#,
    ]) { try RecordChangesTests().unusableBodies($0) }
  }

  func unusableBodies(_ text: String) throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let before = environment.store.json
    #expect(throws: (any Error).self) { try environment.commitPayload(query, body: body(text)) }
    #expect(environment.store.json == before)
  }

  @Test("Data in a body that does not have the operation's form is an error, and the store is unchanged")
  func wrongForm() throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    let before = environment.store.json
    #expect(throws: NormalizationError.self) { try environment.commitPayload(query, body: body(#"{"data": {"user": 3}}"#)) }
    #expect(environment.store.json == before)
  }

  @Test("Each changed record is reported once, in its latest state: after an answer, an updater, a deletion, and a clearing of the store")
  func changes() async throws {
    var changes = environment.recordChanges().makeAsyncIterator()
    try environment.commitPayload(query, ToDoPayloads.user)
    let first = try #require(await changes.next())
    #expect(Set(first.map(\.dataID)).isSuperset(of: ["client:root", "u1", "t1", "t2"]) && first.count == Set(first.map(\.dataID)).count)
    let todo = try #require(first.first { $0.dataID == "t1" })
    #expect(todo.typeName == "Todo" && todo.fields?["text"] == "Buy milk" && todo.fields?["complete"] == false)
    #expect(first.first { $0.dataID == "client:root" }?.fields?[#"user(id:"u1")"#] == ["__ref": "u1"])

    // Three changes before the next read: only the latest state is reported.
    for text in ["Buy tea", "Buy coffee"] { try environment.commitLocalUpdate { $0["t1"]?["text"] = .string(text) } }
    try environment.commitLocalUpdate { $0.delete(dataID: "t2") }
    let second = try #require(await changes.next())
    #expect(second.map(\.dataID) == ["t1", "t2"])
    #expect(second.map { $0.fields?["text"] } == ["Buy coffee", nil] && second[1].fields == nil && second[1].typeName == nil)

    environment.store.clear()
    let third = try #require(await changes.next())
    #expect(third.first { $0.dataID == "t1" }.map { $0.fields == nil } == true)
  }

  @Test("An optimistic update and its end are reported")
  func optimism() async throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    var changes = environment.recordChanges().makeAsyncIterator()
    let update = environment.applyOptimistic { $0["t1"]?["complete"] = true }
    #expect(await changes.next()?.first { $0.dataID == "t1" }?.fields?["complete"] == true)
    update.dispose()
    #expect(await changes.next()?.first { $0.dataID == "t1" }?.fields?["complete"] == false)
  }

  @Test("The changes of a batch are reported together")
  func batch() async throws {
    try environment.commitPayload(query, ToDoPayloads.user)
    var changes = environment.recordChanges().makeAsyncIterator()
    try environment.batchUpdates {
      try environment.commitLocalUpdate { $0["t1"]?["text"] = "Tea" }
      try environment.commitLocalUpdate { $0["t2"]?["text"] = "Coffee" }
    }
    #expect(await changes.next()?.map(\.dataID) == ["t1", "t2"])
  }

  @Test("The store forgets a released reader, and one whose task is cancelled")
  func readersThatHaveGone() async throws {
    func isObserved() -> Bool { environment.store.state.withLock { !$0.changeObservers.isEmpty } }
    do {
      let changes = environment.recordChanges()
      #expect(isObserved())
      _ = consume changes
    }
    #expect(!isObserved())

    let changes = environment.recordChanges()
    let reader = Task { for await _ in changes {} }
    #expect(isObserved())
    reader.cancel()
    await reader.value
    #expect(!isObserved())
  }
}
