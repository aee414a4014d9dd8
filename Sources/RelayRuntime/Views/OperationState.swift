/// The state of a query or a subscription for a view.
///
/// ```swift
/// func title(of state: OperationState<HomeQuery.Data>) -> String {
///   switch state {
///   case .loading: "…"
///   case .failure(let error): error.localizedDescription
///   case .success(let data): data?.user?.name ?? "Nobody"
///   }
/// }
/// ```
///
/// See <doc:Queries>.
public enum OperationState<Data: Sendable>: Sendable {
  /// There is nothing to show yet: a request is in flight, or no event has arrived.
  case loading
  /// There is no data: the request failed before it returned any, and the store did not have all of it; the subscription has ended with an
  /// error; or reading the data failed.
  case failure(any Error)
  /// The data; a subscription's is that of its latest event. Nil if there is none: all of it is null, or the store knows nothing of a query
  /// and ``FetchPolicy/storeOnly`` allows no request.
  case success(Data?)

  /// Whether there is nothing to show yet.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The error of a failure.
  public var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }

  /// The data of a success.
  public var data: Data? {
    if case .success(let data) = self { data } else { nil }
  }
}
