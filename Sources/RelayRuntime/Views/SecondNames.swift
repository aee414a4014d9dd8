// Second names of the property wrappers, for files that import another module with the first ones: SwiftData's macro `@Query`, Combine's
// `Subscription`, the `Fragment` of another GraphQL client. `@RelayRuntime.Query` says the same.

/// Another name of ``Query``.
public typealias RelayQuery<Operation: GraphQLQuery> = Query<Operation>
/// Another name of ``Fragment``.
public typealias RelayFragment<F: GraphQLFragment> = Fragment<F>
/// Another name of ``PluralFragment``.
public typealias RelayPluralFragment<F: GraphQLFragment> = PluralFragment<F>
/// Another name of ``RefetchableFragment``.
public typealias RelayRefetchableFragment<F: GraphQLRefetchableFragment> = RefetchableFragment<F>
/// Another name of ``PaginationFragment``.
public typealias RelayPaginationFragment<F: GraphQLPaginationFragment> = PaginationFragment<F>
/// Another name of ``Mutation``.
public typealias RelayMutation<Operation: GraphQLMutation> = Mutation<Operation>
/// Another name of ``Subscription``.
public typealias RelaySubscription<Operation: GraphQLSubscription> = Subscription<Operation>
