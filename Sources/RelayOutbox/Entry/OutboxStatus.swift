public import Foundation
public import RelayRuntime

/// The state of a mutation in an outbox.
///
/// A mutation that has failed, expired, met a conflict or has an unknown outcome stops its lane until the app decides: it sends it again
/// (``OutboxEntry/retry()``), changes it, or drops it (``OutboxEntry/discard()``).
///
/// ```swift
/// func text(of status: OutboxStatus) -> String {
///   switch status {
///   case .queued, .waiting: "Not sent yet"
///   case .sending, .answered: "Sending…"
///   case .succeeded: "Saved"
///   case .failed(let failure): failure.localizedDescription
///   case .outcomeUnknown: "Please check whether this was saved."
///   default: "Not saved"
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public enum OutboxStatus: Sendable, Hashable {
  /// Waits for its turn.
  case queued
  /// Waits for the next attempt, at the latest until then.
  case waiting(until: Date)
  /// The request is on its way.
  ///
  /// - Parameter attempt: the number of the attempt, from 1.
  case sending(attempt: Int)
  /// The server's answer is stored and will be written to the store.
  case answered
  /// The answer is in the store.
  case succeeded
  /// The server, or the outbox, has refused it for good.
  case failed(OutboxFailure)
  /// The server's answer says that it contradicts another change. What that means only the app knows.
  case conflict(OutboxConflict)
  /// The server may have executed it, or not.
  case outcomeUnknown
  /// It was not sent in time.
  case expired
  /// It was removed before it was sent, or another one has taken its place.
  case cancelled
  /// Its row on the disk is damaged. It cannot be sent, only discarded.
  case damaged

  /// Whether it stops its lane until the app decides.
  public var needsDecision: Bool {
    switch self {
    case .failed, .conflict, .outcomeUnknown, .expired, .damaged: true
    case .queued, .waiting, .sending, .answered, .succeeded, .cancelled: false
    }
  }
}

/// Why a mutation has failed for good.
///
/// ```swift
/// let entry = try await outbox.enqueue(RenameTodoMutation(id: "1", text: ""))
/// do {
///   print(try await entry.result().renameTodo.todo.text)
/// } catch let failure as OutboxFailure {
///   print(failure.errors.first?.message ?? failure.message)
///   try await entry.discard()
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OutboxFailure: Error, Sendable, Hashable {
  /// The HTTP status of the answer, if there was one.
  public let status: Int?
  /// The errors in the server's answer.
  public let errors: [GraphQLError]
  /// What went wrong, for developers.
  public let message: String

  /// - Parameters:
  ///   - status: the HTTP status of the answer.
  ///   - errors: the errors in the server's answer.
  ///   - message: what went wrong.
  public init(status: Int? = nil, errors: [GraphQLError] = [], message: String) {
    self.status = status
    self.errors = errors
    self.message = message
  }
}

extension OutboxFailure: LocalizedError {
  public var errorDescription: String? { errors.first?.message ?? message }
}

/// What an app needs to decide about a mutation that contradicts another change.
///
/// ```swift
/// for entry in outbox.entries {
///   guard case .conflict(let conflict) = entry.status else { continue }
///   print("Yours: \(conflict.variables["text"] ?? .null), theirs: \(conflict.answer["errors"]?[0]?["extensions"] ?? .null)")
///   try await entry.discard()
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OutboxConflict: Sendable, Hashable {
  /// The server's answer, if it is JSON: usually the newer version, in `data` or in the errors' `extensions`.
  public let answer: JSON
  /// The variables of the mutation.
  public let variables: JSON

  init(answer: JSON, variables: JSON) {
    self.answer = answer
    self.variables = variables
  }
}

/// What an outbox does at the moment.
///
/// ```swift
/// for await state in outbox.state {
///   switch state {
///   case .offline: print("Your changes will be sent when you are online.")
///   case .waitingForCredentials: print("Please sign in again.")
///   case .waitingForDecisions: print("Some changes need your attention.")
///   default: print("")
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public enum OutboxState: Sendable, Hashable {
  /// There is nothing to send.
  case idle
  /// At least one request is on its way.
  case sending
  /// Waits for the next attempt.
  case waiting(until: Date)
  /// As `waiting`, because the server could not be reached. It also goes on when the server can be reached again.
  case offline(until: Date)
  /// The server has rejected the credentials, and they could not be renewed. Call ``Outbox/resume()`` after signing in.
  case waitingForCredentials
  /// Everything that is left waits for a decision of the app.
  case waitingForDecisions
  /// ``Outbox/pause()`` was called.
  case paused
  /// It was closed, or the store was cleared.
  case closed
}

/// An error of an outbox.
///
/// ```swift
/// do {
///   try await outbox.enqueue(RenameTodoMutation(id: "1", text: "Tea"))
/// } catch OutboxError.full {
///   print("Too many changes are waiting. Please connect to the internet.")
/// } catch OutboxError.notStored(let reason) {
///   print("Not saved: \(reason)")
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public enum OutboxError: Error, Sendable, Hashable {
  /// A view has committed a mutation, and has no outbox.
  case noOutbox
  /// The outbox was closed, or its store cleared.
  case closed
  /// Another outbox, in this process or in another one, has opened the same folder for the same owner.
  case alreadyOpen
  /// The folder or its files cannot be used; the text says why.
  case unavailable(String)
  /// There are too many entries, or their files are too large.
  case full
  /// The operation is not among the outbox's mutations.
  case notRegistered(operation: String)
  /// The mutation could not be stored; the text says why. It is neither shown nor sent.
  case notStored(String)
  /// The server may have executed the mutation, or not.
  case outcomeUnknown
  /// The mutation was not sent in time.
  case expired
  /// The answer says that the mutation contradicts another change.
  case conflict(OutboxConflict)
  /// The entry's row on the disk is damaged.
  case damaged
  /// What was asked for is impossible in the entry's state: it is being sent, it has been answered, or it has ended.
  case notPossible
}

extension OutboxError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noOutbox: "No outbox is set: put outbox(_:) on a view around this one."
    case .closed: "The outbox is closed."
    case .alreadyOpen: "The outbox is already open."
    case .unavailable(let reason): "The outbox cannot be opened: \(reason)"
    case .full: "The outbox is full."
    case .notRegistered(let operation): "\(operation) is not among the outbox's mutations. Pass its type to Outbox.open."
    case .notStored(let reason): "The mutation could not be stored: \(reason)"
    case .outcomeUnknown: "It is not known whether the server has executed the mutation."
    case .expired: "The mutation was not sent in time."
    case .conflict: "The mutation contradicts another change."
    case .damaged: "The stored mutation is damaged."
    case .notPossible: "This is not possible in the entry's state."
    }
  }
}
