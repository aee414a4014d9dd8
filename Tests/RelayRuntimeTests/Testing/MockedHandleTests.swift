import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// When a mock's answer has been sent, handles have noticed it, also those that follow a request in a task. Each is asked many times, while
/// the other threads are busy: a handle that is too late is too late only sometimes.
@Suite("A mock's answers reach handles", .hangGuard)
@MainActor
struct MockedHandleTests {
  private struct Offline: Error {}

  private let mock = MockEnvironment()
  private let rounds = TestEffort.repetitions(60)

  /// Calls `body` many times while every thread of the concurrency pool has something to do.
  private func whileBusy(_ body: () async throws -> Void) async throws {
    let others = (0..<ProcessInfo.processInfo.activeProcessorCount * 2).map { _ in
      Task.detached { while !Task.isCancelled { await Task.yield() } }
    }
    defer { for other in others { other.cancel() } }
    for _ in 0..<rounds { try await body() }
  }

  private func list() async throws -> (QueryHandle<CurrentUserToDoListQuery>, ToDoList_user) {
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"), fetchPolicy: .networkOnly)
    let todos = ToDoPayloads.todos([ToDoPayloads.todo("t1", "Buy milk")], end: "c1", hasNext: true)
    try await mock.resolveMostRecentOperation(data: ["user": ToDoPayloads.user("u1", todos: todos)])
    return (query, try #require(query.result.data?.user).fragments.toDoList_user)
  }

  @Test("a page, and a page that fails")
  func pages() async throws {
    try await whileBusy {
      let (query, list) = try await list()
      let handle = PaginationHandle(list)
      handle.loadNext(1)
      try await mock.reject(mock.nextOperation(ToDoListPaginationQuery.self), Offline())
      #expect(handle.failure?.error is Offline && !handle.isLoadingNext)
      handle.loadNext(1)
      try await mock.resolve(mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
      #expect(handle.failure == nil && !handle.isLoadingNext)
      #expect(handle.data?.todos?.count == 2)
      withExtendedLifetime(query) {}
    }
  }

  @Test("a refetch, and a refetch that fails")
  func refetches() async throws {
    try await whileBusy {
      let (query, list) = try await list()
      let handle = RefetchableHandle(list)
      handle.refetch(partial: Generated.InputFields())
      try await mock.reject(mock.nextOperation(ToDoListPaginationQuery.self), Offline())
      #expect(handle.failure?.error is Offline && !handle.isRefetching)
      handle.refetch(partial: Generated.InputFields())
      try await mock.resolve(mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
      #expect(handle.failure == nil && !handle.isRefetching)
      #expect(handle.data?.todos?.first?.fragments.toDoItem_todo.text == "Call home")
      withExtendedLifetime(query) {}
    }
  }

  @Test("a mutation, and a mutation that fails")
  func mutations() async throws {
    try await whileBusy {
      let handle = MutationHandle<RenameTodoMutation>(environment: mock.environment)
      handle.commit(RenameTodoMutation(id: "t1", text: "x"))
      try await mock.rejectMostRecentOperation(Offline())
      #expect(handle.failure?.error is Offline && !handle.isInFlight)
      handle.commit(RenameTodoMutation(id: "t1", text: "x"))
      try await mock.resolveMostRecentOperation(data: ["renameTodo": nil])
      #expect(handle.failure == nil && !handle.isInFlight)
    }
  }

  @Test("events of a subscription, and its end")
  func subscriptions() async throws {
    try await whileBusy {
      let handle = SubscriptionHandle<TodoChangedSubscription>(environment: mock.environment)
      _ = handle.get(TodoChangedSubscription())
      let operation = try await mock.nextOperation(TodoChangedSubscription.self)
      for kind in ["one", "two"] {
        try await mock.nextValue(operation, ["data": ["change": ["kind": .string(kind), "todo": nil]]])
        guard case .success(let data) = handle.result else { throw Offline() }
        #expect(data?.change?.kind == kind)
      }
      try await mock.reject(operation, Offline())
      #expect(handle.failure?.error is Offline)
    }
  }

  @Test("a sequence that is left has no work to do")
  func sequencesThatAreLeft() async throws {
    try await whileBusy {
      let results = mock.environment.results(of: HomeQuery(), fetchPolicy: .storeOnly)
      let loop = Task.detached { for await _ in results {} }
      try mock.environment.commitPayload(HomeQuery(), LoadingTests.home)
      loop.cancel()
      await mock.settle()
    }
  }
}
