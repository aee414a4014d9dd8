public import Observation

/// A mutation that a view commits: starts it, and tells whether it is under way.
///
/// `@Mutation` is a thin shell over it. Mutations continue after the handle is released.
@MainActor @Observable
public final class MutationHandle<Operation: GraphQLMutation>: EnvironmentDependent {
  /// The environment the mutation runs in; nil stands for ``RelayEnvironment/current``.
  @ObservationIgnored public var environment: RelayEnvironment?

  private var inFlight = 0
  /// The error of the last mutation that ended, if it failed.
  public private(set) var error: (any Error)?
  /// The errors of single fields in the last answer.
  public private(set) var payloadErrors: [GraphQLError] = []

  /// Creates a handle.
  /// - Parameter environment: where mutations run; nil stands for the one that is current when one is committed.
  public nonisolated init(environment: RelayEnvironment? = nil) {
    self.environment = environment
  }

  /// Whether a mutation committed here is under way.
  public var isInFlight: Bool { inFlight > 0 }

  /// Executes a mutation; its optimistic changes are in the store when this returns.
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the expected answer of the server, an object in the form of `data`.
  ///   - optimisticUpdater: further optimistic changes, made after `optimisticResponse` is in the store.
  ///   - updater: changes made after the server's answer is in the store.
  ///   - uploadables: files by the path of the variable that holds each.
  ///   - cacheConfig: options for the network: metadata, batching.
  ///   - errorPolicy: what to do about errors of single fields that come with the data; nil stands for the environment's configuration.
  ///     They are in ``payloadErrors`` in any case.
  /// - Returns: a task with the mutation's data. Cancelling it ends the request and takes the optimistic changes back.
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
    let running = environment.start(
      mutation, optimisticResponse: optimisticResponse, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables, cacheConfig: cacheConfig)
    return Task {
      defer { inFlight -= 1 }
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

  /// As ``commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:errorPolicy:)``, with the updater as the closure behind the
  /// call.
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
