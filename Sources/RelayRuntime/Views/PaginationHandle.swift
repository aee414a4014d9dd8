public import Observation

/// The data of a fragment with a connection that is loaded page by page.
///
/// `@PaginationFragment` is a thin wrapper around it. New pages are merged into the connection in the store, so ``data`` simply grows.
///
/// ```swift
/// let list = PaginationHandle(TodoList_user(key: user))
/// while list.hasNext { try await list.loadNext(50).value }
/// print(list.data?.todos?.count ?? 0)
/// ```
///
/// See <doc:Pagination>.
@MainActor @Observable
public final class PaginationHandle<F: GraphQLPaginationFragment>: FragmentFollower {
  private struct Load {
    var task: Task<Void, any Error>?
    var isLoading = false
    /// Counts loads and their cancellations, so that a cancelled load changes nothing when it ends.
    var generation = 0
    var error: (any Error)?
    /// Repeats the load.
    var again: @MainActor () -> Void = {}

    /// Whether a view may show the load or its error.
    var isShown: Bool { isLoading || error != nil }

    /// The state after cancelling the load.
    var cancelled: Load {
      task?.cancel()
      return Load(generation: generation + 1)
    }
  }

  /// The handle used for refetching.
  @ObservationIgnored public let refetchable: RefetchableHandle<F>
  @ObservationIgnored private var forward = Load()
  @ObservationIgnored private var backward = Load()
  /// How many items to load ahead of those shown; nil disables prefetching.
  ///
  /// With prefetching, the handle shows the first ``visibleCount`` items, ``loadNext(_:variables:cacheConfig:)`` shows loaded items
  /// immediately, and the handle refills the buffer by itself. ``isLoadingNext`` is true only while items are awaited.
  @ObservationIgnored public private(set) var prefetching: Prefetching?
  @ObservationIgnored var prefetchingState = PrefetchingState()

  /// A handle for `fragment`, or an empty handle until a fragment is bound.
  /// - Parameters:
  ///   - fragment: the fragment to follow.
  ///   - prefetching: how many items to load ahead of those shown; nil disables prefetching.
  public nonisolated convenience init(_ fragment: F? = nil, prefetching: Prefetching? = nil) {
    self.init(pointer: fragment?.fragmentPointer, prefetching: prefetching)
  }

  nonisolated convenience init(pointer: FragmentPointer?) {
    self.init(pointer: pointer, prefetching: nil)
  }

  private nonisolated init(pointer: FragmentPointer?, prefetching: Prefetching?) {
    refetchable = RefetchableHandle(pointer: pointer)
    self.prefetching = prefetching
    if prefetching != nil { prefetchSoon() }
  }

  /// The fragment's data; see ``FragmentHandle/data``.
  public var data: F.Data? { refetchable.data }

  /// The current data, then the data after every change.
  public var values: AsyncStream<F.Data?> { refetchable.values }

  /// Whether the server has more items after the last one.
  public var hasNext: Bool {
    access(keyPath: \.visibleCount)
    return page.next != nil || (prefetching != nil && hasBuffered)
  }

  /// Whether the server has more items before the first one.
  public var hasPrevious: Bool { page.previous != nil }

  /// Whether more items after the last one are being loaded; with ``prefetching``, whether they are awaited.
  public var isLoadingNext: Bool {
    access(keyPath: \.isLoadingNext)
    readers.access()
    return prefetching == nil ? forward.isLoading : isShort
  }

  /// Whether more items before the first one are being loaded.
  public var isLoadingPrevious: Bool {
    access(keyPath: \.isLoadingPrevious)
    readers.access()
    return backward.isLoading
  }

  /// Whether a refetch is in flight.
  public var isRefetching: Bool { refetchable.isRefetching }

  /// The failure of a load, for a view that shows it with a button to retry: that of the next page, otherwise that of the previous page,
  /// otherwise that of a refetch. A page's is nil once a load in its direction or a refetch starts, a refetch's once another one starts.
  public var failure: OperationFailure? {
    access(keyPath: \.isLoadingNext)
    access(keyPath: \.isLoadingPrevious)
    readers.access()
    if let error = forward.error { return OperationFailure(error, of: .nextPage, retry: forward.again) }
    if let error = backward.error { return OperationFailure(error, of: .previousPage, retry: backward.again) }
    return refetchable.failure
  }

  /// Makes the handle follow `fragment`. Binding the current fragment again does nothing.
  public func bind(_ fragment: F?) {
    guard refetchable.parent != fragment?.fragmentPointer else { return }
    refetchable.bind(fragment)
    update(.forward) { $0 = $0.cancelled }
    update(.backward) { $0 = $0.cancelled }
  }

  /// Like `bind(_:)`, while a view is being evaluated; see ``FragmentHandle/follow(_:)``.
  func follow(_ pointer: FragmentPointer?) {
    guard refetchable.parent != pointer else { return }
    let hasStatus = forward.isShown || backward.isShown
    forward = forward.cancelled
    backward = backward.cancelled
    refetchable.follow(pointer)
    if hasStatus { readers.notifyLater() }
    if prefetching != nil { prefetchSoon() }
  }

  /// Changes how many items to load ahead, while a view is being evaluated.
  func follow(_ prefetching: Prefetching?) {
    guard self.prefetching != prefetching else { return }
    self.prefetching = prefetching
    readers.notifyLater()
    if prefetching != nil { prefetchSoon() }
  }

  /// Loads `count` more items after the last one.
  ///
  /// Does nothing if a load in this direction is in flight, if there is nothing more to load, or if the fragment has no data. While the
  /// operation that fetched the data is still in flight, the load waits for it. With ``prefetching``, items that are already loaded are
  /// shown immediately.
  /// - Parameters:
  ///   - count: the number of items to request.
  ///   - variables: further variables of the pagination query to change for this load.
  ///   - cacheConfig: options for the network: metadata, batching.
  /// - Returns: a task that ends when the load ends, and throws its error. Cancelling it cancels the request.
  @discardableResult
  public func loadNext(
    _ count: Int, variables: Generated.InputFields = Generated.InputFields(), cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    prefetching == nil ? load(.forward, count, variables, cacheConfig) : showNext(count, variables, cacheConfig)
  }

  /// Loads `count` more items before the first one; see ``loadNext(_:variables:cacheConfig:)``.
  @discardableResult
  public func loadPrevious(
    _ count: Int, variables: Generated.InputFields = Generated.InputFields(), cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    load(.backward, count, variables, cacheConfig)
  }

  /// Fetches the fragment again, from its first page, with `variables`. Those that are absent keep their values, and those set to null
  /// (`variables.setNull(\.filter)`) are null. Loads in flight are cancelled.
  @discardableResult
  public func refetch(
    _ variables: F.RefetchQuery.Variables, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    self.refetch(partial: variables.__fields, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
  }

  /// Fetches the fragment again, from its first page. Loads in flight are cancelled. See ``RefetchableHandle``.
  @discardableResult
  public func refetch(
    partial variables: Generated.InputFields = Generated.InputFields(), fetchPolicy: FetchPolicy = .networkOnly,
    cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    update(.forward) { $0 = $0.cancelled }
    update(.backward) { $0 = $0.cancelled }
    let refetch = refetchable.refetch(partial: variables, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
    refetchable.repeatLast = { [weak self] in
      _ = self?.refetch(partial: variables, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
    }
    return prefetching == nil ? refetch : restartPrefetching(after: refetch)
  }

  // MARK: - Loading

  private var readers: HandleReaders { refetchable.fragment.readers }

  private var page: PageState {
    _ = refetchable.data
    return currentPage
  }

  private var currentPage: PageState {
    PageState(refetchable.fragment.row, path: refetchable.metadata.connectionPath, keys: F.definition.plan.connectionKeys)
  }

  var isLoadingForward: Bool { forward.isLoading }

  /// The load in flight of more items after the last one.
  var forwardLoad: Task<Void, any Error>? { forward.isLoading ? forward.task : nil }

  /// Whether there is more to load in a direction, and an environment for loading it.
  func canLoad(_ direction: RefetchMetadata.Direction) -> Bool {
    cursor(direction) != nil && refetchable.fragment.boundPointer?.store?.environment != nil
  }

  @discardableResult
  func load(
    _ direction: RefetchMetadata.Direction, _ count: Int, _ variables: Generated.InputFields, _ cacheConfig: CacheConfig
  ) -> Task<Void, any Error> {
    let load = direction == .forward ? forward : backward
    guard !load.isLoading, cursor(direction) != nil, let pointer = refetchable.fragment.boundPointer,
      let environment = pointer.store?.environment
    else { return Task {} }
    let generation = load.generation + 1
    update(direction) {
      $0 = Load(isLoading: true, generation: generation) { [weak self] in _ = self?.load(direction, count, variables, cacheConfig) }
    }
    let task = Task {
      let reaction = Reaction(in: environment)
      defer {
        if direction == .forward { prefetchingState.waiting?.begin() }
        reaction.close()
      }
      do {
        try await run(direction, count, variables, ExecutionOptions(cacheConfig: cacheConfig, reaction: reaction), pointer, environment)
        finish(direction, generation, nil)
      } catch {
        finish(direction, generation, error)
        throw error
      }
    }
    if direction == .forward { forward.task = task } else { backward.task = task }
    return task
  }

  private func run(
    _ direction: RefetchMetadata.Direction, _ count: Int, _ extra: Generated.InputFields, _ options: ExecutionOptions,
    _ pointer: FragmentPointer,
    _ environment: RelayEnvironment
  ) async throws {
    let metadata = refetchable.metadata
    guard let page = metadata.page(direction) else {
      throw RelayError.invalidFragment("\(F.definition.name) cannot be paged \(direction == .forward ? "forward" : "backward")")
    }
    if let owner = pointer.owner { await environment.activity.waitUntilInactive(owner) }
    try Task.checkCancellation()
    guard let cursor = self.cursor(direction) else { return }
    var variables = extra
    if let opposite = metadata.page(direction == .forward ? .backward : .forward) {
      variables.setNull(opposite.count)
      variables.setNull(opposite.cursor)
    }
    variables.set(page.count, count)
    variables.set(page.cursor, cursor)
    guard let operation = refetchable.operation(pointer, variables) else { return }
    var options = options
    options.cacheConfig.force = true
    for try await _ in environment.execute(operation, options: options) { options.reaction?.end() }
    try Task.checkCancellation()
  }

  private func cursor(_ direction: RefetchMetadata.Direction) -> String? {
    direction == .forward ? currentPage.next : currentPage.previous
  }

  private func finish(_ direction: RefetchMetadata.Direction, _ generation: Int, _ error: (any Error)?) {
    guard (direction == .forward ? forward : backward).generation == generation else { return }
    let isCancellation = error is CancellationError
    update(direction) { $0 = Load(generation: generation, error: isCancellation ? nil : error, again: $0.again) }
  }

  private func update(_ direction: RefetchMetadata.Direction, _ change: (inout Load) -> Void) {
    switch direction {
    case .forward: withMutation(keyPath: \.isLoadingNext) { change(&forward) }
    case .backward: withMutation(keyPath: \.isLoadingPrevious) { change(&backward) }
    }
  }
}

extension PaginationHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The fragment with its data, and the state of its pages, on one line. Reading it does not observe the handle.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "PaginationHandle<\(F.self)>",
      refetchable.fragment.printedFields + [
        ("isRefetching", refetchable.refetching ? true : nil), ("isLoadingNext", forward.isLoading ? true : nil),
        ("isLoadingPrevious", backward.isLoading ? true : nil), ("failure", forward.error ?? backward.error ?? refetchable.lastError),
      ])
  }
}
