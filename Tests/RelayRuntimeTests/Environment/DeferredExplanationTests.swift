import TestSupport
import Testing

@testable import RelayRuntime

/// `explain` while a response arrives in parts.
@Suite("Why a deferred field is empty", .hangGuard)
struct DeferredExplanationTests {
  @Test("a part that has not arrived")
  @MainActor func deferred() async throws {
    let mock = MockEnvironment()
    let handle = mock.environment.query(IncrementalDeliveryTests.query, fetchPolicy: .networkOnly)
    let operation = try mock.mostRecentOperation()
    try await mock.nextValue(operation, ["data": IncrementalDeliveryTests.me])
    func name() throws -> FieldExplanation {
      let me = try #require(mock.environment.read(IncrementalDeliveryTests.query)?.me)
      return mock.environment.explain(\.name, of: UserName_user(fragmentPointer: me.fragment_UserName_user))
    }
    #expect(try name().reason == .deferred)
    #expect(
      "\(try name())" == "UserName_user.name of 1 has not arrived: it is in a part with @defer. It follows, unless the request has ended.")
    try await mock.nextValue(
      operation, ["label": IncrementalDeliveryTests.deferLabel, "path": ["me"], "data": ["name": "Ada", "friend": nil]])
    #expect(try name().reason == .hasValue)
    try await mock.complete(operation)
    withExtendedLifetime(handle) {}
  }

  @Test("a traced row reads like the row for which it stands", .cases)
  func traced() throws {
    let test = TestStore()
    let query = CurrentUserToDoListQuery(id: "u1")
    let data = try #require(try test.publish(query, JSON.object(["data": ToDoPayloads.user]).description))
    let user = try #require(data.user).fragments.toDoList_user.data
    eachCase(of: [data.__row.row, user.__row.row]) { row in
      let log = RowTrace.Log()
      let traced = RowTrace.row(for: row, log)
      #expect(log.last == nil)
      #expect(traced.json == row.json && traced.description == row.description && traced.dataID == row.dataID)
      #expect(log.last != nil)
    }
    let todos = try #require(user.todos)
    let traced = ToDoList_user.Data.TodoConnection_todos(__row: Generated.RowReference(RowTrace.row(for: todos.__row.row, RowTrace.Log())))
    #expect(traced.map(\.id) == todos.map(\.id))
    #expect(traced.dropFirst().map(\.id) == todos.dropFirst().map(\.id))
    #expect("\(traced)" == "\(todos)")
  }
}
