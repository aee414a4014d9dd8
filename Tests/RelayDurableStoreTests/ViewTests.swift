import Dispatch
import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Handles and a store on disk") @MainActor
struct ViewTests {
  private static func page(_ ids: ClosedRange<Int>, isLast: Bool) -> String {
    let edges = ids.map { #"{"node":{"id":"t\#($0)","text":"\#($0)","complete":false,"__typename":"Todo"},"cursor":"c\#($0)"}"# }
    return #"{"edges":[\#(edges.joined(separator: ","))],"pageInfo":{"endCursor":"c\#(ids.upperBound)","hasNextPage":\#(!isLast)}}"#
  }

  /// A disk with the lists of two users.
  private static func disk() async throws -> MemoryDisk {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk)
    let environment = RelayEnvironment(network: NoNetwork(), store: first.store)
    try environment.commitPayload(
      CurrentUserToDoListQuery(id: "u1"), body: Data(#"{"data":{"user":{"id":"u1","todos":\#(page(1...2, isLast: false))}}}"#.utf8))
    try environment.commitPayload(
      ToDoListPaginationQuery(variables: .init(count: 10, id: "u2")),
      body: Data(#"{"data":{"node":{"__typename":"User","id":"u2","todos":\#(page(5...6, isLast: true))}}}"#.utf8))
    try await first.store.flush()
    first.kill()
    return disk
  }

  @Test("a refetch that asks the store first waits for the disk, and sends nothing if the disk has the data")
  func refetch() async throws {
    let next = try await DurableTestStore(try await ViewTests.disk())
    let network = NoNetwork()
    let environment = RelayEnvironment(network: network, store: next.store)
    _ = await next.store.prepare(CurrentUserToDoListQuery(id: "u1"))
    let user = try #require(environment.read(CurrentUserToDoListQuery(id: "u1"))?.user)
    let handle = RefetchableHandle(user.fragments.toDoList_user)
    #expect(handle.data?.id == "u1")
    var variables = Generated.InputFields()
    variables.set("id", "u2")
    let refetch = handle.refetch(partial: variables, fetchPolicy: .storeOrNetwork)
    #expect(handle.isRefetching && handle.data?.id == "u1")
    try await refetch.value
    #expect(!handle.isRefetching && handle.data?.id == "u2")
    #expect(network.requests.values == [])
    // What the disk does not have is fetched.
    variables.set("id", "u3")
    await #expect(throws: (any Error).self) { try await handle.refetch(partial: variables, fetchPolicy: .storeOrNetwork).value }
    #expect(network.requests.values == ["ToDoListPaginationQuery"])
    // A later refetch counts, also while the disk is asked.
    variables.set("id", "u4")
    let earlier = handle.refetch(partial: variables, fetchPolicy: .storeOrNetwork)
    variables.set("id", "u2")
    try await handle.refetch(partial: variables, fetchPolicy: .storeOrNetwork).value
    _ = try? await earlier.value
    #expect(handle.data?.id == "u2")
  }

  @Test("a refetch that waits for the disk while the user logs out is not sent as the next user's")
  func refetchDuringLogOut() async throws {
    let next = try await DurableTestStore(try await ViewTests.disk())
    let (network, store) = (NoNetwork(), next.store)
    let environment = RelayEnvironment(network: network, store: store)
    _ = await store.prepare(CurrentUserToDoListQuery(id: "u1"))
    let user = try #require(environment.read(CurrentUserToDoListQuery(id: "u1"))?.user)
    let handle = RefetchableHandle(user.fragments.toDoList_user)
    var variables = Generated.InputFields()
    variables.set("id", "u2")
    next.disk.withFaults { $0.beforeLoaded = { store.clear() } }
    let refetch = handle.refetch(partial: variables, fetchPolicy: .storeOrNetwork)
    await #expect(throws: RelayError.storeCleared) { try await refetch.value }
    #expect(network.requests.values == [])
    #expect(!handle.isRefetching && handle.failure?.error as? RelayError == .storeCleared)
  }

  @Test("the next page is added to a list from disk")
  func loadNext() async throws {
    let next = try await DurableTestStore(try await ViewTests.disk())
    let body = Data(#"{"data":{"node":{"__typename":"User","id":"u1","todos":\#(ViewTests.page(3...4, isLast: true))}}}"#.utf8)
    let requests = Recorder<JSON>()
    let network = FetchNetwork { request in
      requests.append(request.variables)
      return NetworkPayload(data: body)
    }
    let environment = RelayEnvironment(network: network, store: next.store)
    _ = await next.store.prepare(CurrentUserToDoListQuery(id: "u1"))
    let user = try #require(environment.read(CurrentUserToDoListQuery(id: "u1"))?.user)
    let handle = PaginationHandle(user.fragments.toDoList_user)
    #expect(handle.data?.todos?.map(\.id) == ["t1", "t2"])
    #expect(handle.hasNext)
    try await handle.loadNext(10).value
    #expect(handle.data?.todos?.map(\.id) == ["t1", "t2", "t3", "t4"])
    #expect(requests.values.count == 1 && requests.values.first?["cursor"] == "c2")
  }

  @Test("between the disk's answer and the request that follows, a query is loading")
  func loadingUntilTheRequest() async throws {
    let next = try await DurableTestStore(try await ViewTests.disk())
    let observers = Recorder<QueryObserver>()
    let seen = Recorder<Bool>()
    let configuration = RelayEnvironment.Configuration(log: { event in
      guard case .queryFetch = event, let observer = observers.value(at: 0) else { return }
      let isLoading = if case .loading = observer.status { true } else { false }
      seen.append(isLoading && observer.isFetching)
    })
    let network = NoNetwork()
    let environment = RelayEnvironment(network: network, store: next.store, configuration: configuration)
    let mayLoad = DispatchSemaphore(value: 0)
    next.disk.withFaults { $0.beforeLoaded = { mayLoad.wait() } }
    let query = CurrentUserToDoListQuery(id: "u9")
    observers.append(QueryObserver(query.descriptor, in: environment, fetchPolicy: nil, renderPolicy: .partial) {})
    mayLoad.signal()
    try await eventually { network.requests.values == ["CurrentUserToDoListQuery"] }
    #expect(seen.values == [true])
  }

  @Test("a query whose data comes from the disk is fetched again when it becomes stale")
  func becomesStale() async throws {
    let start = ContinuousClock.now
    let seconds = Lock(0)
    let alarms = Recorder<@Sendable () -> Void>()
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.maxAge = .seconds(60)
    configuration.now = { start.advanced(by: .seconds(seconds.withLock { $0 })) }
    configuration.secondsSince1970 = { 1_000_000_000 + Double(seconds.withLock { $0 }) }
    configuration.random = { 0 }
    configuration.wake = { _, body in
      alarms.append(body)
      return RelayDisposable {}
    }
    let disk = MemoryDisk()
    let query = DurableStoreTests.query("u1")
    let first = try await DurableTestStore(disk, configuration: configuration)
    _ = first.store.check(query)
    var payload = try first.test.normalize(query, DurableStoreTests.answer)
    payload.records.reception = Reception(time: Moment(configuration.now()))
    first.queue.commitPayload(query, payload)
    first.queue.run(source: query)
    try await first.store.flush()
    first.kill()
    let next = try await DurableTestStore(disk, configuration: configuration)
    let network = NoNetwork()
    let environment = RelayEnvironment(network: network, store: next.store)
    let (observers, loaded) = (Recorder<QueryObserver>(), Recorder<Bool>())
    let mayLoad = DispatchSemaphore(value: 0)
    disk.withFaults { $0.beforeLoaded = { mayLoad.wait() } }
    observers.append(
      QueryObserver(query, in: environment, fetchPolicy: nil, renderPolicy: .partial, refetchWhenStale: true) {
        if observers.value(at: 0)?.isFetching == false { loaded.append(true) }
      })
    mayLoad.signal()
    try await eventually { !loaded.values.isEmpty }
    #expect(network.requests.values == [])
    seconds.withLock { $0 = 61 }
    for alarm in alarms.values { alarm() }
    #expect(network.requests.values == [query.definition.name])
  }

  @Test("a preloaded query waits for the disk, and a query that falls back to the store finds it there", arguments: [true, false])
  func queries(isPreloaded: Bool) async throws {
    let next = try await DurableTestStore(try await ViewTests.disk())
    let requests = Recorder<String>()
    let network = FetchNetwork { request in
      requests.append(request.operationName)
      throw URLError(.notConnectedToInternet)
    }
    let environment = RelayEnvironment(network: network, store: next.store)
    let query = CurrentUserToDoListQuery(id: "u1")
    if isPreloaded {
      #expect(try await environment.preload(query).data()?.user?.id == "u1")
      #expect(requests.values == [])
      return
    }
    let observer = QueryObserver(query.descriptor, in: environment, fetchPolicy: .networkOrStore(), renderPolicy: .partial) {}
    try await eventually { if case .success(let snapshot?) = observer.status { snapshot.row != nil } else { false } }
    #expect(requests.values == ["CurrentUserToDoListQuery"])
  }
}
