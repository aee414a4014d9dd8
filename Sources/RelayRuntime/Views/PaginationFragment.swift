/// Gives a view the data of a fragment with a connection, and loads more of it.
///
/// The value is nil while there is nothing to show; otherwise it has the fields of the fragment and what ``Wrapper`` adds:
///
/// ```swift
/// @PaginationFragment<ToDoList_user> var user
/// …
/// ForEach(user.todos ?? []) { todo in ToDoItem(todo: todo.asFragment()) }
/// if user.hasNext { Button("More") { user.loadNext(10) } }
/// ```
@propertyWrapper @MainActor
public struct PaginationFragment<F: GraphQLPaginationFragment> {
  private var storage: FragmentStorage<PaginationHandle<F>>

  /// A fragment of nothing.
  public nonisolated init() {
    storage = FragmentStorage(nil)
  }

  /// The fragment at `pointer`; generated `asFragment()` methods call it.
  public nonisolated init(_ pointer: FragmentPointer) {
    storage = FragmentStorage(pointer)
  }

  /// `fragment`, followed from now on.
  public nonisolated init(_ fragment: F) {
    storage = FragmentStorage(fragment.fragmentPointer)
  }

  /// The fragment's data with paging.
  public var wrappedValue: Wrapper? {
    let handle = projectedValue
    return handle.data.map { Wrapper(data: $0, handle: handle) }
  }

  /// The same, loaded ahead of what is shown: for the initialiser of a view that takes what its parent passes on.
  ///
  /// ```swift
  /// init(user: PaginationFragment<ToDoList_user>) { self._user = user.prefetching(bufferSize: 20) }
  /// ```
  /// - Parameters:
  ///   - bufferSize: how many items are kept loaded behind those that are shown.
  ///   - initialSize: how many items are shown first; nil: all that the first page has.
  ///   - minimumFetchSize: the least number of items to ask the server for.
  public nonisolated func prefetching(bufferSize: Int, initialSize: Int? = nil, minimumFetchSize: Int = 1) -> PaginationFragment {
    var fragment = self
    fragment.storage = storage.prefetching(
      Prefetching(bufferSize: bufferSize, initialSize: initialSize, minimumFetchSize: minimumFetchSize))
    return fragment
  }

  /// The handle that follows the data.
  public var projectedValue: PaginationHandle<F> {
    let handle = storage.handle
    handle.follow(storage.prefetching)
    return handle
  }

  /// The data of a pagination fragment in a view.
  @MainActor @dynamicMemberLookup
  public struct Wrapper {
    /// The fragment's data.
    public let data: F.Data
    let handle: PaginationHandle<F>

    /// A field of the fragment.
    public subscript<Value>(dynamicMember field: KeyPath<F.Data, Value>) -> Value { data[keyPath: field] }

    /// How many items are to be shown; see ``PaginationHandle/visibleCount``.
    public var visibleCount: Int { handle.visibleCount }

    /// The data of the edges that are to be shown; see ``PaginationHandle/edges(of:)``.
    public func edges<E: GraphQLFragment>(of fragment: E.Type) -> [E.Data] { handle.edges(of: fragment) }

    /// Whether the server has more items after the last one that is shown.
    public var hasNext: Bool { handle.hasNext }

    /// Whether the server has more items before the first one.
    public var hasPrevious: Bool { handle.hasPrevious }

    /// Whether more items after the last one are being loaded.
    public var isLoadingNext: Bool { handle.isLoadingNext }

    /// Whether more items before the first one are being loaded.
    public var isLoadingPrevious: Bool { handle.isLoadingPrevious }

    /// The error of the last load; nil once another one starts.
    public var loadError: (any Error)? { handle.loadError }

    /// Whether a refetch is under way; the data shown meanwhile is the old one.
    public var isRefetching: Bool { handle.isRefetching }

    /// The error of the last refetch, if it failed.
    public var refetchError: (any Error)? { handle.refetchError }

    /// Loads `count` more items after the last one; see ``PaginationHandle/loadNext(_:variables:cacheConfig:)``.
    @discardableResult
    public func loadNext(_ count: Int, cacheConfig: CacheConfig = CacheConfig()) -> Task<Void, any Error> {
      handle.loadNext(count, cacheConfig: cacheConfig)
    }

    /// Loads `count` more items before the first one; see ``PaginationHandle/loadPrevious(_:variables:cacheConfig:)``.
    @discardableResult
    public func loadPrevious(_ count: Int, cacheConfig: CacheConfig = CacheConfig()) -> Task<Void, any Error> {
      handle.loadPrevious(count, cacheConfig: cacheConfig)
    }

    /// Fetches the fragment again with the variables it has now.
    @discardableResult
    public func refetch() -> Task<Void, any Error> { handle.refetch() }

    /// What could not be loaded, and how to try again; see ``PaginationHandle/failure``.
    public var failure: LoadFailure? { handle.failure }

    /// Fetches the fragment again with `variables`; those that are absent (all, if nil) stay as they are.
    @discardableResult
    public func refetch(
      _ variables: F.RefetchQuery.Variables?, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
    ) -> Task<Void, any Error> {
      handle.refetch(partial: variables?.__fields ?? InputFields(), fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
    }

    /// Fetches the fragment again with some variables changed; generated `refetch` methods call it.
    @discardableResult
    public func refetch(
      partial variables: InputFields, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
    ) -> Task<Void, any Error> {
      handle.refetch(partial: variables, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
    }
  }
}

extension PaginationFragment: Equatable {
  /// Whether both follow the same fragment: a view that is made anew with an equal one has nothing else to show.
  public nonisolated static func == (left: PaginationFragment, right: PaginationFragment) -> Bool {
    left.storage.pointer == right.storage.pointer
  }
}
