/// Whether an operation can be read from a store.
public enum OperationAvailability: Sendable, Hashable {
  /// Everything is there.
  ///
  /// - Parameter fetchedAt: when it was last written; `nil` when the store did not note that.
  case available(fetchedAt: ContinuousClock.Instant?)
  /// The data was invalidated, or is older than the store's configuration accepts.
  case stale
  /// Something is not there.
  case missing
}
