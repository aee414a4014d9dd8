public import Foundation

extension RelayEnvironment {
  /// Writes the data of a query, with that of its fragments, to a file: for widgets, and for other processes that show data and do not
  /// fetch it.
  ///
  /// The file contains what the query selects and nothing else, without optimistic updates, and when it was received. It is replaced
  /// atomically: a reader finds either the old contents or the new ones, and needs no lock. ``RelayStore/exported(from:configuration:)``
  /// reads it.
  ///
  /// Fields with `@cacheControl(scope: PRIVATE)` in the schema or an extension are only written if the store has an owner
  /// (``RelayStore/Configuration/owner``).
  ///
  /// - Parameters:
  ///   - operation: the query, whose data the store must have; how old it is does not matter.
  ///   - file: its location, in an existing folder, for example one that the app shares with its widget. A link there is replaced rather than
  ///     followed.
  /// - Throws: ``RelayError/missingData(_:)`` if the store does not have all of the query's data, and as ``RelayStore/save(to:)``. The file is
  ///   unchanged then.
  public func export<Operation: GraphQLQuery>(_ operation: Operation, to file: URL) throws {
    let descriptor = descriptor(operation)
    if case .missing = check(descriptor) {
      throw RelayError.missingData("the store does not have all data of \(descriptor.definition.name)")
    }
    try store.export(descriptor, to: file)
  }
}
