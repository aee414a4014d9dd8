import Foundation

/// The bytes of a response body between the connection that receives them and the one task that reads them.
///
/// It holds a limited amount: while it is full, the receiver waits, so that a body arrives no faster than it is read.
final class BodyInbox: Sendable {
  /// The state of an inbox after bytes were added.
  enum Standing {
    case hasRoom
    /// The inbox is full; `onRoom` will be called.
    case isFull
    /// The reader is gone, or too many bytes are waiting.
    case isClosed
  }

  private struct State {
    var bytes = Data()
    var isFull = false
    var isAbandoned = false
    var reader: CheckedContinuation<Data?, any Error>?
    /// Nil until the body has ended.
    var end: Swift.Result<Data?, any Error>?
  }

  private let state = Lock(State())
  private let capacity: Int
  private let limit: Int
  private let onRoom: @Sendable () -> Void
  private let onAbandon: @Sendable () -> Void

  /// - Parameters:
  ///   - capacity: the number of bytes at which the inbox is full.
  ///   - limit: the maximum number of waiting bytes, for a receiver that cannot pause; more bytes end the body with
  ///     ``RelayError/responseTooLarge(limit:)``.
  ///   - onRoom: called when a full inbox has been emptied or its reader is gone.
  ///   - onAbandon: called when the reader is gone and the body has not ended.
  init(capacity: Int, limit: Int, onRoom: @escaping @Sendable () -> Void, onAbandon: @escaping @Sendable () -> Void) {
    self.capacity = capacity
    self.limit = limit
    self.onRoom = onRoom
    self.onAbandon = onAbandon
  }

  /// The body. Dropping it, or cancelling the task that reads it, abandons the inbox.
  var stream: AsyncThrowingStream<Data, any Error> {
    let reader = Reader(self)
    return AsyncThrowingStream { try await reader.inbox.next() }
  }

  private final class Reader: Sendable {
    let inbox: BodyInbox

    init(_ inbox: BodyInbox) { self.inbox = inbox }

    deinit { inbox.abandon() }
  }

  /// Whether `onRoom` will still be called.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// Adds bytes, even if the inbox is full.
  func add(_ bytes: Data) -> Standing {
    guard !bytes.isEmpty else { return .hasRoom }
    let (standing, reader) = state.withLock { state -> (Standing, CheckedContinuation<Data?, any Error>?) in
      guard state.end == nil, !state.isAbandoned else { return (.isClosed, nil) }
      if let reader = state.reader {
        state.reader = nil
        return (.hasRoom, reader)
      }
      guard bytes.count <= limit - state.bytes.count else {
        state.bytes = Data()
        state.end = .failure(RelayError.responseTooLarge(limit: limit))
        return (.isClosed, nil)
      }
      state.bytes += bytes
      state.isFull = state.bytes.count >= capacity
      return (state.isFull ? .isFull : .hasRoom, nil)
    }
    reader?.resume(returning: bytes)
    return standing
  }

  /// Ends the body. Waiting bytes can still be read.
  func finish(throwing error: (any Error)? = nil) {
    let end: Swift.Result<Data?, any Error> = error.map { .failure($0) } ?? .success(nil)
    let reader = self.state.withLock { state -> CheckedContinuation<Data?, any Error>? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(with: end)
  }

  private func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, makesRoom) = self.state.withLock { state -> (Swift.Result<Data?, any Error>?, Bool) in
          if state.isAbandoned || state.reader != nil { return (.failure(CancellationError()), false) }
          if !state.bytes.isEmpty {
            defer {
              state.bytes = Data()
              state.isFull = false
            }
            return (.success(state.bytes), state.isFull)
          }
          if let end = state.end { return (end, false) }
          state.reader = continuation
          return (nil, false)
        }
        if makesRoom { onRoom() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      abandon()
    }
  }

  private func abandon() {
    let (reader, wasFull, wasOpen) = state.withLock { state -> (CheckedContinuation<Data?, any Error>?, Bool, Bool) in
      guard !state.isAbandoned else { return (nil, false, false) }
      defer {
        state.isAbandoned = true
        state.bytes = Data()
        state.isFull = false
        state.reader = nil
      }
      return (state.reader, state.isFull, state.end == nil)
    }
    if wasOpen { onAbandon() }
    if wasFull { onRoom() }
    reader?.resume(throwing: CancellationError())
  }
}
