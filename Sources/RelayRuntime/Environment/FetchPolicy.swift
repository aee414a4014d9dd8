/// Where a query's data may come from.
///
/// ```swift
/// for await result in environment.results(of: HomeQuery(id: "me"), fetchPolicy: .storeAndNetwork) {
///   print(result.data?.user?.name ?? "…")
/// }
/// ```
///
/// See <doc:Queries>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum FetchPolicy: Sendable, Hashable {
  /// Show the store's data; ask the server only if data is missing or stale. The default.
  ///
  /// Stale data is shown at once, while it is fetched again, for the time of ``RelayStore/Configuration/staleWhileRevalidate``.
  case storeOrNetwork
  /// Show the store's data, and ask the server in any case.
  case storeAndNetwork
  /// Ask the server, and show nothing until it has answered.
  case networkOnly
  /// Show the store's data, even if it is incomplete; never ask the server. If the store has none of the data, a view or sequence shows a
  /// success without data until there is some, and `fetch` throws ``RelayError/missingData(_:)``.
  case storeOnly
  /// Ask the server. If it cannot be reached, or has not answered after `deadline`, show the store's data if that is complete, however old
  /// it is. An answer that comes later is written to the store and shown.
  ///
  /// The server counts as out of reach if there is no connection, after a time-out, and after the HTTP statuses 502, 503 and 504. Every
  /// other status and every GraphQL error is an answer, and fails as with ``networkOnly``.
  ///
  /// - Parameter deadline: how long to wait for the server; nil means as long as the network does.
  case networkOrStore(deadline: Duration? = nil)
}

extension FetchPolicy {
  /// Whether the store's data is shown if the server cannot be reached.
  var fallsBack: Bool { if case .networkOrStore = self { true } else { false } }

  /// Whether what the store has may decide what is done, so that a store on disk is asked before anything else.
  var asksStore: Bool { self != .networkOnly }
}
