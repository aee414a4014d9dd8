/// Provides a view with the data of a `@refetchable` fragment, and with `refetch`.
///
/// The value is nil while there is nothing to show; otherwise it has the fields of the fragment and the members of ``WrappedValue``.
///
/// ```swift
/// struct UserBox: View {
///   @RefetchableFragment<UserBox_user> var user
///
///   var body: some View {
///     if let user { Button(user.name) { user.refetch(detailed: true) } }
///   }
/// }
/// ```
///
/// See <doc:Queries>.
@propertyWrapper @MainActor
public struct RefetchableFragment<F: GraphQLRefetchableFragment> {
  private var storage: FragmentStorage<RefetchableHandle<F>>

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
  /// The data is nil while the store does not have it. Nothing is fetched until the handle (`$todo`) is asked to refetch.
  ///
  /// - Parameters:
  ///   - id: the object's id as the server sends it; nil for none.
  ///   - environment: the environment whose store has the object; nil means that of the view hierarchy, or ``RelayEnvironment/current``
  ///     outside of SwiftUI.
  public nonisolated init(id: String?, environment: RelayEnvironment? = nil) {
    storage = FragmentStorage(object: id.map { FragmentObject(F.self, id: $0, environment) })
  }

  /// The fragment's data with `refetch`.
  public var wrappedValue: WrappedValue? {
    let handle = projectedValue
    return handle.data.map { WrappedValue(data: $0, handle: handle) }
  }

  /// The handle that follows the data.
  public var projectedValue: RefetchableHandle<F> { storage.handle }

  /// The data of a refetchable fragment in a view.
  @MainActor @dynamicMemberLookup
  public struct WrappedValue {
    /// The fragment's data.
    public let data: F.Data
    let handle: RefetchableHandle<F>

    /// A field of the fragment.
    public subscript<Value>(dynamicMember field: KeyPath<F.Data, Value>) -> Value { data[keyPath: field] }

    /// Whether a refetch is in flight. The old data is shown in the meantime.
    public var isRefetching: Bool { handle.isRefetching }

    /// Fetches the fragment again with its current variables; see ``RefetchableHandle/refetch(partial:fetchPolicy:cacheConfig:)``.
    @discardableResult
    public func refetch() -> Task<Void, any Error> { handle.refetch() }

    /// The latest failed refetch, with a way to retry it; see ``RefetchableHandle/failure``.
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

extension RefetchableFragment: Equatable {
  /// Whether both follow the same fragment. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: RefetchableFragment, right: RefetchableFragment) -> Bool { left.storage == right.storage }
}
