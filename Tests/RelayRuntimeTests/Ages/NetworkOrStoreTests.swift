import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server, or what the store has if it cannot be reached.
@Suite("The server or the store", .hangGuard)
@MainActor
struct NetworkOrStoreTests {
  private let clock: SteppedClock
  private let mock: MockEnvironment
  private let query = CurrentUserToDoListQuery(id: "u1")

  init() {
    let clock = SteppedClock()
    self.clock = clock
    mock = MockEnvironment(store: RelayStore(configuration: clock.configuration()))
  }

  private nonisolated static let unreachable: [any Error] =
    [502, 503, 504].map { RelayError.http(status: $0, body: "") }
    + [URLError.Code.notConnectedToInternet, .timedOut, .cannotConnectToHost, .cannotFindHost, .networkConnectionLost].map { URLError($0) }
  private nonisolated static let answers: [any Error] =
    [400, 401, 403, 404, 408, 429, 500].map { RelayError.http(status: $0, body: "") }
    + [
      RelayError.noData(operation: "Q", errors: []), RelayError.malformedResponse(""), URLError(.serverCertificateUntrusted),
      URLError(.cancelled), CancellationError(),
    ]

  private func load() async throws { try await mock.cachePayload(query, data: QueryHandleTests.old) }

  private func text(_ data: CurrentUserToDoListQuery.Data?) -> String? {
    data?.user?.fragments.toDoList_user.todos?.first?.fragments.toDoItem_todo.text
  }

  @Test("what falls back to the store, and what never does", .cases)
  func causes() {
    eachCase(of: Self.unreachable) { #expect(UnreachableServer.isCause(of: $0)) }
    eachCase(of: Self.answers) { #expect(!UnreachableServer.isCause(of: $0)) }
  }

  @Test("fetch returns the store's data if the server cannot be reached, however old it is")
  func fetch() async throws {
    try await load()
    try mock.environment.commitLocalUpdate { $0.invalidateStore() }
    let response = Task { [mock, query] in try await mock.environment.response(to: query, fetchPolicy: .networkOrStore()) }
    try await eventually { mock.pendingOperations.count == 1 }
    try await mock.rejectMostRecentOperation(URLError(.notConnectedToInternet))
    let stored = try await response.value
    #expect(text(stored.data) == "Old")
    #expect(stored.source == .store)
    #expect(stored.isStale)
    #expect(stored.fetchedAt != nil)
  }

  @Test("without the store's data, and for an error that is an answer, fetch fails")
  func fails() async throws {
    let missing = Task { [mock, query] in try await mock.environment.fetch(query, fetchPolicy: .networkOrStore()) }
    try await eventually { mock.pendingOperations.count == 1 }
    try await mock.rejectMostRecentOperation(URLError(.notConnectedToInternet))
    await #expect(throws: URLError.self) { try await missing.value }
    try await load()
    let refused = Task { [mock, query] in try await mock.environment.fetch(query, fetchPolicy: .networkOrStore()) }
    try await eventually { mock.pendingOperations.count == 1 }
    try await mock.rejectMostRecentOperation(RelayError.http(status: 401, body: ""))
    await #expect(throws: RelayError.http(status: 401, body: "")) { try await refused.value }
  }

  @Test("after the deadline, fetch returns the store's data, and the answer is still taken in")
  func deadline() async throws {
    try await load()
    let response = Task { [mock, query] in
      try await mock.environment.response(to: query, fetchPolicy: .networkOrStore(deadline: .seconds(3)))
    }
    try await eventually { mock.pendingOperations.count == 1 && clock.alarmCount == 1 }
    clock.advance(by: .seconds(3))
    #expect(text(try await response.value.data) == "Old")
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(text(mock.environment.read(query)) == "Buy milk")
  }

  @Test("after the deadline without the store's data, fetch goes on waiting")
  func deadlineWithoutData() async throws {
    let response = Task { [mock, query] in
      try await mock.environment.response(to: query, fetchPolicy: .networkOrStore(deadline: .seconds(3)))
    }
    try await eventually { mock.pendingOperations.count == 1 && clock.alarmCount == 1 }
    clock.advance(by: .seconds(3))
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let answer = try await response.value
    #expect(text(answer.data) == "Buy milk")
    #expect(answer.source == .network)
  }

  @Test("cancelling fetch cancels its request")
  func cancelled() async throws {
    try await load()
    let response = Task { [mock, query] in
      try await mock.environment.response(to: query, fetchPolicy: .networkOrStore(deadline: .seconds(3)))
    }
    try await eventually { mock.pendingOperations.count == 1 }
    response.cancel()
    await #expect(throws: CancellationError.self) { try await response.value }
    try await eventually { mock.pendingOperations.isEmpty }
  }

  @Test("a view waits for the server, and shows the store's data with the failure if it cannot be reached")
  func handle() async throws {
    try await load()
    let handle = mock.environment.query(query, fetchPolicy: .networkOrStore())
    #expect(handle.result.isLoading)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
    #expect(text(handle.result.data ?? nil) == "Old")
    #expect(handle.failure?.error as? RelayError == .http(status: 503, body: ""))
    let refused = mock.environment.query(query, fetchPolicy: .networkOrStore())
    try await mock.rejectMostRecentOperation(RelayError.http(status: 404, body: ""))
    #expect(refused.result.error as? RelayError == .http(status: 404, body: ""))
  }

  @Test("a view shows the store's data after the deadline, and the answer when it comes")
  func handleDeadline() async throws {
    try await load()
    let handle = mock.environment.query(query, fetchPolicy: .networkOrStore(deadline: .seconds(3)))
    clock.advance(by: .milliseconds(2_999))
    #expect(handle.result.isLoading)
    clock.advance(by: .milliseconds(1))
    #expect(text(handle.result.data ?? nil) == "Old")
    #expect(handle.isRefreshing)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(text(handle.result.data ?? nil) == "Buy milk")
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("incomplete data is not shown instead of the server's")
  func incomplete() async throws {
    try mock.environment.commitLocalUpdate { store in
      let user = store.create(dataID: "u1", typeName: "User")
      user["id"] = "u1"
      store.root.setLinkedRecord(user, for: "user", arguments: ["id": "u1"])
    }
    let handle = mock.environment.query(query, fetchPolicy: .networkOrStore(deadline: .seconds(3)))
    clock.advance(by: .seconds(3))
    #expect(handle.result.isLoading)
    try await mock.rejectMostRecentOperation(URLError(.timedOut))
    #expect(handle.result.error is URLError)
  }

  @Test("an environment's policy holds for queries without one")
  func environmentPolicy() async throws {
    var configuration = RelayEnvironment.Configuration()
    configuration.fetchPolicy = .storeOnly
    let mock = MockEnvironment(configuration: configuration)
    try await mock.cachePayload(query, data: QueryHandleTests.old)
    #expect(text(mock.environment.query(query).result.data ?? nil) == "Old")
    #expect(text(try await mock.environment.fetch(query)) == "Old")
    #expect(text(try await mock.environment.preload(query).data()) == "Old")
    #expect(mock.pendingOperations.isEmpty)
    let handle = mock.environment.query(query, fetchPolicy: .networkOnly)
    #expect(mock.pendingOperations.count == 1)
    _ = handle
  }

  @Test("an answer says where it comes from, and when it was received")
  func source() async throws {
    let response = Task { [mock, query] in try await mock.environment.response(to: query) }
    try await eventually { mock.pendingOperations.count == 1 }
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let answer = try await response.value
    #expect(answer.source == .network)
    #expect(answer.fetchedAt.map { abs($0.timeIntervalSince1970 - clock.seconds) < 0.01 } == true)
    #expect(answer.expiresAt == nil)
    #expect(!answer.isStale)
    clock.advance(by: .seconds(90))
    let stored = try await mock.environment.response(to: query, fetchPolicy: .storeOrNetwork)
    #expect(stored.source == .store)
    #expect(stored.fetchedAt.map { abs($0.timeIntervalSince1970 - clock.seconds + 90) < 0.01 } == true)
  }
}
