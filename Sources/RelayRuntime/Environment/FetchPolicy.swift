/// Where a query's data may come from.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum FetchPolicy: Sendable, Hashable {
  /// Show the store's data; ask the server only if data is missing or stale. The default.
  case storeOrNetwork
  /// Show the store's data, and ask the server in any case.
  case storeAndNetwork
  /// Ask the server, and show nothing until it has answered.
  case networkOnly
  /// Show the store's data, even if it is incomplete; never ask the server. If the store has none of the data, a view or sequence shows a
  /// success without data until there is some, and `fetch` throws ``RelayError/missingData(_:)``.
  case storeOnly
}
