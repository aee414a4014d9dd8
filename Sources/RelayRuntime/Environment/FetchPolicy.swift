/// Where a query's data may come from.
public enum FetchPolicy: Sendable, Hashable {
  /// Show what the store has; ask the server only for what it has not, or what is stale. The default.
  case storeOrNetwork
  /// Show what the store has and ask the server in any case.
  case storeAndNetwork
  /// Ask the server, and show nothing before it has answered.
  case networkOnly
  /// Show what the store has, even if something is missing; never ask the server. Where the store has nothing at all, a view or sequence
  /// has a success without data to show until it has, and `fetch` throws ``RelayError/missingData(_:)``.
  case storeOnly
}
