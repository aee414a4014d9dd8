import Observation

extension PaginationHandle {
  /// The number of items to show: with ``prefetching``, only the first ones; otherwise all that are loaded. If the connection is a
  /// collection, use `data.todos?.prefix(handle.visibleCount)`.
  public var visibleCount: Int {
    access(keyPath: \.visibleCount)
    _ = refetchable.data
    return currentVisibleCount
  }

  /// The data of the edges to show, in order, kept up to date.
  ///
  /// For `@connection(prefetchable_pagination: true)`: the selections of the edges then form a separate fragment, with the name of the
  /// fragment followed by `__edges`.
  /// - Parameter fragment: the fragment that the edges spread. If they do not spread it, the result is empty.
  public func edges<E: GraphQLFragment>(of fragment: E.Type) -> [E.Data] {
    let pointers = edgePointers(E.definition.name).prefix(visibleCount)
    let known = prefetchingState.edges as? PluralFragmentHandle<E>
    let edges = known ?? PluralFragmentHandle<E>(pointers: [])
    prefetchingState.edges = edges
    edges.follow(Array(pointers))
    return edges.data
  }

  private func edgePointers(_ fragment: String) -> [FragmentPointer] {
    let spreads = F.definition.plan.spreads
    return edgeRows.compactMap { row in
      let slot = (0..<row.count).first { slot in
        let spread = Int(row.shape.spreads[slot])
        return spreads.indices.contains(spread) && spreads[spread].name == fragment
      }
      return slot.map { row.fragmentPointer($0) }
    }
  }

  /// The connection's edges; empty without a connection.
  private var edgeRows: [Row] { connectionEdges ?? [] }

  private var connectionEdges: [Row]? {
    guard
      case .list(let items)? = refetchable.fragment.row?.descend(refetchable.metadata.connectionPath)?.slot(
        named: F.definition.plan.connectionKeys.edges.name)
    else { return nil }
    return items.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  var currentVisibleCount: Int { min(shownCount, edgeRows.count) }

  /// Whether more should be shown than is loaded.
  var isShort: Bool { shownCount > edgeRows.count }

  /// Whether more is loaded than is shown.
  var hasBuffered: Bool { shownCount < edgeRows.count }

  /// The number of items to show.
  private var shownCount: Int {
    guard let prefetching else { return edgeRows.count }
    if prefetchingState.pointer != refetchable.fragment.boundPointer {
      prefetchingState.pointer = refetchable.fragment.boundPointer
      prefetchingState.shown = nil
    }
    if prefetchingState.shown == nil, let edges = connectionEdges {
      prefetchingState.shown = min(max(prefetching.initialSize ?? edges.count, 0), Prefetching.maximum)
    }
    return prefetchingState.shown ?? 0
  }

  private func setShownCount(_ count: Int?) {
    withMutation(keyPath: \.visibleCount) {
      withMutation(keyPath: \.isLoadingNext) { prefetchingState.shown = count }
    }
  }

  /// Starts over with the initial size after `refetch`, which has just begun, has succeeded. Nothing is prefetched before it ends, unless
  /// the parent passes on another list or something else is refetched: it changes nothing then.
  func restartPrefetching(after refetch: Task<Void, any Error>) -> Task<Void, any Error> {
    let generation = refetchable.generation
    prefetchingState.refetch = generation
    return Task {
      let result = await refetch.joined()
      if refetchable.generation == generation {
        prefetchingState.refetch = nil
        if case .success = result { setShownCount(nil) }
      }
      prefetch()
      try result.get()
    }
  }

  /// Whether a refetch is in flight that brings a new list.
  private var awaitsList: Bool { prefetchingState.refetch == refetchable.generation }

  /// Fills the buffer soon, but not while a view is being evaluated.
  nonisolated func prefetchSoon() {
    ChangeSignal.post { [weak self] in self?.prefetch() }
  }

  /// Fetches what the buffer lacks, now and after each change of the data.
  private func prefetch() {
    guard let prefetching else { return }
    watch()
    guard !isLoadingForward, !awaitsList, connectionEdges != nil else { return }
    guard let count = prefetching.missing(shown: shownCount, available: edgeRows.count) else { return }
    load(.forward, count, Generated.InputFields(), CacheConfig())
  }

  private func watch() {
    guard !prefetchingState.isWatching else { return }
    prefetchingState.isWatching = true
    withObservationTracking {
      _ = refetchable.data
    } onChange: { [weak self] in
      ChangeSignal.post {
        self?.prefetchingState.isWatching = false
        self?.prefetch()
      }
    }
  }

  /// Shows `count` more items: from the buffer, and then from the server.
  func showNext(_ count: Int, _ variables: Generated.InputFields, _ cacheConfig: CacheConfig) -> Task<Void, any Error> {
    guard count > 0, !isLoadingNext, connectionEdges != nil else { return Task {} }
    setShownCount(min(shownCount + min(count, Prefetching.maximum), Prefetching.maximum))
    guard isShort, canLoad(.forward) else {
      stopWaiting()
      prefetch()
      return Task {}
    }
    let pointer = refetchable.fragment.boundPointer
    let reaction = pointer?.store?.environment.map { Reaction(in: $0) }
    prefetchingState.waiting = reaction
    return Task {
      defer {
        // If the list has been replaced, there is nothing to show.
        if refetchable.fragment.boundPointer == pointer { stopWaiting() }
        reaction?.close()
      }
      while isShort, refetchable.fragment.boundPointer == pointer {
        let available = edgeRows.count
        let missing = prefetching?.missing(shown: shownCount, available: available) ?? 1
        let running = forwardLoad
        let load = running ?? self.load(.forward, missing, variables, cacheConfig)
        try await load.joined().get()
        try Task.checkCancellation()
        reaction?.end()
        // A load that was in flight may have delivered its items before it was checked.
        if running == nil, edgeRows.count <= available { break }
      }
    }
  }

  /// Stops waiting for items that cannot be loaded.
  private func stopWaiting() {
    if isShort { setShownCount(edgeRows.count) }
  }
}
