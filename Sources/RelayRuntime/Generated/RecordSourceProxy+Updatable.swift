extension RecordSourceProxy {
  /// The data of an `@updatable` query, for reading and writing.
  ///
  /// ```swift
  /// let data = store.readUpdatableQuery(RenameUserQuery(id: "4"))
  /// data.user?.name = "Ann"
  /// ```
  ///
  /// - Parameter query: the query with its variables. It is never sent: what the store lacks reads as `nil`, unless one of the
  ///   environment's missing field handlers supplies it.
  public func readUpdatableQuery<Query: GraphQLUpdatableQuery>(_ query: Query) -> Query.Data {
    let plan = Query.definition.plan
    let variables = ReadContext.variables(plan.argumentDefinitions, given: query.variables.__fields.values, root: [:])
    return Query.Data(__record: UpdatableContext(transaction, Query.definition, variables: variables).view(root.id))
  }

  /// The data of an `@updatable` fragment, for reading and writing; `nil` if its record does not exist (any more).
  ///
  /// ```swift
  /// store.readUpdatableFragment(Todo_updatable(key: todo))?.complete = true
  /// ```
  ///
  /// - Parameter fragment: the fragment, from the data into which it was spread.
  public func readUpdatableFragment<Fragment: GraphQLUpdatableFragment>(_ fragment: Fragment) -> Fragment.Data? {
    let pointer = fragment.fragmentPointer
    guard let scope = pointer.scope, let record = self[pointer.dataID] else { return nil }
    return view(Fragment.self, on: record, arguments: scope.arguments, variables: scope.owner.variables)
  }

  /// The data of an `@updatable` fragment on any record of its type, for reading and writing; `nil` if the record has another type, or if
  /// no response has told whether its type belongs to the fragment's interface or union.
  ///
  /// Use it for records that no document reads: those that the updater has created, and those of a response.
  ///
  /// ```swift
  /// try await environment.commit(AddTodoMutation(text: "Tea")) { store in
  ///   guard let todo = store.rootField("addTodo")?.linkedRecord("todo") else { return }
  ///   store.readUpdatableFragment(Todo_updatable.self, on: todo)?.isSelected = true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the fragment. Its arguments have their default values.
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
