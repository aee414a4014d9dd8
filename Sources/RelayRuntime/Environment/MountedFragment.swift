/// A fragment that is mounted and can be fetched without its operation.
@MainActor
protocol MountedFragment: AnyObject, Sendable {
  /// Fetches the fragment if everything of an operation is in it that is due to be fetched again.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - answered: when it was last answered; nil if everything that is stale is due.
  /// - Returns: ends when the request ends; nil if more is due than the fragment.
  func refetchIfOnlyPart(of operation: OperationDescriptor, answered: Moment?) -> Task<Void, any Error>?
}

extension MountedQueries {
  /// Fetches the one fragment of an operation that is due to be fetched again.
  ///
  /// - Returns: ends when the request ends; nil if there is no such fragment.
  @MainActor
  func refetchPart(of operation: OperationDescriptor, answered: Moment?) -> Task<Void, any Error>? {
    for fragment in fragments(of: operation) {
      if let task = fragment.refetchIfOnlyPart(of: operation, answered: answered) { return task }
    }
    return nil
  }
}
