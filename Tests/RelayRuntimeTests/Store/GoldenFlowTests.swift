import Testing

@testable import RelayRuntime

@Suite("From a response to typed, live data")
struct GoldenFlowTests {
  static let firstPage = #"""
    {"data":{"user":{"id":"u1","todos":{"edges":[
      {"node":{"id":"t1","text":"Buy milk","complete":false,"__typename":"Todo"},"cursor":"c1"},
      null,
      {"node":{"id":"t2","text":"Feed the cat","complete":true,"__typename":"Todo"},"cursor":"c2"}],
      "pageInfo":{"endCursor":"c2","hasNextPage":true}}}}}
    """#

  @Test("a query is read through its fragments")
  func queryIsReadThroughItsFragments() throws {
    let test = TestStore()
    let data = try #require(try test.publish(CurrentUserToDoListQuery(id: "u1"), GoldenFlowTests.firstPage))
    let user = try #require(data.user)
    #expect(user.id == "u1")
    let list = user.fragments.toDoList_user
    #expect(!list.isMissingData)
    let todos = try #require(list.todos)
    #expect(todos.map(\.id) == ["t1", "t2"])
    #expect(todos.edges?.count == 3)
    let item = todos[1].fragments.toDoItem_todo
    #expect(item.text == "Feed the cat")
    #expect(item.complete)
    #expect(item.data.id == "t2")
  }

  @Test("the next page is appended")
  func nextPageIsAppended() throws {
    let test = TestStore()
    let data = try #require(try test.publish(CurrentUserToDoListQuery(id: "u1"), GoldenFlowTests.firstPage))
    let list = try #require(data.user).fragments.toDoList_user
    try test.publish(
      ToDoListPaginationQuery(variables: .init(count: 10, cursor: "c2", id: "u1")),
      #"""
      {"data":{"node":{"__typename":"User","id":"u1","todos":{"edges":[
        {"node":{"id":"t3","text":"Call home","complete":false,"__typename":"Todo"},"cursor":"c3"}],
        "pageInfo":{"endCursor":"c3","hasNextPage":false}}}}}
      """#)
    #expect(list.todos?.map(\.id) == ["t1", "t2", "t3"])
  }

  @Test("subscribers are notified only about what they show")
  func subscribersHearOnlyOfWhatTheyShow() throws {
    let test = TestStore()
    let data = try #require(try test.publish(CurrentUserToDoListQuery(id: "u1"), GoldenFlowTests.firstPage))
    let list = try #require(data.user).fragments.toDoList_user
    let todos = try #require(list.todos)
    let heard = Lock<[String]>([])
    var subscriptions: [RelayDisposable] = []
    for todo in todos {
      let snapshot = try #require(todo.fragment_ToDoItem_todo.read(ToDoItem_todo.definition))
      subscriptions.append(
        test.store.subscribe(snapshot) { snapshot in
          heard.withLock { $0.append(snapshot.row.map { ToDoItem_todo.Data(__row: Generated.RowReference($0)).text } ?? "gone") }
        })
    }
    let listSnapshot = try #require(list.fragmentPointer.read(ToDoList_user.definition))
    subscriptions.append(test.store.subscribe(listSnapshot) { _ in heard.withLock { $0.append("list") } })

    test.queue.commitUpdate { $0["t2"]?["text"] = "Feed both cats" }
    test.queue.run()
    #expect(heard.withLock { $0 } == ["Feed both cats"])

    test.queue.commitUpdate { $0["t2"]?["text"] = "Feed both cats" }
    test.queue.run()
    #expect(heard.withLock { $0.count } == 1)

    subscriptions.removeAll()
    test.queue.commitUpdate { $0["t2"]?["text"] = "Sleep" }
    test.queue.run()
    #expect(heard.withLock { $0.count } == 1)
  }

  @Test("optimistic updates are rebased and reverted")
  func optimisticUpdatesAreRebasedAndReverted() throws {
    let test = TestStore()
    let data = try #require(try test.publish(CurrentUserToDoListQuery(id: "u1"), GoldenFlowTests.firstPage))
    let pointer = try #require(data.user?.fragments.toDoList_user.todos?.first).fragment_ToDoItem_todo
    func text() -> String? {
      pointer.read(ToDoItem_todo.definition)?.row.map { ToDoItem_todo.Data(__row: Generated.RowReference($0)).text }
    }
    let first = PublishQueue.OptimisticUpdate(
      .updater { store in
        let text = store["t1"]?["text"]?.stringValue ?? ""
        store["t1"]?["text"] = .string(text + "!")
      })
    let second = PublishQueue.OptimisticUpdate(
      .updater { store in
        let text = store["t1"]?["text"]?.stringValue ?? ""
        store["t1"]?["text"] = .string(text + "?")
      })
    test.queue.applyUpdate(first)
    test.queue.run()
    test.queue.applyUpdate(second)
    test.queue.run()
    #expect(text() == "Buy milk!?")
    try test.publish(
      CurrentUserToDoListQuery(id: "u1"), GoldenFlowTests.firstPage.replacing("Buy milk", with: "Buy oat milk"))
    #expect(text() == "Buy oat milk!?")
    test.queue.revertUpdate(first)
    test.queue.run()
    #expect(text() == "Buy oat milk?")
    test.queue.revertUpdate(second)
    test.queue.run()
    #expect(text() == "Buy oat milk")
  }
}
