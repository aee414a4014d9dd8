/// Keeps a client's own version of a field (`@__clientField(handle:)` in the compiler's output) as responses arrive.
///
/// A handler runs under the writers' lock, and may do what a ``RelayEnvironment/StoreUpdater`` may.
public protocol Handler: Sendable {
  /// Brings the client's version up to date.
  ///
  /// - Parameters:
  ///   - store: the store with the response's records in it.
  ///   - payload: the field and its record.
  /// - Throws: any error. It is reported, and the handler's changes are dropped.
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws
}
