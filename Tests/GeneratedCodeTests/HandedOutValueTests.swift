import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Values returned by the runtime are independent of the store: a value keeps the data of one moment, including all fragments, forever.
@MainActor @Suite struct HandedOutValueTests {
  /// Answers every operation with the user or the to-do of its variables.
  private static func network() -> FetchNetwork {
    FetchNetwork { request in
      let id = request.variables["id"]?.stringValue ?? request.variables["input"]?["text"]?.stringValue ?? "0"
      switch request.operationName {
      case "AddTodo": return NetworkPayload(["data": ["addTodo": ["todoEdge": ["cursor": "c", "node": todo(id)]]]])
      default: return NetworkPayload(["data": ["user": user(id)]])
      }
    } subscribe: { request in
      AsyncThrowingStream { continuation in
        for index in 0..<(Int(request.variables["id"]?.stringValue ?? "") ?? 0) {
          continuation.yield(NetworkPayload(["data": ["todoChanged": todo("shared", text: "Version \(index)")]]))
        }
        continuation.finish()
      }
    }
  }

  private nonisolated static func todo(_ id: String, text: String? = nil) -> JSON {
    ["__typename": "Todo", "id": .string(id), "text": .string(text ?? "Text of \(id)"), "complete": true]
  }

  private nonisolated static func user(_ id: String) -> JSON {
    let edges = (0..<3).map { index in ["cursor": .string("\(index)"), "node": todo("\(id).\(index)")] as JSON }
    return [
      "__typename": "User", "id": .string(id), "name": .string("User \(id)"),
      "todos": ["edges": .array(edges), "pageInfo": ["endCursor": "2", "hasNextPage": true]],
    ]
  }

  private static func environment(_ network: FetchNetwork = network(), buffer: Int = 0) -> RelayEnvironment {
    RelayEnvironment(network: network, store: RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: buffer)))
  }

  private static func texts(_ user: CurrentUserToDoListQuery.Data.User_user?) -> [String]? {
    user?.fragments.toDoList_user.todos?.map(\.fragments.toDoItem_todo.text)
  }

  private static func expected(_ id: Int) -> [String] { (0..<3).map { "Text of \(id).\($0)" } }

  // MARK: Values keep their data

  @Test("A fetched value keeps its fragments without being retained")
  func aFetchedValueKeepsItsFragmentsWhenNobodyRetainsIt() async throws {
    let environment = Self.environment()
    let data = try await environment.fetch(CurrentUserToDoListQuery(id: "1"))
    environment.store.collectGarbage()
    #expect(environment.store.json["1"] == nil)
    #expect(Self.texts(data.user) == Self.expected(1))
  }

  @Test("A response keeps its fragments")
  func aResponseKeepsItsFragments() async throws {
    let environment = Self.environment()
    let response = try await environment.response(to: CurrentUserToDoListQuery(id: "1"))
    environment.store.collectGarbage()
    #expect(Self.texts(response.data.user) == Self.expected(1))
  }

  @Test("A row of a value keeps its fragments")
  func aRowOfAValueKeepsItsFragments() async throws {
    let environment = Self.environment()
    let node = try #require(
      try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user?.fragments.toDoList_user.todos?.first)
    environment.store.collectGarbage()
    #expect(node.fragments.toDoItem_todo.text == "Text of 1.0")
  }

  @Test("A fragment of a value keeps its fragments")
  func aFragmentOfAValueKeepsItsFragments() async throws {
    let environment = Self.environment()
    let list = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user).fragments.toDoList_user
    environment.store.collectGarbage()
    #expect(list.todos?.map(\.fragments.toDoItem_todo.text) == Self.expected(1))
    #expect(!list.isMissingData)
  }

  @Test("A committed value keeps its fragments")
  func aCommittedValueKeepsItsFragments() async throws {
    let environment = Self.environment()
    let data = try await environment.commit(AddTodoMutation(input: AddTodoInput(text: "t"), connections: []))
    environment.store.collectGarbage()
    #expect(data.addTodo?.todoEdge?.node?.fragments.toDoItem_todo.text == "Text of t")
  }

  @Test("Every event of a backlog has its own data")
  func everyEventOfABacklogShowsWhatItBrought() async throws {
    let environment = Self.environment()
    var events: [TodoChangedSubscription.Data] = []
    for try await event in environment.subscribe(TodoChangedSubscription(id: "50")) {
      if events.isEmpty { try await eventually { environment.store.json["shared"]?["text"] == "Version 49" } }
      events.append(event)
    }
    environment.store.collectGarbage()
    #expect(events.map { $0.todoChanged?.fragments.toDoItem_todo.text } == (0..<50).map { "Version \($0)" })
  }

  @Test("A result of a sequence keeps its fragments")
  func aResultOfASequenceKeepsItsFragments() async throws {
    let environment = Self.environment()
    var held: CurrentUserToDoListQuery.Data?
    for await result in environment.results(of: CurrentUserToDoListQuery(id: "1")) {
      held = result.data
      if Self.texts(held?.user) != nil { break }
    }
    while environment.store.json["1"] != nil {
      environment.store.collectGarbage()
      await Task.yield()
    }
    #expect(Self.texts(held?.user) == Self.expected(1))
  }

  @Test("The data of a handle keeps its fragments after the handle is released")
  func theDataOfAHandleKeepsItsFragmentsWhenTheHandleIsGone() async throws {
    let environment = Self.environment()
    var handle: QueryHandle<CurrentUserToDoListQuery>? = environment.query(CurrentUserToDoListQuery(id: "1"))
    try await handle?.refetch().value
    let data = handle?.result.data
    handle = nil
    while environment.store.json["1"] != nil {
      environment.store.collectGarbage()
      await Task.yield()
    }
    #expect(Self.texts(data?.user) == Self.expected(1))
  }

  @Test("A value of a fragment sequence keeps its fragments")
  func aValueOfAFragmentSequenceKeepsItsFragments() async throws {
    let environment = Self.environment(buffer: 10)
    let user = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user)
    var held: ToDoList_user.Data?
    for await data in environment.values(of: user.fragments.toDoList_user) {
      held = data
      break
    }
    try environment.commitLocalUpdate { store in
      for id in ["1", "1.0", "1.1", "1.2"] { store.delete(dataID: id) }
    }
    #expect(held?.todos?.map(\.fragments.toDoItem_todo.text) == Self.expected(1))
  }

  @Test("A handle shows the data with which its fragment was passed on, even if the store has lost it")
  func aHandleShowsWhatItsFragmentWasPassedOnWithWhenTheStoreHasLostIt() async throws {
    let environment = Self.environment()
    let user = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user)
    environment.store.collectGarbage()
    let handle = FragmentHandle(user.fragments.toDoList_user)
    #expect(handle.data?.todos?.map(\.fragments.toDoItem_todo.text) == Self.expected(1))
  }

  @Test("A sequence begins with the data with which its fragment was passed on, even if the store has lost it, and follows later changes")
  func aSequenceBeginsWithWhatItsFragmentWasPassedOnWith() async throws {
    let environment = Self.environment()
    let user = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user)
    environment.store.collectGarbage()
    var values = environment.values(of: user.fragments.toDoList_user).makeAsyncIterator()
    let list = try #require(await values.next() ?? nil)
    #expect(list.todos?.map(\.fragments.toDoItem_todo.text) == Self.expected(1))
    try environment.commitLocalUpdate { $0.delete(dataID: "1") }
    #expect(try #require(await values.next()) == nil)
  }

  @Test("A handle's sequence tells that an object is deleted that the store had lost")
  func aSequenceOfAHandleTellsThatALostObjectIsDeleted() async throws {
    let environment = Self.environment()
    let user = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user)
    environment.store.collectGarbage()
    var handle: FragmentHandle<ToDoList_user>? = FragmentHandle(user.fragments.toDoList_user)
    var values = try #require(handle?.values).makeAsyncIterator()
    let list = try #require(await values.next() ?? nil)
    #expect(list.todos?.map(\.fragments.toDoItem_todo.text) == Self.expected(1))
    try environment.commitLocalUpdate { $0.delete(dataID: "1") }
    await MockEnvironment.settle()
    #expect(handle?.data == nil)
    // Ends the sequence.
    handle = nil
    #expect(try #require(await values.next()) == nil)
  }

  @Test("Operations with random retains and collections lose nothing", .hangGuard)
  func operationsWithRandomRetainsAndCollectionsLoseNothing() async throws {
    let repetitions = TestEffort.repetitions(300)
    let environment = Self.environment(buffer: 2)
    let seed = SplitMix.seedOfThisRun
    var random = SplitMix(seed: seed)
    var retained: [RelayDisposable] = []
    var users: [(Int, CurrentUserToDoListQuery.Data)] = []
    var added: [(Int, AddTodoMutation.Data)] = []
    for index in 0..<repetitions {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: retained.append(environment.retain(CurrentUserToDoListQuery(id: "\(index)")))
      case 1 where !retained.isEmpty: retained.remove(at: Int.random(in: retained.indices, using: &random)).dispose()
      case 2: environment.store.collectGarbage()
      default: break
      }
      users.append((index, try await environment.fetch(CurrentUserToDoListQuery(id: "\(index)"))))
      added.append((index, try await environment.commit(AddTodoMutation(input: AddTodoInput(text: "\(index)"), connections: []))))
    }
    let lostUsers = users.filter { Self.texts($0.1.user) != Self.expected($0.0) }.count
    let lostTodos = added.filter { $0.1.addTodo?.todoEdge?.node?.fragments.toDoItem_todo.text != "Text of \($0.0)" }.count
    #expect(lostUsers == 0 && lostTodos == 0, "seed \(seed)")
    var events = 0
    for try await event in environment.subscribe(TodoChangedSubscription(id: "\(repetitions)")) {
      if Int.random(in: 0..<20, using: &random) == 0 { environment.store.collectGarbage() }
      #expect(event.todoChanged?.fragments.toDoItem_todo.text == "Version \(events)", "seed \(seed)")
      events += 1
    }
    #expect(events == repetitions)
  }

  // MARK: A fragment value is a value

  @Test("A fragment has the data from when its parent was returned")
  func aFragmentShowsWhatThereWasWhenItsParentWasHandedOut() async throws {
    let environment = Self.environment(buffer: 10)
    let data = try await environment.fetch(CurrentUserToDoListQuery(id: "1"))
    try environment.commitLocalUpdate { $0["1.0"]?["text"] = "Changed" }
    try environment.commitLocalUpdate { $0.delete(dataID: "1.1") }
    #expect(Self.texts(data.user) == Self.expected(1))
    #expect(Self.texts(environment.read(CurrentUserToDoListQuery(id: "1"))?.user) != Self.expected(1))
  }

  @Test("The data of a handle is captured on access")
  func theDataOfAHandleIsHandedOutWhenItIsAskedFor() async throws {
    let environment = Self.environment(buffer: 10)
    let handle = environment.query(CurrentUserToDoListQuery(id: "1"))
    try await handle.refetch().value
    let before = handle.result.data
    try environment.commitLocalUpdate { $0["1.0"]?["text"] = "Changed" }
    #expect(Self.texts(before?.user) == Self.expected(1))
    #expect(Self.texts(handle.result.data?.user)?.first == "Changed")
  }

  @Test("Two properties of one value are consistent")
  func twoPropertiesOfOneValueBelongTogether() async throws {
    let environment = Self.environment(buffer: 10)
    let item = try #require(
      try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user?.fragments.toDoList_user.todos?.first
    ).fragments.toDoItem_todo
    let text = item.text
    try environment.commitLocalUpdate { store in
      store["1.0"]?["text"] = "Changed"
      store["1.0"]?["complete"] = false
    }
    #expect(text == "Text of 1.0" && item.complete)
  }

  @Test("A second read does not access the store")
  func aSecondReadAsksTheStoreNothing() async throws {
    let environment = Self.environment(buffer: 10)
    let list = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user).fragments.toDoList_user
    let readings = environment.store.state.withLock { $0.records.stamp }
    _ = list.todos?.map(\.fragments.toDoItem_todo.text)
    _ = list.todos?.map(\.fragments.toDoItem_todo.complete)
    #expect(environment.store.state.withLock { $0.records.stamp } == readings)
  }

  @Test("Copies of a fragment share its reading")
  func copiesOfAFragmentShareItsReading() async throws {
    let environment = Self.environment(buffer: 10)
    let list = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user).fragments.toDoList_user
    let copy = list
    #expect(list.data.__row.row.isIdentical(to: copy.data.__row.row))
  }

  @Test("A value takes one reference, as does an optional one")
  func aValueTakesOneReference() {
    #expect(MemoryLayout<CurrentUserToDoListQuery.Data>.size == MemoryLayout<AnyObject>.size)
    #expect(MemoryLayout<CurrentUserToDoListQuery.Data?>.size == MemoryLayout<AnyObject>.size)
  }

  @Test("Fragments are equal if they point to the same data")
  func fragmentsAreEqualWhenTheyPointToTheSame() async throws {
    let environment = Self.environment(buffer: 10)
    let query = CurrentUserToDoListQuery(id: "1")
    let before = try #require(try await environment.fetch(query).user)
    try environment.commitLocalUpdate { $0["1.0"]?["text"] = "Changed" }
    let after = try #require(environment.read(query)?.user)
    #expect(before.fragments.toDoList_user == after.fragments.toDoList_user && before == after)
    #expect(before.hashValue == after.hashValue)
    let other = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "2")).user)
    #expect(before.fragments.toDoList_user != other.fragments.toDoList_user && before != other)
  }

  @Test("Handles and sequences follow the store")
  func handlesAndSequencesFollowTheStore() async throws {
    let environment = Self.environment(buffer: 10)
    let user = try #require(try await environment.fetch(CurrentUserToDoListQuery(id: "1")).user)
    let item = try #require(user.fragments.toDoList_user.todos?.first).fragments.toDoItem_todo
    let handle = FragmentHandle(item)
    let values = environment.values(of: item)
    try environment.commitLocalUpdate { $0["1.0"]?["text"] = "Changed" }
    #expect(handle.data?.text == "Changed" && item.text == "Text of 1.0")
    for await data in values {
      if data?.text == "Changed" { break }
    }
    try environment.commitLocalUpdate { $0.delete(dataID: "1.0") }
    #expect(handle.data == nil)
  }
}
