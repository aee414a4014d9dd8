/// Whether the client has cancelled a request.
final class Cancellation: Sendable {
  private let state = Lock(false)

  var isCancelled: Bool { state.withLock { $0 } }

  func cancel() { state.withLock { $0 = true } }

  /// That of the request which the calling thread is answering. A search through the whole project asks it now and then, and gives up.
  @TaskLocal static var current: Cancellation?

  static var isCancelled: Bool { current?.isCancelled ?? false }
}
