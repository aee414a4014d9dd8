extension RelayEnvironment {
  /// Says why a field is nil, or has a placeholder such as `""` or 0.
  ///
  /// ```swift
  /// print(environment.explain(\.user?.bestFriend?.name, of: data))
  /// // HomeQuery.user.bestFriend.name of User:7 is missing from the store. HomeQuery selects it, but …
  /// ```
  ///
  /// For people, in a debugger or while looking for a mistake: it searches the data of the operation, which takes time for large data. The
  /// answer describes the store as it is now.
  ///
  /// - Parameters:
  ///   - field: the path to a generated property, also through fragments: `\.user?.fragments.userCard.name`. If something on the way is
  ///     nil, the explanation is about that. An index that a list does not have traps, as in any key path.
  ///   - data: data of this environment.
  public func explain<Data: SelectionSet, Value>(_ field: KeyPath<Data, Value>, of data: Data) -> FieldExplanation {
    explain(data.__row.row) { _ = Data(__row: $0)[keyPath: field] }
  }

  /// Says why a field of a fragment is nil, or has a placeholder such as `""` or 0; see ``explain(_:of:)-(_,Data)``.
  ///
  /// - Parameters:
  ///   - field: the path to a generated property of the fragment's data.
  ///   - fragment: a fragment in data of this environment.
  public func explain<Fragment: GraphQLFragment, Value>(
    _ field: KeyPath<Fragment.Data, Value>, of fragment: Fragment
  ) -> FieldExplanation {
    let pointer = fragment.fragmentPointer
    guard let row = pointer.row(Fragment.definition) else { return FieldExplainer(self).explain(pointer, Fragment.definition) }
    return explain(row) { _ = Fragment.Data(__row: $0)[keyPath: field] }
  }

  /// - Parameter read: reads the field from a row that stands for `row`.
  private func explain(_ row: Row, _ read: (Generated.RowReference) -> Void) -> FieldExplanation {
    let log = RowTrace.Log()
    read(Generated.RowReference(RowTrace.row(for: row, log)))
    guard let place = log.last else {
      if row.shape.count == 0 { return FieldExplanation(.noStore, FieldExplainer.noStore) }
      return FieldExplanation(
        .noField, record: row.dataID, "The key path reads no field: it ends before one, or at the identity of the record.")
    }
    return FieldExplainer(self).explain(place)
  }
}
