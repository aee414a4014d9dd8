import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// What a query shows with every policy, in every state of the store and the request.
@Suite("Loading is loading", .hangGuard)
@MainActor
struct LoadingTests {
  /// The selections of the query's root.
  enum Root: CaseIterable {
    /// Only a fragment: `query HomeQuery { ...Home_query }`.
    case fragments
    /// A field, and a fragment inside it.
    case fields
  }

  enum Cached: CaseIterable {
    case nothing, part, all
  }

  enum Stage: CaseIterable {
    case underWay, failed, answered
  }

  enum Shown: Equatable {
    case loading, failure, nothing, data
  }

  struct Case: CustomTestStringConvertible {
    let root: Root
    let fetchPolicy: FetchPolicy
    let renderPolicy: RenderPolicy
    let cached: Cached
    let stage: Stage

    var testDescription: String { "\(root), \(fetchPolicy), \(renderPolicy), \(self.cached) cached, \(stage)" }

    static let all: [Case] = Root.allCases.flatMap { root in
      [FetchPolicy.storeOrNetwork, .storeAndNetwork, .networkOnly, .storeOnly].flatMap { fetchPolicy in
        [RenderPolicy.partial, .full].flatMap { renderPolicy in
          Cached.allCases.flatMap { cached in
            Stage.allCases.map {
              Case(root: root, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cached: cached, stage: $0)
            }
          }
        }
      }
    }

    var asksTheServer: Bool {
      switch fetchPolicy {
      case .storeOnly: false
      case .storeOrNetwork: cached != .all
      case .storeAndNetwork, .networkOnly, .networkOrStore: true
      }
    }

    var expected: Shown {
      if !asksTheServer { return cached == .nothing ? .nothing : .data }
      if stage == .answered { return .data }
      let waiting: Shown = stage == .failed ? .failure : .loading
      if fetchPolicy == .networkOnly { return waiting }
      switch cached {
      case .nothing: return waiting
      case .part: return stage == .underWay && renderPolicy == .partial ? .data : waiting
      case .all: return .data
      }
    }
  }

  nonisolated static let home: JSON = ["viewer": ["id": "u1", "name": "Ada"], "news": ["id": "s1", "title": "Rain"]]
  let mock = MockEnvironment()

  private func fill(_ cached: Cached, _ root: Root) async throws {
    switch (cached, root) {
    case (.nothing, _): break
    case (.part, .fragments):
      try mock.environment.commitLocalUpdate { store in
        let viewer = store.create(dataID: "u1", typeName: "User")
        viewer["id"] = "u1"
        store.root.setLinkedRecord(viewer, for: "viewer")
      }
    case (.part, .fields):
      try mock.environment.commitLocalUpdate { store in
        let user = store.create(dataID: "u1", typeName: "User")
        user["id"] = "u1"
        store.root.setLinkedRecord(user, for: "user", arguments: ["id": "u1"])
      }
    case (.all, .fragments): try await mock.cachePayload(HomeQuery(), data: Self.home)
    case (.all, .fields): try await mock.cachePayload(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    }
  }

  private func proceed(_ stage: Stage, _ root: Root) async throws {
    switch stage {
    case .underWay: break
    case .failed: try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    case .answered: try await mock.resolveMostRecentOperation(data: root == .fragments ? Self.home : ToDoPayloads.user)
    }
  }

  private nonisolated static func shown<Data>(_ result: OperationState<Data>) -> Shown {
    switch result {
    case .loading: .loading
    case .failure: .failure
    case .success(let data): data == nil ? .nothing : .data
    }
  }

  private func check<Operation: GraphQLQuery>(_ query: Operation, _ test: Case) async throws {
    try await fill(test.cached, test.root)
    let handle = mock.environment.query(query, fetchPolicy: test.fetchPolicy, renderPolicy: test.renderPolicy)
    var results = mock.environment.results(of: query, fetchPolicy: test.fetchPolicy, renderPolicy: test.renderPolicy)
      .makeAsyncIterator()
    let first = try #require(await results.next())
    #expect(mock.pendingOperations.count == (test.asksTheServer ? 1 : 0))
    if test.asksTheServer { try await proceed(test.stage, test.root) }
    #expect(Self.shown(handle.result) == test.expected)
    var last = Self.shown(first)
    while last != test.expected, let next = await results.next() { last = Self.shown(next) }
    #expect(last == test.expected)
  }

  @Test("without data, a pending request is loading, and a failed one is a failure", .cases)
  func everyCombination() async {
    await eachCase(of: Case.all) { try await LoadingTests().everyCombination($0) }
  }

  func everyCombination(_ test: Case) async throws {
    switch test.root {
    case .fragments: try await check(HomeQuery(), test)
    case .fields: try await check(CurrentUserToDoListQuery(id: "u1"), test)
    }
  }

  @Test("a loading query with a fragment-only root shows data as soon as a root field is known, and its fragment waits")
  func fragmentWaits() async throws {
    try await fill(.part, .fragments)
    let handle = mock.environment.query(HomeQuery())
    let data = try #require(handle.result.data ?? nil)
    let fragment = FragmentHandle(data.fragments.home_query)
    #expect(fragment.data == nil)
    try await mock.resolveMostRecentOperation(data: Self.home)
    #expect(fragment.data?.viewer?.name == "Ada")
  }

  @Test("a root field also counts as known inside inline fragments and true conditions")
  func rootFieldsBelowConditions() throws {
    let definition = Plans.operation(
      "Conditional", arguments: ["on": .null],
      normalization: [
        .inlineFragment(on: "Query", [.condition("on", is: true, [.scalar("greeting")])]),
        .clientExtension([.scalar("isOpen")]), .scalar("__typename"),
      ])
    let environment = mock.environment
    func knows(_ on: Bool) -> Bool {
      environment.store.knowsRootField(of: OperationDescriptor(definition, variables: ["on": .bool(on)]))
    }
    #expect(!knows(true))
    try environment.commitLocalUpdate { $0.root.setValue("Query", for: "__typename") }
    #expect(!knows(true))
    try environment.commitLocalUpdate { $0.root["greeting"] = "Hello" }
    #expect(knows(true))
    #expect(!knows(false))
    try environment.commitLocalUpdate { $0.root["isOpen"] = true }
    #expect(knows(false))
  }

  @Test("storeOnly without data is a success, and follows later data")
  func storeOnlyFollows() async throws {
    let handle = mock.environment.query(HomeQuery(), fetchPolicy: .storeOnly)
    var results = mock.environment.results(of: HomeQuery(), fetchPolicy: .storeOnly).makeAsyncIterator()
    #expect(Self.shown(handle.result) == .nothing)
    #expect(await results.next().map(Self.shown) == .nothing)
    let heard = Recorder<String>()
    heard.append("result", onChangeOf: handle.result)
    try mock.environment.commitPayload(HomeQuery(), Self.home)
    await MockEnvironment.settle()
    #expect(heard.values == ["result"])
    #expect(Self.shown(handle.result) == .data)
    #expect(await results.next().map(Self.shown) == .data)
  }

  @Test("a refetch after storeOnly without data is loading, and a failure when it fails")
  func storeOnlyRefetch() async throws {
    let handle = mock.environment.query(HomeQuery(), fetchPolicy: .storeOnly)
    #expect(Self.shown(handle.result) == .nothing)
    handle.refetch()
    #expect(handle.result.isLoading)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    #expect(handle.result.error as? RelayError == .http(status: 500, body: ""))
    handle.refetch()
    #expect(handle.result.isLoading)
    try await mock.resolveMostRecentOperation(data: Self.home)
    #expect(Self.shown(handle.result) == .data)
  }

  @Test("fetching missing data only from the store is an error")
  func fetchStoreOnly() async throws {
    await #expect(throws: RelayError.missingData("HomeQuery")) {
      try await mock.environment.fetch(HomeQuery(), fetchPolicy: .storeOnly)
    }
    try await fill(.part, .fragments)
    _ = try await mock.environment.fetch(HomeQuery(), fetchPolicy: .storeOnly)
  }

  /// Ends a loop over a sequence after it has received all that the sequence has to say so far: a sequence that ends still delivers the
  /// result that it holds.
  private func end(_ loop: Task<Void, Never>, of mock: MockEnvironment? = nil) async {
    await (mock ?? self.mock).settle()
    loop.cancel()
    await loop.value
  }

  /// The results that a sequence yields while something happens; `last` is the final one.
  private func yields<Operation: GraphQLQuery>(
    of query: Operation, until last: Shown, fetchPolicy: FetchPolicy = .storeOrNetwork,
    onFetchError: (@Sendable (any Error) -> Void)? = nil, while body: () async throws -> Void
  ) async throws -> [Shown] {
    let shown = Recorder<Shown>()
    let results = mock.environment.results(of: query, fetchPolicy: fetchPolicy, onFetchError: onFetchError)
    let task = Task.detached {
      for await result in results { shown.append(Self.shown(result)) }
    }
    try await eventually { !shown.values.isEmpty }
    try await body()
    try await eventually { shown.values.last == last }
    await end(task)
    return shown.values
  }

  @Test("results yields its first result once, and never the same result twice in a row")
  func resultsAreDistinct() async throws {
    for _ in 0..<20 {
      let mock = MockEnvironment()
      mock.queueOperationResolver { _ in Self.home }
      let results = mock.environment.results(of: HomeQuery())
      let shown = Recorder<Shown>()
      let task = Task.detached {
        for await result in results { shown.append(Self.shown(result)) }
      }
      await end(task, of: mock)
      #expect(shown.values == [.data] || shown.values == [.loading, .data])
    }
    try await fill(.all, .fragments)
    let shown = try await yields(of: HomeQuery(), until: .data, fetchPolicy: .storeAndNetwork) {
      try await self.mock.resolveMostRecentOperation(data: Self.home)
    }
    #expect(shown == [.data])
    let failing = try await yields(of: CurrentUserToDoListQuery(id: "u1"), until: .failure) {
      try await self.mock.rejectMostRecentOperation(Refusal())
    }
    #expect(failing == [.loading, .failure])
  }

  @Test("a result returned after a change is not returned again because of the change")
  func changeBetweenLookAndReading() async throws {
    let query = CurrentUserToDoListQuery(id: "u1")
    let environment = mock.environment
    func show(user id: String) throws {
      try environment.commitLocalUpdate { store in
        let user = store.create(dataID: id, typeName: "User")
        user["id"] = .string(id)
        store.root.setLinkedRecord(user, for: "user", arguments: ["id": "u1"])
      }
    }
    func handedOut(
      _ status: QueryObserver.Status, _ observer: QueryObserver
    ) -> (state: Query<CurrentUserToDoListQuery>.Result, mark: QueryObserver.Status) { observer.handOut(status) }

    let observer = QueryObserver(environment.descriptor(query), in: environment, fetchPolicy: .storeAndNetwork, renderPolicy: .partial) {}
    let loading = handedOut(observer.status, observer)
    #expect(Self.shown(loading.state) == .loading)
    let before = observer.status
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(Self.shown(handedOut(before, observer).state) == .loading)
    let early = observer.status
    #expect(early.isNews(after: loading.mark))

    try show(user: "u2")
    let shown = handedOut(early, observer)
    #expect(shown.state.data?.user?.id == "u2")
    #expect(!observer.status.isNews(after: shown.mark))
    #expect(observer.status.isNews(after: early))
    try show(user: "u3")
    #expect(observer.status.isNews(after: shown.mark))
  }

  @Test("a handle's results begin once with the current one, even before a pending notification; no other sequence misses it")
  func handleResults() async throws {
    let handle = mock.environment.query(HomeQuery(), fetchPolicy: .storeOnly)
    let early = Recorder<Shown>()
    let late = Recorder<Shown>()
    func listen(_ results: AsyncStream<Query<HomeQuery>.Result>, _ shown: Recorder<Shown>) -> Task<Void, Never> {
      Task.detached { for await result in results { shown.append(Self.shown(result)) } }
    }
    /// Blocks the main actor until there is an element.
    func wait(for shown: Recorder<Shown>, _ count: Int) {
      while shown.values.count < count { usleep(1_000) }
    }
    let first = listen(handle.results, early)
    wait(for: early, 1)
    try mock.environment.commitPayload(HomeQuery(), Self.home)
    let second = listen(handle.results, late)
    wait(for: late, 1)
    for loop in [first, second] { await end(loop) }
    #expect(early.values == [.nothing, .data])
    #expect(late.values == [.data])
  }

  /// An error that cannot be compared.
  private struct Refusal: Error {}

  @Test("results include the error of a request that failed while older data is shown")
  func errorsBesideOlderData() async throws {
    try await fill(.all, .fragments)
    let errors = Recorder<String>()
    let shown = try await yields(of: HomeQuery(), until: .data, fetchPolicy: .storeAndNetwork, onFetchError: { errors.append("\($0)") }) {
      try await mock.rejectMostRecentOperation(Refusal())
    }
    #expect(shown == [.data])
    #expect(errors.values == ["Refusal()"])
  }

  @Test("the error of a request is notified once, before the failure that it causes")
  func errorsOfFailures() async throws {
    let errors = Recorder<String>()
    let shown = try await yields(of: HomeQuery(), until: .failure, onFetchError: { errors.append("\($0)") }) {
      try await mock.rejectMostRecentOperation(Refusal())
    }
    #expect(shown == [.loading, .failure])
    #expect(errors.values == ["Refusal()"])
  }
}
