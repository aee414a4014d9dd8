// What Swift says of a view that leaves out an operation's variables. Without these, it would mention `EmptyVariables`, and overloads for other
// operations.

extension Query.Wrapper {
  /// Not available: an operation with required variables needs them.
  @available(*, unavailable, message: "This query has variables. Pass them to 'get', as in query.get(id: id)")
  @_disfavoredOverload
  public func get(fetchKey: (any Hashable & Sendable)? = nil) -> Query<Operation>.Result { .failure(RelayError.missingVariables) }
}

extension Subscription.Wrapper {
  /// Not available: an operation with required variables needs them.
  @available(*, unavailable, message: "This subscription has variables. Pass them to 'get', as in subscription.get(id: id)")
  @_disfavoredOverload
  public func get() -> Subscription<Operation>.Result { .failure(RelayError.missingVariables) }
}

extension Mutation.Mutator {
  /// Not available: an operation with required variables needs them.
  @available(*, unavailable, message: "This mutation has variables. Pass them to 'commit', as in mutation.commit(id: id)")
  @discardableResult @_disfavoredOverload
  public func commit(
    optimisticResponse: JSON? = nil, updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> {
    Task { throw RelayError.missingVariables }
  }
}

extension RelayError {
  fileprivate static let missingVariables = RelayError.unsupportedOperation("its variables are missing")
}
