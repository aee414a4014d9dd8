import Foundation
import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request leaves outside of the task that waits for it.
private final class RequestNotes: Sendable {
  let head = Lock<HTTPNetwork.ResponseHead?>(nil)
  let lacksCredentials = Lock(false)
}

extension OutboxEngine {
  /// Stores that an entry is being sent, and sends it.
  /// - Returns: when it must be tried again, if it could not be stored.
  func begin(_ entry: Entry) -> Date? {
    var next = entry.stored
    next.phase = .sending
    next.attempts += 1
    next.notBefore = nil
    do {
      try commit([.put(EntryCoding.row(next))])
    } catch {
      // Nothing has been sent. It is tried again later.
      entry.stored.notBefore = retry(storing: entry)
      return entry.stored.notBefore
    }
    entry.stored = next
    (entry.isCancelled, entry.obeysServer) = (false, false)
    entry.cell.set(nil as UploadProgress?)
    update(entry)
    let number = next.number
    entry.task = Task { [weak self, request = request(entry)] in await self?.send(request.request, request.notes, entry: number) }
    return nil
  }

  private func request(_ entry: Entry) -> (request: NetworkRequest, notes: RequestNotes) {
    let operation = entry.stored.operation
    let cell = entry.cell
    var request = NetworkRequest(
      operationName: operation.name, operationKind: .mutation, operationID: operation.id, cacheID: operation.cacheID, text: operation.text,
      variables: .object(operation.sent), cacheConfig: CacheConfig(force: true, allowsBatching: false),
      uploads: files.uploads(of: entry.stored) { cell.set($0) }, isIncremental: operation.isIncremental)
    request.operation = entry.operation
    request.join(session)
    // A quoted string of structured fields (RFC 9651, section 3.3.3).
    if let name = configuration.keyHeader { request.headers[name] = "\"\(entry.stored.key)\"" }
    if let name = configuration.keyExtension { request.extensions[name] = .string(entry.stored.key) }
    let notes = RequestNotes()
    request.onResponse = { head in notes.head.withLock { $0 = head } }
    request.onCredentialFailure = { notes.lacksCredentials.withLock { $0 = true } }
    return (request, notes)
  }

  private func send(_ request: NetworkRequest, _ notes: RequestNotes, entry number: Int64) async {
    defer { request.didEnd() }
    // With the credentials of the next user, it would be a mutation of theirs.
    guard isOpen, !session.isOver else { return }
    var bodies: [Data] = []
    var failure: (any Error)?
    do {
      for try await payload in environment.network.execute(request) {
        bodies.append(payload.data)
        request.didTakePayload()
      }
      // A stream also ends when this task is cancelled.
      try Task.checkCancellation()
      if bodies.isEmpty { failure = RelayError.noData(operation: request.operationName, errors: []) }
    } catch {
      // With a first part of its answer, the mutation has been executed.
      if bodies.isEmpty { failure = error }
    }
    let head = notes.head.withLock { $0 }
    let response = bodies.first.flatMap { try? JSON(parsing: $0) }
    let answer = OutboxAnswer(
      operationName: request.operationName, status: head?.status ?? Self.status(of: failure), headers: head?.headers ?? [:],
      response: response, errors: Self.errors(response), error: failure, lacksCredentials: notes.lacksCredentials.withLock { $0 },
      hasKey: configuration.keyHeader != nil || configuration.keyExtension != nil)
    await take(answer, bodies, entry: number)
  }

  private static func status(of error: (any Error)?) -> Int? {
    if case RelayError.http(let status, _)? = error { status } else { nil }
  }

  private static func errors(_ response: JSON?) -> [GraphQLError] {
    switch response?["errors"] {
    case .array(let errors)?: errors.map { GraphQLError(json: $0) }
    case nil, .null?: []
    case let error?: [GraphQLError(json: error)]
    }
  }

  /// Takes the answer to a request.
  private func take(_ answer: OutboxAnswer, _ bodies: [Data], entry number: Int64) async {
    guard isOpen, let entry = entries.first(where: { $0.stored.number == number }), entry.stored.phase == .sending else { return }
    note(answer)
    let outcome = configuration.rules.outcome(of: answer)
    var next: StoredEntry
    var wasCancelled: Bool
    repeat {
      wasCancelled = entry.isCancelled
      next = stored(entry, after: answer, outcome, bodies)
      guard await commitEventually([.put(EntryCoding.row(next))]) else { return }
      // The app may have ended the request while storing was tried again.
    } while entry.isCancelled != wasCancelled
    entry.stored = next
    entry.task = nil
    switch next.phase {
    case .answered:
      if !session.isOver {
        publish(entry)
        update(entry)
        removeAnswered()
      }
    case .failed, .conflict, .unknown, .expired: endLayer(entry)
    case .queued, .sending: break
    }
    if outcome == .unauthenticated { isWaitingForCredentials = true }
    update(entry)
    // One request that has reached the server says that others can, too.
    if outcome == .success { wake() } else { pump() }
  }

  /// What is stored of an entry after the answer to a request.
  private func stored(_ entry: Entry, after answer: OutboxAnswer, _ outcome: OutboxOutcome, _ bodies: [Data]) -> StoredEntry {
    var next = entry.stored
    entry.obeysServer = false
    switch outcome {
    case .success:
      next.phase = .answered
      next.answer = bodies
    case .conflict:
      next.phase = .conflict
      next.answer = bodies
    case .permanent:
      next.phase = .failed
      next.failure = Self.failure(answer)
    // The app has ended the request, so it is not sent again.
    case .transient where entry.isCancelled, .uncertain where entry.isCancelled, .unauthenticated where entry.isCancelled:
      next.phase = .unknown
    case .transient: delay(&next, entry, answer)
    case .uncertain where entry.stored.policy.delivery == .atLeastOnce: delay(&next, entry, answer)
    case .uncertain: next.phase = .unknown
    case .unauthenticated: next.phase = .queued
    }
    return next
  }

  private func note(_ answer: OutboxAnswer) {
    if answer.error == nil {
      isOffline = false
      environment.noteReachability(nil)
    } else if let error = answer.error as? URLError {
      isOffline = true
      environment.noteReachability(error)
    } else if answer.status != nil {
      isOffline = false
    }
  }

  /// Lets an entry wait for its next attempt.
  private func delay(_ next: inout StoredEntry, _ entry: Entry, _ answer: OutboxAnswer) {
    next.phase = .queued
    next.failures += 1
    var wait = delay(afterFailures: next.failures)
    if let asked = answer.headers["Retry-After"].flatMap({ RelayEnvironment.seconds(ofRetryAfter: $0) }), asked > wait {
      wait = min(asked, Self.longestAskedWait)
      entry.obeysServer = true
    }
    next.notBefore = timing.now() + wait
  }

  private static func failure(_ answer: OutboxAnswer) -> OutboxFailure {
    let message =
      answer.errors.first?.message ?? answer.error.map { ($0 as? any LocalizedError)?.errorDescription ?? "\(type(of: $0))" }
      ?? answer.status.map { "HTTP status \($0)." } ?? "The server has not said why."
    return OutboxFailure(status: answer.status, errors: answer.errors, message: message)
  }

  /// Writes an answer to the store. The optimistic changes end with the same change.
  func publish(_ entry: Entry) {
    let layer = entry.layer
    entry.layer = nil
    guard let operation = entry.operation, let type = entry.type, !entry.stored.answer.isEmpty else {
      if let layer { environment.replaceLayers(ending: [layer], applying: [], in: session) }
      entry.isPublished = true
      return
    }
    do {
      let answer = try environment.publish(
        entry.stored.answer, answering: operation, ending: layer,
        isPartial: isPartial(entry, type), updater: outlivesProcess ? mark(with: entry) : nil, in: session)
      entry.isPublished = true
      update(entry, answer: answer)
    } catch RelayError.storeCleared {
      // The answer stays with the entry, until its user is back.
    } catch {
      if let layer { environment.replaceLayers(ending: [layer], applying: [], in: session) }
      // The server has executed it, but what it has answered cannot be understood.
      entry.stored.phase = .failed
      entry.stored.failure = OutboxFailure(message: "The answer cannot be written to the store: \(error)")
      try? commit([.put(EntryCoding.row(entry.stored))])
    }
  }
}
