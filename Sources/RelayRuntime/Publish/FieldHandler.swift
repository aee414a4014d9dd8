/// Maintains a client-side version of a field (`@__clientField(handle:)` in the compiler's output) as responses arrive.
///
/// A handler runs under the writers' lock. It may do the same as a ``RelayEnvironment/StoreUpdater``.
public protocol FieldHandler: Sendable {
  /// Updates the client-side version.
  ///
  /// - Parameters:
  ///   - store: the store, including the response's records.
  ///   - payload: the field and its record.
  /// - Throws: any error. It is reported and the handler's changes are dropped.
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws
}
