import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Ages of fragments, and fragments that are the only stale part of a query.
@Suite("Stale fragments", .hangGuard)
@MainActor
struct StalePartTests {
  private let clock = SteppedClock()
  private let mock: MockEnvironment
  private let query = CurrentUserToDoListQuery(id: "u1")

  /// Selects of the user only what the query itself selects, without its fragment.
  private static let user = Plans.operation(
    "PlainUserQuery", arguments: ["id": .null],
    normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D")])])

  init() {
    var configuration = RelayStore.Configuration()
    configuration.maxAge = .seconds(60)
    configuration.staleWhileRevalidate = .seconds(30)
    mock = MockEnvironment(store: RelayStore(configuration: clock.configuration(configuration)))
  }

  /// Loads the query, and half a minute later everything of it again but its fragment.
  private func load() async throws {
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    clock.advance(by: .seconds(30))
    try mock.environment.commitPayload(OperationDescriptor(Self.user, variables: ["id": "u1"]), ["user": ["id": "u1"]])
  }

  private func list(_ handle: QueryHandle<CurrentUserToDoListQuery>) throws -> RefetchableHandle<ToDoList_user> {
    RefetchableHandle(try #require(handle.result.data?.user).fragments.toDoList_user)
  }

  private var names: [String] { mock.pendingOperations.map(\.request.operationName) }

  @Test("where one refetchable fragment is all that has become stale, only that is fetched; otherwise, the query")
  func part() async throws {
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    let list = try list(handle)
    #expect(list.data != nil)
    clock.advance(by: .seconds(30))
    try mock.environment.commitPayload(OperationDescriptor(Self.user, variables: ["id": "u1"]), ["user": ["id": "u1"]])
    clock.advance(by: .seconds(30))
    try await eventually { names == ["ToDoListPaginationQuery"] }
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.page(ToDoPayloads.firstPage))
    #expect(mock.pendingOperations.isEmpty)
    #expect(!list.isStale)
    clock.advance(by: .seconds(30))
    try await eventually { names == ["CurrentUserToDoListQuery"] }
  }

  @Test("the same where a query is mounted whose stale data is shown at once")
  func mounting() async throws {
    try await load()
    clock.advance(by: .seconds(31))
    let handle = mock.environment.query(query)
    let list = try list(handle)
    #expect(list.data != nil)
    try await eventually { !names.isEmpty }
    #expect(names == ["ToDoListPaginationQuery"])
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.page(ToDoPayloads.firstPage))
    #expect(mock.pendingOperations.isEmpty)
    #expect(!handle.isStale)
  }

  @Test("without a view of the fragment, the query is fetched")
  func unmounted() async throws {
    try await load()
    clock.advance(by: .seconds(31))
    let handle = mock.environment.query(query)
    #expect(handle.result.data != nil)
    try await eventually { names == ["CurrentUserToDoListQuery"] }
  }

  @Test("a fragment has the age of its own data")
  func fragments() async throws {
    try await load()
    let handle = mock.environment.query(query)
    let list = try list(handle)
    let seconds = clock.seconds
    #expect(list.fetchedAt.map { abs($0.timeIntervalSince1970 - seconds) < 31 } == true)
    #expect(list.expiresAt.map { abs($0.timeIntervalSince1970 - seconds - 30) < 0.01 } == true)
    #expect(!list.isStale)
    let item = FragmentHandle(try #require(list.data?.todos?.first).fragments.toDoItem_todo)
    #expect(item.fetchedAt.map { abs($0.timeIntervalSince1970 - seconds + 30) < 0.01 } == true)
    let items = PluralFragmentHandle(try #require(list.data?.todos).map(\.fragments.toDoItem_todo))
    #expect(items.fetchedAt == item.fetchedAt)
    #expect(items.expiresAt == item.expiresAt)
    #expect(!items.isStale)
    #expect(PluralFragmentHandle<ToDoItem_todo>().fetchedAt == nil)
    clock.advance(by: .seconds(30))
    #expect(item.isStale)
    #expect(items.isStale)
    #expect(list.isStale)
    mock.environment.store.makeStale(StaleTargets(places: [StalePlace(type: Keys.intern("User"))]))
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    #expect(!item.isStale)
    mock.environment.store.makeStale(StaleTargets(places: [StalePlace(type: Keys.intern("Todo"))]))
    #expect(item.isStale)
  }

  @Test("a fragment is stale when one of its fields was invalidated, until its query is answered")
  func invalidatedFields() async throws {
    try await load()
    let store = mock.environment.store
    let handle = mock.environment.query(query)
    let list = try list(handle)
    let item = FragmentHandle(try #require(list.data?.todos?.first).fragments.toDoItem_todo)
    store.invalidate(field: "dueDate", on: "Todo")
    store.invalidate(field: "text", on: "User")
    store.invalidate(field: "todos", on: "User", arguments: ["first": 5])
    #expect(!item.isStale)
    #expect(!list.isStale)
    store.invalidate(field: "text", on: "Todo")
    #expect(item.isStale)
    #expect(handle.isStale)
    #expect(!list.isStale)
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    #expect(!item.isStale)
    for arguments in [["first": 10], nil] as [[String: JSON]?] {
      store.invalidate(field: "todos", on: "User", arguments: arguments)
      #expect(list.isStale)
      #expect(!item.isStale)
      try await mock.cachePayload(query, data: ToDoPayloads.user)
      #expect(!list.isStale)
    }
  }

  /// A clock of an app's test.
  private final class HandClock: Clock {
    struct Instant: InstantProtocol {
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
    private struct State {
      var now = Instant()
      var sleepers: [(deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Lock(State())
    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.now >= deadline { return true }
          state.sleepers.append((deadline, continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    }

    func advance(by duration: Duration) {
      let ended = state.withLock { state in
        state.now = state.now.advanced(by: duration)
        let now = state.now
        defer { state.sleepers.removeAll { $0.deadline <= now } }
        return state.sleepers.filter { $0.deadline <= now }
      }
      for sleeper in ended { sleeper.continuation.resume() }
    }
  }

  @Test("an app's clock replaces the system's")
  func ownClock() async throws {
    let clock = HandClock()
    var configuration = RelayStore.Configuration()
    configuration.maxAge = .seconds(60)
    configuration.clock = clock
    configuration.random = { 0 }
    let mock = MockEnvironment(store: RelayStore(configuration: configuration))
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    try await eventually { clock.sleeperCount > 0 }
    clock.advance(by: .seconds(59))
    #expect(!handle.isStale)
    clock.advance(by: .seconds(2))
    try await eventually { mock.pendingOperations.count == 1 }
    #expect(handle.isStale)
    clock.advance(by: .seconds(600))
  }
}
