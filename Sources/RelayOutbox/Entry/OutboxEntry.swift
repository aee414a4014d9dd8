public import Foundation
public import RelayRuntime

/// A mutation in an outbox, of any type.
///
/// It shows the entry as it was when it was asked for; ``Outbox/changes()`` yields newer ones.
///
/// ```swift
/// for entry in outbox.entries where entry.status.needsDecision {
///   print("\(entry.operationName) of \(entry.enqueuedAt.formatted()) was not done.")
///   try await entry.discard()
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct AnyOutboxEntry: Sendable, Identifiable {
  let details: EntryCell.Details
  let cell: EntryCell
  let outbox: Outbox

  /// The entry's id, which stays the same in all runs of the app.
  public var id: UUID { details.id }
  /// The operation's name.
  public var operationName: String { details.operationName }
  /// The variables as they are sent.
  public var variables: JSON { details.variables }
  /// The lane; nil for the common one.
  public var lane: String? { details.lane }
  /// When the mutation was enqueued.
  public var enqueuedAt: Date { details.enqueuedAt }
  /// The state.
  public var status: OutboxStatus { details.status }
  /// The number of requests so far.
  public var attempts: Int { details.attempts }
  /// Whether the app still has the operation. If not, there are no optimistic changes, and the answer does not get into the store.
  public var isRegistered: Bool { details.isRegistered }
  /// The identities of the objects that the optimistic changes concern.
  public var dataIDs: Set<String> { Set(details.dataIDs.lazy.map(\.text)) }
  /// How much of its files has been sent in the present attempt.
  public var uploadProgress: UploadProgress? { cell.progress }

  /// Ends the entry without sending it. While a request is on its way, the request is ended and the outcome is unknown.
  /// - Throws: ``OutboxError/notPossible`` if it has been answered or has ended; ``OutboxError/closed``; ``OutboxError/notStored(_:)``.
  public func cancel() async throws { try await outbox.engine.cancel(id) }

  /// Sends an entry again that needs a decision. One whose outcome is unknown keeps its idempotency key; all others get a new one.
  /// - Throws: ``OutboxError/notPossible`` in another state; ``OutboxError/closed``; ``OutboxError/notStored(_:)``.
  public func retry() async throws { try await outbox.engine.retry(id) }

  /// Removes an entry that needs a decision.
  /// - Throws: ``OutboxError/notPossible`` in another state; ``OutboxError/closed``; ``OutboxError/notStored(_:)``.
  public func discard() async throws { try await outbox.engine.discard(id) }

  /// The entry with the type of its mutation; nil if it is one of another operation.
  public func of<Mutation: GraphQLMutation>(_ type: Mutation.Type) -> OutboxEntry<Mutation>? {
    guard details.isRegistered, details.operationName == Mutation.definition.name else { return nil }
    return OutboxEntry(cell: cell, outbox: outbox)
  }
}

/// A mutation in an outbox.
///
/// ```swift
/// let entry = try await outbox.enqueue(RenameTodoMutation(id: "1", text: "Tea"))
/// for await status in entry.statuses where status.needsDecision {
///   try await entry.edit(RenameTodoMutation(id: "1", text: "Green tea"))
/// }
/// print(try await entry.result().renameTodo.todo.text)
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OutboxEntry<Mutation: GraphQLMutation>: Sendable, Identifiable {
  let cell: EntryCell
  let outbox: Outbox

  /// The entry's id, which stays the same in all runs of the app.
  public var id: UUID { cell.details.id }
  /// The present state.
  public var status: OutboxStatus { cell.details.status }
  /// The present state, then every change, until the entry has ended or the outbox is closed.
  public var statuses: AsyncStream<OutboxStatus> { cell.statuses() }
  /// The entry as it is now.
  public var details: AnyOutboxEntry { AnyOutboxEntry(details: cell.details, cell: cell, outbox: outbox) }

  /// Waits until the mutation has succeeded, or until the app must decide. That may take days.
  ///
  /// - Returns: the mutation's data.
  /// - Throws: ``OutboxFailure``, ``OutboxError``; `CancellationError` if the entry was cancelled or discarded, or the calling task was;
  ///   what `RelayEnvironment.commit(_:optimisticResponse:options:updater:)` throws for an answer with errors.
  public func result() async throws -> Mutation.Data { try await response().data }

  /// As ``result()``, with the errors of single fields along with the data.
  public func response() async throws -> OperationResponse<Mutation.Data> {
    for await status in cell.statuses() {
      switch status {
      case .queued, .waiting, .sending, .answered: continue
      case .succeeded:
        guard let answer = cell.answer else { throw RelayError.missingData(cell.details.operationName) }
        return try answer.response(to: Mutation.self)
      case .failed(let failure): throw failure
      case .conflict(let conflict): throw OutboxError.conflict(conflict)
      case .outcomeUnknown: throw OutboxError.outcomeUnknown
      case .expired: throw OutboxError.expired
      case .cancelled: throw CancellationError()
      case .damaged: throw OutboxError.damaged
      }
    }
    try Task.checkCancellation()
    throw OutboxError.closed
  }

  /// See ``AnyOutboxEntry/cancel()``.
  public func cancel() async throws { try await outbox.engine.cancel(id) }

  /// See ``AnyOutboxEntry/retry()``.
  public func retry() async throws { try await outbox.engine.retry(id) }

  /// See ``AnyOutboxEntry/discard()``.
  public func discard() async throws { try await outbox.engine.discard(id) }

  /// The files of the mutation by the path of the variable that holds each: the copies that the outbox keeps until the entry ends or is edited.
  /// - Throws: ``OutboxError/notPossible`` if the entry has ended; ``OutboxError/closed``.
  public func uploads() async throws -> [String: GraphQLUpload] { try await outbox.engine.uploads(id) }

  /// Gives the entry other variables, at its place, with a new idempotency key.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its new variables. Files in them take the place of all earlier ones; ``uploads()`` has those, to be used
  ///     again.
  ///   - optimisticResponse: the new expected answer.
  ///   - uploads: further files, keyed by the path of the variable that holds each.
  /// - Throws: ``OutboxError/notPossible`` while it is being sent, and after it has been answered; ``OutboxError/full``;
  ///   ``OutboxError/closed``; ``OutboxError/notStored(_:)``; `RelayError.upload(_:)` if a file has no place in the variables; an error if
  ///   the response does not have the form that the operation implies. The entry is as before then.
  public func edit(_ mutation: Mutation, optimisticResponse: JSON? = nil, uploads: [String: GraphQLUpload] = [:]) async throws {
    try await outbox.engine.edit(id, mutation, optimisticResponse, uploads)
  }
}
