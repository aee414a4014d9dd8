// Alternative names of the property wrappers, for files that import another module with the same names: SwiftData's macro `@Query`,
// Combine's `Subscription`, the `Fragment` of another GraphQL client. `@RelayRuntime.Query` works as well.

/// An alternative name for ``Query``.
public typealias RelayQuery<Operation: GraphQLQuery> = Query<Operation>
/// An alternative name for ``Fragment``.
public typealias RelayFragment<F: GraphQLFragment> = Fragment<F>
/// An alternative name for ``PluralFragment``.
public typealias RelayPluralFragment<F: GraphQLFragment> = PluralFragment<F>
/// An alternative name for ``RefetchableFragment``.
public typealias RelayRefetchableFragment<F: GraphQLRefetchableFragment> = RefetchableFragment<F>
/// An alternative name for ``PaginationFragment``.
public typealias RelayPaginationFragment<F: GraphQLPaginationFragment> = PaginationFragment<F>
/// An alternative name for ``Mutation``.
public typealias RelayMutation<Operation: GraphQLMutation> = Mutation<Operation>
/// An alternative name for ``Subscription``.
public typealias RelaySubscription<Operation: GraphQLSubscription> = Subscription<Operation>
