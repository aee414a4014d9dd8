/// Gives a view the data of a `@refetchable` fragment, and `refetch`.
///
/// The value is nil while there is nothing to show; otherwise it has the fields of the fragment and what ``Wrapper`` adds.
@propertyWrapper @MainActor
public struct RefetchableFragment<F: GraphQLRefetchableFragment> {
  private var storage: FragmentStorage<RefetchableHandle<F>>

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

  /// The fragment's data with `refetch`.
  public var wrappedValue: Wrapper? {
    let handle = projectedValue
    return handle.data.map { Wrapper(data: $0, handle: handle) }
  }

  /// The handle that follows the data.
  public var projectedValue: RefetchableHandle<F> { storage.handle }

  /// The data of a refetchable fragment in a view.
  @MainActor @dynamicMemberLookup
  public struct Wrapper {
    /// The fragment's data.
    public let data: F.Data
    let handle: RefetchableHandle<F>

    /// A field of the fragment.
    public subscript<Value>(dynamicMember field: KeyPath<F.Data, Value>) -> Value { data[keyPath: field] }

    /// Whether a refetch is under way; the data shown meanwhile is the old one.
    public var isRefetching: Bool { handle.isRefetching }

    /// Why the last refetch failed, if it did.
    public var refetchError: (any Error)? { handle.refetchError }

    /// Fetches the fragment again with the variables it has now; see ``RefetchableHandle/refetch(partial:fetchPolicy:cacheConfig:)``.
    @discardableResult
    public func refetch() -> Task<Void, any Error> { handle.refetch() }

    /// What could not be loaded, and how to try again; see ``RefetchableHandle/failure``.
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

extension RefetchableFragment: Equatable {
  /// Whether both follow the same fragment: a view that is made anew with an equal one has nothing else to show.
  public nonisolated static func == (left: RefetchableFragment, right: RefetchableFragment) -> Bool {
    left.storage.pointer == right.storage.pointer
  }
}
