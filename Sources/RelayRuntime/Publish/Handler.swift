/// Keeps a client's own version of a field (`@__clientField(handle:)` in the compiler's output) as responses arrive.
///
/// A handler runs under the writers' lock, and may do what a ``RelayEnvironment/StoreUpdater`` may.
public protocol Handler: Sendable {
  /// Brings the client's version up to date.
  ///
  /// - Parameters:
  ///   - store: the store with the response's records in it.
  ///   - payload: which field of which record.
  /// - Throws: any error; what the handler has changed is dropped then, and the error reported.
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws
}
