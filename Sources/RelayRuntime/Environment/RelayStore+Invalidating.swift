extension RelayStore {
  /// Marks every object of a type as stale: an operation that reads one, or reads one later, is stale until it has been fetched again.
  ///
  /// The objects are not searched, so the cost does not depend on how many there are. A list that has no object of the type does not become
  /// stale; name its field with ``invalidate(field:on:arguments:refetches:)``. In an updater, call ``RecordSourceProxy/invalidate(type:refetches:)``
  /// instead: what is called here takes effect at once, even if the updater throws.
  ///
  /// - Parameters:
  ///   - type: the name of an object type, interface or union. Of an interface or union, it applies to the types that the store knows to belong
  ///     to it.
  ///   - refetches: whether mounted queries that are stale refetch now. Without it, only those do that have asked for it; the others refetch
  ///     when a view asks for them the next time.
  public func invalidate(type: String, refetches: Bool = false) {
    makeStale(StaleTargets(places: places(type), refetches: refetches))
  }

  /// Marks a field as stale: an operation that reads it is stale until it has been fetched again.
  ///
  /// ```swift
  /// store.invalidate(field: "todos", on: "Query")                             // whatever its arguments
  /// store.invalidate(field: "todos", on: "Query", arguments: ["done": true])  // only with these
  /// ```
  ///
  /// - Parameters:
  ///   - field: the field's name in the schema.
  ///   - type: the name of the type that has the field, such as the query type; it applies to all objects of the type.
  ///   - arguments: the values of all its arguments, as in the document; nil means whatever they are.
  ///   - refetches: whether mounted queries that are stale refetch now; see ``invalidate(type:refetches:)``.
  public func invalidate(
    field: String, on type: String, arguments: [String: JSON]? = nil, refetches: Bool = false
  ) {
    makeStale(StaleTargets(places: places(type, field: field, arguments: arguments), refetches: refetches))
  }

  /// Marks the objects with certain identities as stale: an operation that reads one is stale until it has been fetched again.
  ///
  /// - Parameters:
  ///   - refetches: whether mounted queries that are stale refetch now; see ``invalidate(type:refetches:)``.
  ///   - isStale: whether the object with this identity in the store becomes stale. Called for each of them, outside of all locks; an object
  ///     that arrives in the meantime may be left out.
  public func invalidate(refetches: Bool = false, where isStale: (_ dataID: String) throws -> Bool)
    rethrows
  {
    makeStale(StaleTargets(dataIDs: try dataIDs().filter(isStale), refetches: refetches))
  }

  /// The identities of the objects in the store, without the records that the client makes for types.
  private func dataIDs() -> [String] {
    let names = state.withLock { $0.records.names.strings }
    return names.filter { !$0.isEmpty && !DataID.isType($0) }
  }
}
