/// The operations whose data must stay in a store.
struct RetentionTable: Sendable {
  struct Root: Sendable {
    let operation: OperationDescriptor
    var count: Int
    /// The epoch at which the operation's data was last written; 0: never.
    var epoch: UInt64
    /// When the operation's data was last written.
    var writtenAt: ContinuousClock.Instant?
  }

  var roots: [String: Root] = [:]
  /// Released roots that are still kept, oldest first.
  var releaseBuffer: [String] = []
}

extension Store {
  /// Notes that an operation's data was written now.
  func noteWritten(_ operation: OperationDescriptor, _ state: inout StoreState) {
    if state.retention.roots[operation.requestID] != nil {
      state.retention.roots[operation.requestID]?.epoch = state.epoch
      state.retention.roots[operation.requestID]?.writtenAt = .now
    }
  }
}
