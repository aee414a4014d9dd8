/// Whether an operation can be read from a store.
///
/// ```swift
/// switch environment.check(HomeQuery(id: "me")) {
/// case .available: print("can be shown at once")
/// case .stale: print("can be shown, and should be fetched again")
/// default: print("has to be fetched")
/// }
/// ```
///
/// See <doc:TheStore>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum OperationAvailability: Sendable, Hashable {
  /// All data is in the store.
  ///
  /// - Parameter fetchedAt: when the data was last written; `nil` if unknown.
  case available(fetchedAt: ContinuousClock.Instant?)
  /// The data was invalidated, or is older than the store's configuration accepts.
  case stale
  /// Some data is missing.
  case missing
}
