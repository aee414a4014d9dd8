public import Observation

/// Runs mutations for a view, and tells whether one is in flight.
///
/// `@Mutation` is a thin wrapper around it. Mutations continue after the handle is released.
@MainActor @Observable
public final class MutationHandle<Operation: GraphQLMutation>: EnvironmentDependent {
  /// The environment of the mutation; nil means ``RelayEnvironment/current``.
  @ObservationIgnored public var environment: RelayEnvironment?

  private var inFlight = 0
  /// The error of the mutation that ended last, if it failed.
  public private(set) var error: (any Error)?
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
  ///   - optimisticUpdater: further optimistic changes, made after `optimisticResponse` is in the store.
  ///   - updater: changes made after the server's answer is in the store.
  ///   - uploadables: files, keyed by the path of the variable that holds each.
  ///   - cacheConfig: options for the network: metadata, batching.
  ///   - errorPolicy: what to do about errors of single fields that come with the data; nil means the environment's policy. The errors
  ///     are always in ``payloadErrors``.
  /// - Returns: a task with the mutation's data. Cancelling it ends the request and reverts the optimistic changes.
  @discardableResult
  public func commit(
    _ mutation: Operation, optimisticResponse: JSON? = nil, optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil,
    updater: RelayEnvironment.SelectorStoreUpdater? = nil, uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(),
    errorPolicy: ErrorPolicy? = nil
  ) -> Task<Operation.Data, any Error> {
    guard let environment = self.environment ?? RelayEnvironment.current else {
      self.error = RelayError.noEnvironment
      return Task { throw RelayError.noEnvironment }
    }
    inFlight += 1
    let reaction = Reaction(in: environment)
    let running = environment.start(
      mutation, optimisticResponse: optimisticResponse, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables, cacheConfig: cacheConfig, reaction: reaction)
    return Task {
      defer {
        inFlight -= 1
        reaction.close()
      }
      do {
        let response = try await running.response()
        (self.error, payloadErrors) = (nil, response.errors)
        return try response.data(errorPolicy ?? environment.configuration.errorPolicy)
      } catch {
        if !(error is CancellationError) { self.error = error }
        throw error
      }
    }
  }

  /// As ``commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:errorPolicy:)``, with the updater as a trailing
  /// closure.
  @discardableResult
  public func commit(
    _ mutation: Operation, optimisticResponse: JSON? = nil, uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(),
    errorPolicy: ErrorPolicy? = nil,
    updater: @escaping RelayEnvironment.SelectorStoreUpdater
  ) -> Task<Operation.Data, any Error> {
    self.commit(
      mutation, optimisticResponse: optimisticResponse, optimisticUpdater: nil, updater: updater, uploadables: uploadables,
      cacheConfig: cacheConfig,
      errorPolicy: errorPolicy)
  }
}

extension MutationHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The mutation and its state, on one line.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "MutationHandle<\(Operation.self)>",
      [
        ("isInFlight", isInFlight), ("error", error), ("payloadErrors", PrintedFields.list(payloadErrors)),
      ])
  }
}
