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
  }

  private let state: Lock<State>
  private let watchers = Watchers<OutboxStatus>()

  init(_ details: Details) { state = Lock(State(details: details)) }

  var details: Details { state.withLock { $0.details } }
  var answer: StoredMutationAnswer? { state.withLock { $0.answer } }
  var progress: UploadProgress? { state.withLock { $0.progress } }

  func set(_ progress: UploadProgress?) { state.withLock { $0.progress = progress } }

  func set(_ details: Details, answer: StoredMutationAnswer? = nil) {
    let isNew = state.withLock { state in
      defer { state.details = details }
      if let answer { state.answer = answer }
      return state.details.status != details.status
    }
    if isNew { watchers.yield(details.status) }
  }

  /// The entry will not change any more: it has left the outbox, or the outbox was closed.
  func end() { watchers.end() }

  /// The present status, then every change, until the entry will not change any more.
  func statuses() -> AsyncStream<OutboxStatus> { state.withLock { watchers.stream(startingWith: $0.details.status) } }
}
