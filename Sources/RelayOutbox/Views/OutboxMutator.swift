public import Observation
public import RelayRuntime

/// Enqueues mutations for a view, and tells what becomes of them. It is the value of `@OutboxMutation`.
///
/// ```swift
/// @MainActor @Observable
/// final class OfflineEditor {
///   private let rename: OutboxMutator<RenameTodoMutation>
///
///   init(_ outbox: Outbox) { rename = OutboxMutator(outbox) }
///
///   var message: String? { rename.failure?.localizedDescription ?? (rename.isPending ? "Not sent yet" : nil) }
///
///   func save(_ text: String, of id: String) {
///     rename.commit(RenameTodoMutation(id: id, text: text), policy: OutboxPolicy(lane: id))
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
@MainActor @Observable
public final class OutboxMutator<Operation: GraphQLMutation> {
  /// The outbox that a view has found in its environment.
  @ObservationIgnored nonisolated let latest = Lock<Outbox?>(nil)
  @ObservationIgnored private let given: Outbox?
  /// Why the last mutation could not be stored, or has failed for good; nil if it could, or has not.
  public private(set) var failure: (any Error)?
  private var unanswered = 0

  /// Creates a handle.
  /// - Parameter outbox: the outbox; nil means that of the view.
  public nonisolated init(_ outbox: Outbox? = nil) { given = outbox }

  /// Whether a mutation that was committed here has neither succeeded nor failed.
  public var isPending: Bool { unanswered > 0 }

  /// Stores a mutation, shows what is expected of it, and sends it as soon as possible.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the server's expected answer, an object shaped like `data`.
  ///   - policy: the lane, the delivery, the expiry.
  /// - Returns: a task with the handle to the entry once it is stored; it throws what ``Outbox`` throws.
  @discardableResult
  public func commit(
    _ mutation: Operation, optimisticResponse: JSON? = nil, policy: OutboxPolicy = OutboxPolicy()
  ) -> Task<OutboxEntry<Operation>, any Error> {
    let outbox = given ?? latest.withLock { $0 }
    unanswered += 1
    let stored = Task {
      guard let outbox else { throw OutboxError.noOutbox }
      return try await outbox.enqueue(mutation, optimisticResponse: optimisticResponse, policy: policy)
    }
    Task {
      defer { unanswered -= 1 }
      do {
        _ = try await stored.value.response()
        failure = nil
      } catch {
        failure = error is CancellationError ? nil : error
      }
    }
    return stored
  }

  /// As `commit` with an operation, for the operation with these variables.
  @discardableResult
  public func commit(
    variables: Operation.Variables, optimisticResponse: JSON? = nil, policy: OutboxPolicy = OutboxPolicy()
  ) -> Task<OutboxEntry<Operation>, any Error> {
    commit(Operation(variables: variables), optimisticResponse: optimisticResponse, policy: policy)
  }

  /// As `commit` with JSON, with a payload as the expected answer.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    _ mutation: Operation, optimisticResponse: Payload?, policy: OutboxPolicy = OutboxPolicy()
  ) -> Task<OutboxEntry<Operation>, any Error> where Payload.Operation == Operation {
    commit(mutation, optimisticResponse: optimisticResponse?.__json, policy: policy)
  }
}
