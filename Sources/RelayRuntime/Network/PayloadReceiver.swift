/// Takes the payloads of a request as they arrive.
///
/// It is not a closure because the optimizer copies every function that a closure is handed through, once for each closure, and the functions
/// that read a response are large.
final class PayloadReceiver {
  private let body: (NetworkPayload) -> Void

  init(_ body: @escaping (NetworkPayload) -> Void) { self.body = body }

  func receive(_ payload: NetworkPayload) { body(payload) }
}
