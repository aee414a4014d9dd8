/// What a mutation is committed with, besides its expected answer and its updater.
///
/// ```swift
/// try await environment.commit(
///   RenameTodoMutation(id: "1", text: "Tea"), options: MutationOptions(errorPolicy: .throwErrors))
/// ```
///
/// See <doc:Mutations>.
public struct MutationOptions: Sendable {
  /// Further optimistic changes, made after the optimistic response is in the store, and undone with it.
  public var optimisticUpdater: RelayEnvironment.SelectorStoreUpdater?
  /// Files, keyed by the path of the variable that holds each: `input.avatar`, `files.0`.
  public var uploads: [String: GraphQLUpload]
  /// Options for the network: metadata, batching.
  public var cacheConfig: CacheConfig
  /// What to do about errors of single fields that come with the data; nil means the environment's policy.
  public var errorPolicy: ErrorPolicy?

  /// - Parameters:
  ///   - optimisticUpdater: further optimistic changes, made after the optimistic response is in the store.
  ///   - uploads: files, keyed by the path of the variable that holds each.
  ///   - cacheConfig: options for the network: metadata, batching.
  ///   - errorPolicy: what to do about errors of single fields that come with the data; nil means the environment's policy.
  public init(
    optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil, uploads: [String: GraphQLUpload] = [:],
    cacheConfig: CacheConfig = CacheConfig(), errorPolicy: ErrorPolicy? = nil
  ) {
    self.optimisticUpdater = optimisticUpdater
    self.uploads = uploads
    self.cacheConfig = cacheConfig
    self.errorPolicy = errorPolicy
  }
}
