/// Whether an operation can be read from a store.
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
