/// Maintains a client-side version of a field (`@__clientField(handle:)` in the compiler's output) as responses arrive.
///
/// A handler runs under the writers' lock. It may do the same as a ``RelayEnvironment/StoreUpdater``.
///
/// ```swift
/// /// A client-side version of a text in capital letters.
/// struct Shout: FieldHandler {
///   func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
///     guard let record = store[payload.dataID], let text = record[payload.fieldKey]?.stringValue else { return }
///     record[payload.handleKey] = .string(text.uppercased())
///   }
/// }
/// ```
///
/// See <doc:FeatureByFeature>.
public protocol FieldHandler: Sendable {
  /// Updates the client-side version.
  ///
  /// - Parameters:
  ///   - store: the store, including the response's records.
  ///   - payload: the field and its record.
  /// - Throws: any error. It is reported and the handler's changes are dropped.
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws
}
