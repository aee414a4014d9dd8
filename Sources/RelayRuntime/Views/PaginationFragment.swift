/// Provides a view with the data of a fragment that contains a connection, and loads more of it.
///
/// The value is nil while there is nothing to show; otherwise it has the fields of the fragment and the members of ``WrappedValue``.
///
/// ```swift
/// struct TodoList: View {
///   @PaginationFragment<TodoList_user> var user
///
///   var body: some View {
///     if let user {
///       ForEach(user.todos ?? []) { todo in Text(todo.text) }
///       if user.hasNext { Button("More") { user.loadNext(10) } }
///     }
///   }
/// }
/// ```
///
/// See <doc:Pagination>.
@propertyWrapper @MainActor
public struct PaginationFragment<F: GraphQLPaginationFragment> {
  private var storage: FragmentStorage<PaginationHandle<F>>

  /// An empty wrapper, without a fragment.
  public nonisolated init() {
    storage = FragmentStorage(nil)
  }

  /// The fragment at `pointer`; used by generated `asFragment()` methods.
  public nonisolated init(_ pointer: FragmentPointer) {
    storage = FragmentStorage(pointer)
  }

  /// Follows `fragment`.
  public nonisolated init(_ fragment: F) {
    storage = FragmentStorage(fragment.fragmentPointer)
  }

  /// Follows the fragment of the object with an id, which no parent passes on; see ``Fragment/init(id:environment:)``.
  ///
  /// The data is nil while the store does not have it. Nothing is fetched until the handle (`$user`) is asked to refetch.
  ///
  /// - Parameters:
  ///   - id: the object's id as the server sends it; nil for none.
  ///   - environment: the environment whose store has the object; nil means that of the view hierarchy, or ``RelayEnvironment/current``
  ///     outside of SwiftUI.
  public nonisolated init(id: String?, environment: RelayEnvironment? = nil) {
    storage = FragmentStorage(object: id.map { FragmentObject(F.self, id: $0, environment) })
  }

  /// The fragment's data, with pagination.
  public var wrappedValue: WrappedValue? {
    let handle = projectedValue
    return handle.data.map { WrappedValue(data: $0, handle: handle) }
  }

  /// The same with prefetching: for the initializer of a view that receives the fragment from its parent.
  ///
  /// ```swift
  /// init(user: PaginationFragment<ToDoList_user>) { self._user = user.prefetching(bufferSize: 20) }
  /// ```
  /// - Parameters:
  ///   - bufferSize: the number of items to keep loaded after those that are shown.
  ///   - initialSize: the number of items shown at first; nil means all of the first page.
  ///   - minimumFetchSize: the minimum number of items to request.
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
  public struct WrappedValue {
    /// The fragment's data.
    public let data: F.Data
    let handle: PaginationHandle<F>

    /// A field of the fragment.
    public subscript<Value>(dynamicMember field: KeyPath<F.Data, Value>) -> Value { data[keyPath: field] }

    /// The number of items to show; see ``PaginationHandle/visibleCount``.
    public var visibleCount: Int { handle.visibleCount }

    /// The data of the edges to show; see ``PaginationHandle/edges(of:)``.
    public func edges<E: GraphQLFragment>(of fragment: E.Type) -> [E.Data] { handle.edges(of: fragment) }

    /// Whether the server has more items after the last one shown.
    public var hasNext: Bool { handle.hasNext }

    /// Whether the server has more items before the first one.
    public var hasPrevious: Bool { handle.hasPrevious }

    /// Whether more items after the last one are being loaded.
    public var isLoadingNext: Bool { handle.isLoadingNext }

    /// Whether more items before the first one are being loaded.
    public var isLoadingPrevious: Bool { handle.isLoadingPrevious }

    /// Whether a refetch is in flight. The old data is shown in the meantime.
    public var isRefetching: Bool { handle.isRefetching }

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

    /// Fetches the fragment again with its current variables.
    @discardableResult
    public func refetch() -> Task<Void, any Error> { handle.refetch() }

    /// The latest failed load, with a way to retry it; see ``PaginationHandle/failure``.
    public var failure: OperationFailure? { handle.failure }

    /// Fetches the fragment again with `variables`. Those that are absent (all, if nil) keep their values.
    @discardableResult
    public func refetch(
      _ variables: F.RefetchQuery.Variables?, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
    ) -> Task<Void, any Error> {
      handle.refetch(partial: variables?.__fields ?? Generated.InputFields(), fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
    }

    /// Fetches the fragment again with some variables changed; used by generated `refetch` methods.
    @discardableResult
    public func refetch(
      partial variables: Generated.InputFields, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
    ) -> Task<Void, any Error> {
      handle.refetch(partial: variables, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
    }
  }
}

extension PaginationFragment: Equatable {
  /// Whether both follow the same fragment. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: PaginationFragment, right: PaginationFragment) -> Bool { left.storage == right.storage }
}
