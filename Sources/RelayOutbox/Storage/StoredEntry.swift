import Foundation
import RelayRuntime

/// An entry as it is stored.
struct StoredEntry: Sendable {
  /// How far the entry has come. Each change is stored before it has an effect.
  enum Phase: String, Sendable {
    /// To be sent.
    case queued
    /// A request may have reached the server.
    case sending
    /// The answer is stored.
    case answered
    /// The app decides.
    case failed, conflict, unknown, expired
  }

  /// A file of a mutation, which is a copy in the outbox's folder.
  struct File: Sendable {
    /// The path of the variable that holds it.
    let path: String
    let filename: String
    let contentType: String
    /// The size in bytes.
    let size: Int
  }

  let id: UUID
  let number: Int64
  var operation: Operation
  /// The expected response, which is shown until the server has answered.
  var optimisticResponse: JSON?
  var policy: OutboxPolicy
  /// The idempotency key.
  var key: String
  /// For functions that must do the same each time.
  let seed: UInt64
  var enqueuedAt: Date
  var files: [File] = []
  /// The folder of the files, if it is not named after the entry: each set of them has a folder of its own.
  var ownFolder: UUID?

  var phase = Phase.queued
  /// The number of requests so far.
  var attempts = 0
  /// The number of failures since the last success.
  var failures = 0
  /// When the next attempt may be made.
  var notBefore: Date?
  var failure: OutboxFailure?
  /// The bodies of the server's response.
  var answer: [Data] = []

  /// What is sent.
  struct Operation: Sendable {
    let name: String
    let text: String?
    let id: String?
    let cacheID: String
    let isIncremental: Bool
    /// The variables from which the operation is made again.
    var given: [String: JSON]
    /// The variables as they are sent.
    var sent: [String: JSON]
  }

  var lane: String { policy.lane ?? "" }

  /// When the entry is no longer sent.
  var expiresAt: Date? { policy.expiresAfter.map { enqueuedAt + $0.seconds } }

  /// The name of the folder of its files.
  var folder: UUID { ownFolder ?? id }

  /// The size of its files in bytes.
  var fileSize: Int { files.reduce(0) { $0 &+ $1.size } }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { self / .seconds(1) }
}
