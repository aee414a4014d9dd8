/// What reading, rows and views need from the store. Reading depends on nothing else of a store.
protocol SnapshotSource: AnyObject, Sendable {
  /// The names of fields and types.
  var keys: KeyTable { get }

  /// Reads a selector from the store's current state; a fragment spread into it becomes a pointer.
  func lookup(_ selector: Selector) -> Snapshot

  /// Reads a selector together with the fragments spread into it.
  ///
  /// - Parameter known: an earlier result for the same selector. It is returned if nothing has changed since.
  func capture(_ selector: Selector, after known: Snapshot?) -> Snapshot

  /// Calls `callback` with every later state of a snapshot whose content differs from the previous one.
  ///
  /// - Parameter notifiesWithoutChange: whether `callback` is called after every change of a record on which the snapshot depends, even if
  ///   the content is the same.
  /// - Returns: the subscription, which ends when it is disposed of or released.
  func subscribe(_ snapshot: Snapshot, notifiesWithoutChange: Bool, _ callback: @escaping @Sendable (Snapshot) -> Void) -> RelayDisposable

  /// Logs a likely mistake, once for each `subject`.
  func warnOnce(about subject: [String], _ text: () -> String)
}
