// Alternative names of the property wrappers, for files that import another module with the same names: SwiftData's macro `@Query`,
// Combine's `Subscription`, the `Fragment` of another GraphQL client. `@RelayRuntime.Query` works as well.

/// An alternative name for ``Query``.
///
/// ```swift
/// struct Headline: View {
///   @RelayQuery<HomeQuery> var query
///
///   var body: some View { Text(query.get(id: "me").data?.user?.name ?? "") }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayQuery<Operation: GraphQLQuery> = Query<Operation>

/// An alternative name for ``Fragment``.
///
/// ```swift
/// struct UserName: View {
///   @RelayFragment<Badge_user> var user
///
///   var body: some View { Text(user?.name ?? "") }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayFragment<F: GraphQLFragment> = Fragment<F>

/// An alternative name for ``PluralFragment``.
///
/// ```swift
/// struct LatestTodos: View {
///   @RelayPluralFragment<TodoTitles_todos> var todos
///
///   var body: some View { ForEach(todos) { Text($0.text) } }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayPluralFragment<F: GraphQLFragment> = PluralFragment<F>

/// An alternative name for ``RefetchableFragment``.
///
/// ```swift
/// struct UserDetails: View {
///   @RelayRefetchableFragment<UserBox_user> var user
///
///   var body: some View {
///     if let user { Button(user.name) { user.refetch() } }
///   }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayRefetchableFragment<F: GraphQLRefetchableFragment> = RefetchableFragment<F>

/// An alternative name for ``PaginationFragment``.
///
/// ```swift
/// struct AllTodos: View {
///   @RelayPaginationFragment<TodoList_user> var user
///
///   var body: some View {
///     if let user, user.hasNext { Button("More") { user.loadNext(10) } }
///   }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayPaginationFragment<F: GraphQLPaginationFragment> = PaginationFragment<F>

/// An alternative name for ``Mutation``.
///
/// ```swift
/// struct TeaButton: View {
///   @RelayMutation<RenameTodoMutation> var rename
///
///   var body: some View { Button("Tea") { rename.commit(id: "1", text: "Tea") } }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelayMutation<Operation: GraphQLMutation> = Mutation<Operation>

/// An alternative name for ``Subscription``.
///
/// ```swift
/// struct LastChange: View {
///   @RelaySubscription<TodoChangedSubscription> var changes
///
///   var body: some View { Text(changes.get(user: "me").data?.todoChanged?.text ?? "") }
/// }
/// ```
///
/// See <doc:NameClashes>.
public typealias RelaySubscription<Operation: GraphQLSubscription> = Subscription<Operation>
