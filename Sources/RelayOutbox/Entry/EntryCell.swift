import Foundation
import RelayRuntime

/// What is known of an entry by everyone who has a handle to it, also after it has left the outbox.
final class EntryCell: Sendable {
  /// What an app sees of an entry.
  struct Details: Sendable {
    let id: UUID
    let operationName: String
    let variables: JSON
    let lane: String?
    let enqueuedAt: Date
    let isRegistered: Bool
    let attempts: Int
    let status: OutboxStatus
    /// The objects that it changes.
    let dataIDs: Set<ByteKey>
  }

  private struct State {
    var details: Details
    var progress: UploadProgress?
    var answer: StoredMutationAnswer?
    var hasEnded = false
    var next = 0
    var watchers: [Int: AsyncStream<OutboxStatus>.Continuation] = [:]
  }

  private let state: Lock<State>

  init(_ details: Details) { state = Lock(State(details: details)) }

  var details: Details { state.withLock { $0.details } }
  var answer: StoredMutationAnswer? { state.withLock { $0.answer } }
  var progress: UploadProgress? { state.withLock { $0.progress } }

  func set(_ progress: UploadProgress?) { state.withLock { $0.progress = progress } }

  func set(_ details: Details, answer: StoredMutationAnswer? = nil) {
    let watchers = state.withLock { state in
      let isNew = state.details.status != details.status
      state.details = details
      if let answer { state.answer = answer }
      return isNew ? Array(state.watchers.values) : []
    }
    for watcher in watchers { watcher.yield(details.status) }
  }

  /// The entry will not change any more: it has left the outbox, or the outbox was closed.
  func end() {
    let watchers = state.withLock { state in
      state.hasEnded = true
      defer { state.watchers = [:] }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.finish() }
  }

  /// The present status, then every change, until the entry will not change any more.
  func statuses() -> AsyncStream<OutboxStatus> {
    let (stream, continuation) = AsyncStream<OutboxStatus>.makeStream()
    let number = state.withLock { state -> Int? in
      continuation.yield(state.details.status)
      guard !state.hasEnded else { return nil }
      state.next += 1
      state.watchers[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) } }
    return stream
  }
}
