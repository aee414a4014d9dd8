/// Takes the payloads of a request as they arrive.
///
/// It is not a closure because the optimizer copies every function that a closure is handed through, once for each closure, and the functions
/// that read a response are large.
final class PayloadReceiver {
  private let body: (NetworkPayload) -> Void
  private let onResponse: () -> Void

  /// - Parameter onResponse: called at the beginning of each response. A subscription that is started again has several.
  init(_ body: @escaping (NetworkPayload) -> Void, onResponse: @escaping () -> Void = {}) {
    (self.body, self.onResponse) = (body, onResponse)
  }

  func beginResponse() { onResponse() }

  func receive(_ payload: NetworkPayload) { body(payload) }
}
