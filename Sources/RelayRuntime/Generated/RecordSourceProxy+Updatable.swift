extension RecordSourceProxy {
  /// The data of an `@updatable` query, to be read and written.
  ///
  /// ```swift
  /// let data = store.readUpdatableQuery(RenameUserQuery(id: "4"))
  /// data.user?.name = "Ann"
  /// ```
  ///
  /// - Parameter query: the query with its variables. It is never sent: what the store lacks reads as `nil`, except where the
  ///   environment's missing field handlers know it.
  public func readUpdatableQuery<Query: GraphQLUpdatableQuery>(_ query: Query) -> Query.Data {
    let plan = Query.definition.plan
    let variables = ReadContext.variables(plan.argumentDefinitions, given: query.variables.__fields.values, root: [:])
    return Query.Data(__record: UpdatableContext(transaction, Query.definition, variables: variables).view(root.id))
  }

  /// The data of an `@updatable` fragment, to be read and written; `nil` where its record does not exist (any more).
  ///
  /// ```swift
  /// store.readUpdatableFragment(Todo_updatable(key: todo))?.complete = true
  /// ```
  ///
  /// - Parameter fragment: the fragment, as it was spread into data that views read.
  public func readUpdatableFragment<Fragment: GraphQLUpdatableFragment>(_ fragment: Fragment) -> Fragment.Data? {
    let pointer = fragment.fragmentPointer
    guard let scope = pointer.scope, let record = self[pointer.dataID] else { return nil }
    return view(Fragment.self, on: record, arguments: scope.arguments, variables: scope.owner.variables)
  }

  /// The data of an `@updatable` fragment on any record of its type, to be read and written; `nil` on one of another type, or of one that
  /// no response has told to belong to the fragment's interface or union.
  ///
  /// For records that come from no document: those that the updater made, and what a response holds.
  ///
  /// ```swift
  /// try await environment.commit(AddTodoMutation(text: "Tea")) { store in
  ///   guard let todo = store.rootField("addTodo")?.linkedRecord("todo") else { return }
  ///   store.readUpdatableFragment(Todo_updatable.self, on: todo)?.isSelected = true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the fragment. Its arguments have their defaults.
  ///   - record: the record.
  public func readUpdatableFragment<Fragment: GraphQLUpdatableFragment>(
    _ type: Fragment.Type, on record: RecordProxy
  ) -> Fragment.Data? {
    guard !transaction.isClosed, transaction.record(record.id, fulfils: Fragment.definition.plan.typeCondition) else { return nil }
    return view(type, on: record, arguments: [:], variables: [:])
  }

  private func view<Fragment: GraphQLUpdatableFragment>(
    _ type: Fragment.Type, on record: RecordProxy, arguments: [String: JSON], variables: [String: JSON]
  ) -> Fragment.Data {
    let definition = Fragment.definition
    let variables = ReadContext.variables(definition.plan.argumentDefinitions, given: arguments, root: variables)
    return Fragment.Data(__record: UpdatableContext(transaction, definition, variables: variables).view(record.id))
  }
}
