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
