public import Foundation
public import RelayRuntime

extension RelayEnvironment {
  /// Writes to the store what Apollo iOS has kept of a query in its SQLite file, so that the first start without Apollo shows what the last
  /// one with it had.
  ///
  ///     let old = URL.cachesDirectory.appending(path: "apollo.sqlite")
  ///     if try environment.seed(HomeQuery(id: userID), fromApolloSQLite: old) { … }
  ///
  /// Call it for the queries of the first screens, before a view shows them, and delete the file afterwards. The data counts as received
  /// now, because Apollo does not keep when it was; call `RelayStore.invalidate(type:refetches:)` for what should be fetched
  /// again. Fields that the file does not have are missing, and so are fragments on interfaces and unions.
  ///
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - file: the file of Apollo's `SQLiteNormalizedCache`. It is not changed.
  /// - Returns: whether the file had anything of the query.
  /// - Throws: ``DurabilityError`` if the file cannot be opened or is not one of Apollo's; `NormalizationError` for data that does not have
  ///   the form that the query implies. Nothing is written then.
  @discardableResult
  public func seed<Operation: GraphQLQuery>(_ operation: Operation, fromApolloSQLite file: URL) throws -> Bool {
    do {
      guard let data = try operation.descriptor.data(from: ApolloRecords(file)) else { return false }
      try commitPayload(operation, data)
      return true
    } catch is TooManyRecords {
      throw DurabilityError.unavailable("the file has more than 100,000 objects for \(Operation.definition.name)")
    }
  }
}
