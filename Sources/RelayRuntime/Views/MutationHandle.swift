public import Observation

extension Mutation {
  /// Runs mutations for a view, and tells whether one is in flight.
  ///
  /// It is the value of `@Mutation`, and is called ``MutationHandle``, too. Mutations continue after it is released.
  ///
  /// An app may add a `commit` of its own:
  ///
  /// ```swift
  /// extension Mutation<ChangeTodoStatusMutation>.Mutator {
  ///   func commit(id: String, complete: Bool) { commit(input: ChangeTodoStatusInput(id: id, complete: complete)) }
  /// }
  /// ```
  @MainActor @Observable
  public final class Mutator: EnvironmentDependent {
    /// The environment of the mutation; nil means ``RelayEnvironment/current``.
    @ObservationIgnored public var environment: RelayEnvironment?

    private var inFlight = 0
    /// The failure of the mutation that ended last, for a view that shows it with a button to commit the same again.
    public private(set) var failure: OperationFailure?
    /// The errors of single fields in the latest answer.
    public private(set) var payloadErrors: [GraphQLError] = []

    /// Creates a handle.
    /// - Parameter environment: the environment for mutations; nil means the environment that is current when a mutation
    ///   is committed.
    public nonisolated init(environment: RelayEnvironment? = nil) {
      self.environment = environment
    }

    /// Whether a mutation committed here is in flight.
    public var isInFlight: Bool { inFlight > 0 }

    /// Executes a mutation. Its optimistic changes are in the store when this method returns.
    /// - Parameters:
    ///   - mutation: the mutation with its variables.
    ///   - optimisticResponse: the server's expected answer, an object shaped like `data`.
    ///   - options: further optimistic changes, files, and options for the network and for errors. The errors of single fields are always
    ///     in ``payloadErrors``.
    ///   - updater: changes made after the server's answer is in the store.
    /// - Returns: a task with the mutation's data. Cancelling it ends the request and reverts the optimistic changes.
    @discardableResult
    public func commit(
      _ mutation: Operation, optimisticResponse: JSON? = nil, options: MutationOptions = MutationOptions(),
      updater: RelayEnvironment.SelectorStoreUpdater? = nil
    ) -> Task<Operation.Data, any Error> {
      func fail(_ error: any Error) {
        failure = OperationFailure(error, of: .commit) { [weak self] in
          self?.commit(mutation, optimisticResponse: optimisticResponse, options: options, updater: updater)
        }
      }
      guard let environment = self.environment ?? RelayEnvironment.current else {
        fail(RelayError.noEnvironment)
        return Task { throw RelayError.noEnvironment }
      }
      inFlight += 1
      let reaction = Reaction(in: environment)
      let running = environment.start(
        mutation, optimisticResponse: optimisticResponse, options: options, updater: updater, reaction: reaction)
      return Task {
        defer {
          inFlight -= 1
          reaction.close()
        }
        do {
          let response = try await running.response()
          (failure, payloadErrors) = (nil, response.errors)
          return try response.data(options.errorPolicy ?? environment.configuration.errorPolicy)
        } catch {
          if !(error is CancellationError) { fail(error) }
          throw error
        }
      }
    }

    /// As `commit` with an operation, for the operation with these variables.
    @discardableResult
    public func commit(
      variables: Operation.Variables, optimisticResponse: JSON? = nil, options: MutationOptions = MutationOptions(),
      updater: RelayEnvironment.SelectorStoreUpdater? = nil
    ) -> Task<Operation.Data, any Error> {
      commit(Operation(variables: variables), optimisticResponse: optimisticResponse, options: options, updater: updater)
    }

    /// Executes a mutation whose expected answer is a payload; see ``commit(_:optimisticResponse:options:updater:)-(_,JSON?,_,_)``.
    ///
    /// - Parameters:
    ///   - mutation: the mutation with its variables.
    ///   - optimisticResponse: the server's expected answer.
    ///   - options: further optimistic changes, files, and options for the network and for errors.
    ///   - updater: changes made after the server's answer is in the store.
    /// - Returns: a task with the mutation's data. Cancelling it ends the request and reverts the optimistic changes.
    @discardableResult
    public func commit<Payload: OperationPayload>(
      _ mutation: Operation, optimisticResponse: Payload?, options: MutationOptions = MutationOptions(),
      updater: RelayEnvironment.SelectorStoreUpdater? = nil
    ) -> Task<Operation.Data, any Error> where Payload.Operation == Operation {
      commit(mutation, optimisticResponse: optimisticResponse?.__json, options: options, updater: updater)
    }
  }
}

/// What `@Mutation` has as its value, under the name that the other handles have.
///
/// ```swift
/// @MainActor @Observable
/// final class TodoEditor {
///   private let rename = MutationHandle<RenameTodoMutation>()
///   var isSaving: Bool { rename.isInFlight }
///
///   func save(_ text: String, of id: String) async throws {
///     _ = try await rename.commit(RenameTodoMutation(id: id, text: text)).value
///   }
/// }
/// ```
///
/// See <doc:ViewModels>.
public typealias MutationHandle<Operation: GraphQLMutation> = Mutation<Operation>.Mutator

extension Mutation.Mutator: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The mutation and its state, on one line.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "MutationHandle<\(Operation.self)>",
      [
        ("isInFlight", isInFlight), ("failure", failure?.error), ("payloadErrors", PrintedFields.list(payloadErrors)),
      ])
  }
}
