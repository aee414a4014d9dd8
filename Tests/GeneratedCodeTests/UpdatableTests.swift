import Foundation
@testable import RelayRuntime
import Testing

/// Type-safe updaters: the generated views of `@updatable` documents, with a response in the store.
@Suite("Updatable documents")
struct UpdatableTests {
  let environment = RelayEnvironment(
    network: FetchNetwork { _ in throw CancellationError() },
    configuration: RelayEnvironment.Configuration(missingFieldHandlers: [.node]))
  let desk = DeskQuery(id: "t1", cursor: "c")

  init() throws {
    try environment.commitPayload(
      desk,
      [
        "todo": [
          "__typename": "Todo", "id": "t1", "text": "Write", "complete": false,
          "assignee": ["__typename": "User", "id": "u2", "name": "Bob"],
        ],
        "viewer": [
          "__typename": "User", "__isNode": "User", "id": "u1", "name": "Ada",
          "bestFriend": ["__typename": "User", "id": "u2", "name": "Bob"],
        ],
        "search": [
          ["__typename": "Droid", "__isNode": "Droid", "id": "d1"], ["__typename": "Human", "__isNode": "Human", "id": "h1"],
          ["__typename": "Planet"],
        ],
      ])
  }

  private func data() throws -> DeskQuery.Data { try #require(environment.read(desk)) }

  private func todo() throws -> DeskQuery.Data.Node_todo.AsTodo { try #require(try data().todo?.asTodo) }

  /// A value computed in an updater.
  private final class Found<Value: Sendable>: Sendable {
    private let state = Lock<Value?>(nil)
    var value: Value? { state.withLock { $0 } }
    func set(_ value: Value?) { state.withLock { $0 = value } }
  }

  /// The result of `body`, called in an updater.
  private func reading<Value: Sendable>(_ body: @escaping @Sendable (RecordSourceProxy) throws -> Value) throws -> Value {
    let found = Found<Value>()
    try environment.commitLocalUpdate { found.set(try body($0)) }
    return try #require(found.value)
  }

  private func workspace<Value: Sendable>(
    _ body: @escaping @Sendable (WorkspaceQuery.Data.User_viewer) throws -> Value
  ) throws -> Value {
    try reading { store in try body(#require(store.readUpdatableQuery(WorkspaceQuery(id: "t1")).viewer)) }
  }

  // MARK: Scalars

  @Test("Fragments are written through")
  func fragmentsAreWritten() throws {
    let fragment = TodoEdit_todo(key: try todo())
    try environment.commitLocalUpdate { store in
      let todo = try #require(store.readUpdatableFragment(fragment))
      #expect(todo.id == "t1")
      #expect(todo.__typename == "Todo")
      #expect(todo.__id == "t1")
      #expect(todo.text == "Write" && !todo.complete)
      todo.text += " tests"
      todo.complete = true
      #expect(todo.text == "Write tests")
      todo.assignee?.name = "Bertha"
    }
    let todo = try todo()
    #expect(todo.text == "Write tests")
    #expect(todo.complete)
    #expect(todo.assignee?.name == "Bertha")
    #expect(try data().viewer.bestFriend?.name == "Bertha")
    #expect(fragment == todo.fragments.todoEdit_todo)
  }

  @Test("What the store lacks is nil")
  func whatTheStoreLacksIsNil() throws {
    let fragment = TodoEdit_todo(key: try todo())
    try environment.commitLocalUpdate { store in
      let todo = try #require(store.readUpdatableFragment(fragment))
      #expect(todo.due == nil)
      #expect(todo.tags == nil)
      #expect(todo.isSelected == nil)
      todo.due = Date(timeIntervalSince1970: 0)
      todo.tags = ["a", "b"]
      todo.isSelected = true
      #expect(todo.due == Date(timeIntervalSince1970: 0))
      #expect(todo.tags == ["a", "b"])
      #expect(todo.isSelected == true)
      // With the schema's names and in the server's format.
      #expect(store["t1"]?["dueDate"] == "1970-01-01T00:00:00Z")
      todo.due = nil
      #expect(todo.due == nil && store["t1"]?["dueDate"] == .null)
      store["t1"]?["dueDate"] = "no date"
      #expect(todo.due == nil)
    }
  }

  @Test("Enums, lists and custom scalars")
  func enumsListsAndCustomScalars() throws {
    try workspace { viewer in
      viewer.theme = .jedi
      viewer.holidays = [Date(timeIntervalSince1970: 0), nil]
      viewer.lastSeen = Date(timeIntervalSince1970: 1)
    }
    let record = try reading { store in ["theme", "holidays", "lastSeen"].map { store["u1"]?[$0] } }
    #expect(record == ["JEDI", ["1970-01-01T00:00:00Z", nil], "1970-01-01T00:00:01Z"])
    let read = try workspace { viewer in
      #expect(viewer.theme == .jedi)
      viewer.theme = .unknown("SEQUEL")
      return viewer.holidays
    }
    #expect(read == [Date(timeIntervalSince1970: 0), nil])
    #expect(try reading { $0["u1"]?["theme"] } == "SEQUEL")
  }

  // MARK: Arguments and variables

  @Test("Arguments are in the storage key")
  func argumentsAreInTheStorageKey() throws {
    let user = try data().viewer.fragments.todoEdges_user
    try environment.commitLocalUpdate { store in
      let connection = store.create(dataID: "todos", typeName: "TodoConnection")
      store["u1"]?.setLinkedRecord(connection, for: "todos", arguments: ["first": 1, "after": "c"])
      let todos = try #require(store.readUpdatableFragment(user)?.todos)
      todos.totalCount = 7
      #expect(connection["totalCount"] == 7)
      // Without the spread, the operation's variable has no value.
      let record = try #require(store["u1"])
      #expect(store.readUpdatableFragment(TodoEdges_user.self, on: record)?.todos == nil)
      store["u1"]?.setLinkedRecord(connection, for: "todos", arguments: ["first": 1])
      #expect(store.readUpdatableFragment(TodoEdges_user.self, on: record)?.todos?.totalCount == 7)
      store.readUpdatableFragment(user)?.setTodos(nil)
      #expect(store.readUpdatableFragment(user)?.todos == nil)
    }
  }

  @Test("Variables of queries have defaults")
  func variablesOfQueriesHaveDefaults() throws {
    let task = try todo().asAssignable()
    try environment.commitLocalUpdate { store in
      let preferences = store.create(dataID: "p", typeName: "Preferences")
      store["u1"]?.setLinkedRecord(preferences, for: "preferences")
      store.readUpdatableQuery(WorkspaceQuery(id: "t1")).viewer?.preferences?.setEditor(task)
      store.readUpdatableQuery(WorkspaceQuery(id: "t1", editor: "e2")).viewer?.preferences?.setEditor(task)
      #expect(preferences.linkedRecord("editor", arguments: ["of": "e1"])?.dataID == "t1")
      #expect(preferences.linkedRecord("editor", arguments: ["of": "e2"])?.dataID == "t1")
      #expect(preferences.linkedRecord("editor") == nil)
    }
  }

  @Test("For the same key on different types, the field of the record's type is used")
  func sameKeyOnDifferentTypesIsTheFieldOfTheRecordsType() throws {
    try environment.commitLocalUpdate { store in
      // The fields of `node` were never fetched under this id: a missing field handler finds the record.
      let user = try #require(store.readUpdatableQuery(WorkspaceQuery(id: "u1")).node)
      #expect(user.asTodo == nil && user.asUser?.text == "Ada")
      user.asUser?.text = "Ada L."
      user.asUser?.friend?.name = "Bob B."
      let todo = try #require(store.readUpdatableQuery(WorkspaceQuery(id: "t1")).node)
      guard case .todo(let view) = todo.typeCase else { throw CancellationError() }
      view.text = "Rewrite"
      #expect(view.friend?.name == "Bob B.")
      #expect(store.readUpdatableQuery(WorkspaceQuery(id: "d1")).node?.asUser == nil)
      #expect(store.readUpdatableQuery(WorkspaceQuery(id: "nobody")).node == nil)
    }
    #expect(try data().viewer.name == "Ada L.")
    #expect(try todo().text == "Rewrite")
  }

  // MARK: Links

  @Test("Links are set and cleared")
  func linksAreSetAndCleared() throws {
    let todo = try todo()
    let (fragment, ada) = (TodoEdit_todo(key: todo), try data().viewer.asAssignable() as Assignable_user)
    try environment.commitLocalUpdate { store in
      let todo = try #require(store.readUpdatableFragment(fragment))
      todo.setAssignee(ada)
      #expect(todo.assignee?.name == "Ada")
      todo.assignee?.name = "Countess"
    }
    #expect(try self.todo().assignee?.name == "Countess")
    try environment.commitLocalUpdate { $0.readUpdatableFragment(fragment)?.setAssignee(nil) }
    #expect(try self.todo().assignee == nil)
  }

  @Test("Plural links are set, reordered and cleared")
  func pluralLinksAreSetReorderedAndCleared() throws {
    let task = try todo().asAssignable()
    try workspace { viewer in
      #expect(viewer.pins == nil)
      viewer.setPins([task])
      #expect(viewer.pins?.map(\.id) == ["t1"])
    }
    try environment.commitLocalUpdate { store in
      let other = try #require(Assignable_todo(store.create(dataID: "t2", typeName: "Todo")))
      let viewer = try #require(store.readUpdatableQuery(WorkspaceQuery(id: "")).viewer)
      // Objects read by an updater can also be assigned.
      viewer.setPins([other] + (viewer.pins ?? []).map { $0.asAssignable() })
      viewer.setPinned(viewer.pins?.first?.asAssignable())
      viewer.setBoard([[task, nil], nil, [other]])
    }
    let pins = try reading { store in store["u1"]?.linkedRecords("pins")?.map { $0?.dataID } }
    #expect(pins == ["t2", "t1"])
    let board = try workspace { viewer in viewer.board?.map { $0?.map { $0?.__id } } }
    #expect(board == [["t1", nil], nil, ["t2"]])
    #expect(try workspace { $0.pinned?.__id } == "t2")
    try workspace { viewer in
      viewer.setPins([])
      #expect(viewer.pins?.isEmpty == true)
      viewer.setPins(nil)
      #expect(viewer.pins == nil)
    }
  }

  @Test("Deleted records do not exist")
  func recordsThatAreGoneAreNotThere() throws {
    let fragment = TodoEdit_todo(key: try todo())
    let task = try todo().asAssignable()
    try environment.commitLocalUpdate { store in
      let viewer = try #require(store.readUpdatableQuery(WorkspaceQuery(id: "")).viewer)
      viewer.setPinned(task)
      let todo = try #require(store.readUpdatableFragment(fragment))
      store.delete(dataID: "t1")
      #expect(viewer.pinned == nil && store.readUpdatableFragment(fragment) == nil)
      todo.text = "Nothing"
      #expect(todo.text == "" && store["t1"] == nil)
    }
  }

  // MARK: Types

  @Test("Assignable fragments know their types")
  func assignableFragmentsKnowTheirTypes() throws {
    let search = try data().search
    let droids: [Assignable_droid?] = search.map { $0.asAssignable() }
    let nodes: [Assignable_node?] = search.map { $0.asAssignable() }
    #expect(droids.map { $0?.__id } == ["d1", nil, nil])
    #expect(nodes.map { $0?.__id } == ["d1", "h1", nil])
    let viewer: Assignable_node = try data().viewer.asAssignable()
    #expect(viewer.__id == "u1")
    try environment.commitLocalUpdate { store in
      #expect(Assignable_node(store.create(dataID: "d2", typeName: "Droid"))?.__id == "d2")
      let (human, user, task) = (try #require(store["h1"]), try #require(store["u1"]), try #require(store["t1"]))
      #expect(Assignable_droid(human) == nil)
      // Nothing is known about this type.
      #expect(Assignable_node(store.create(dataID: "x", typeName: "Starship")) == nil)
      #expect(store.readUpdatableFragment(TodoEdit_todo.self, on: user) == nil)
      #expect(store.readUpdatableFragment(TodoEdit_todo.self, on: task)?.text == "Write")
    }
  }

  @Test("Fields of a union type accept each of its types")
  func fieldsOfUnionsTakeEachOfTheirTypes() throws {
    let search = try data().search
    let droid: Assignable_droid = try #require(search[0].asAssignable())
    let human: Assignable_human = try #require(search[1].asAssignable())
    try workspace { viewer in
      viewer.setFavorite(.assignable_droid(droid))
      viewer.favorite?.asDroid?.primaryFunction = "Astromech"
      #expect(viewer.favorite?.asHuman == nil)
      viewer.favorite?.asHuman?.height = 1
      viewer.setFavorites([.assignable_human(human), nil, .assignable_droid(droid)])
      let humans: [Assignable_human?]? = viewer.favorites?.map { $0?.asAssignable() }
      #expect(humans?.map { $0?.__id } == ["h1", nil, nil])
      if case .droid(let droid)? = viewer.favorite?.typeCase { droid.name = "R2-D2" }
      viewer.setRelated([try #require(Assignable_node(RecordProxy(viewer)))])
    }
    let records = try reading { store in
      [store["d1"]?["primaryFunction"], store["d1"]?["name"], store["h1"]?["height"]]
    }
    #expect(records == ["Astromech", "R2-D2", nil])
    try workspace { viewer in
      viewer.setFavorite(.assignable_human(human))
      viewer.favorite?.asHuman?.height = 1.5
      #expect(viewer.related?.map(\.id) == ["u1"])
    }
    #expect(try reading { $0["h1"]?["height", ["unit": "FOOT"]] } == 1.5)
    try workspace { $0.setFavorite(nil) }
    #expect(try reading { $0["u1"]?["favorite"] } == .null)
  }

  // MARK: Where updaters run

  @Test("Optimistic updates are reapplied and reverted")
  func optimisticUpdatesAreAppliedAgainAndTakenBack() throws {
    let fragment = TodoEdit_todo(key: try todo())
    let optimistic = environment.applyOptimistic { store in
      store.readUpdatableFragment(fragment)?.text += "!"
    }
    #expect(try todo().text == "Write!")
    try environment.commitLocalUpdate { $0.readUpdatableFragment(fragment)?.text = "Rewrite" }
    #expect(try todo().text == "Rewrite!")
    optimistic.dispose()
    #expect(try todo().text == "Rewrite")
  }

  @Test("Updaters of mutations see the typed response")
  func updatersOfMutations() async throws {
    let mock = MockEnvironment()
    try mock.environment.commitPayload(desk, ["todo": nil, "viewer": ["id": "u1", "name": "Ada"], "search": []])
    let query = WorkspaceQuery(id: "t1")
    let operation = Task {
      try await mock.environment.commit(
        CompleteTodoMutation(id: "t1"),
        options: MutationOptions(optimisticUpdater: { $0.readUpdatableQuery(query).viewer?.name = "Optimist" }),
        updater: { store in
          let todo = try #require(store.rootField("changeTodo").flatMap { Assignable_todo($0) })
          store.readUpdatableQuery(query).viewer?.setPinned(todo)
          store.readUpdatableQuery(query).viewer?.pinned?.text = "Done"
        })
    }
    while mock.pendingOperations.isEmpty { await Task.yield() }
    #expect(mock.environment.read(desk)?.viewer.name == "Optimist")
    try await mock.resolve(mock.mostRecentOperation(), data: ["changeTodo": ["__typename": "Todo", "id": "t1", "complete": true]])
    _ = try await operation.value
    #expect(mock.environment.read(desk)?.viewer.name == "Ada")
    let found = Found<String>()
    try mock.environment.commitLocalUpdate { found.set($0.readUpdatableQuery(query).viewer?.pinned?.text) }
    #expect(found.value == "Done")
  }

  @Test("An updater that throws has written nothing")
  func anUpdaterThatThrowsHasWrittenNothing() throws {
    let fragment = TodoEdit_todo(key: try todo())
    #expect(throws: CancellationError.self) {
      try environment.commitLocalUpdate { store in
        store.readUpdatableFragment(fragment)?.text = "Half"
        throw CancellationError()
      }
    }
    #expect(try todo().text == "Write")
  }
}
