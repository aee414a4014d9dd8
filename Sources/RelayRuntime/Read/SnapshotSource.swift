/// The store that data was read from, as far as reading, rows and views need it. A store conforms; reading knows nothing else of stores.
protocol SnapshotSource: AnyObject, Sendable {
  /// The names of fields and types.
  var keys: KeyTable { get }

  /// Reads a selector as the store is now; a fragment spread into it is a pointer.
  func lookup(_ selector: Selector) -> Snapshot

  /// Reads a selector together with the fragments spread into it.
  ///
  /// - Parameter known: what the same selector gave before; it is the answer again if nothing has changed since.
  func capture(_ selector: Selector, after known: Snapshot?) -> Snapshot

  /// Calls `callback` with every later state of a snapshot whose content differs from the one before.
  ///
  /// - Parameter hearsEverything: whether `callback` is called after every change of a record that the snapshot depends on, even where the
  ///   content is the same.
  /// - Returns: ends the subscription when it is disposed of, or with its last reference.
  func subscribe(_ snapshot: Snapshot, hearsEverything: Bool, _ callback: @escaping @Sendable (Snapshot) -> Void) -> Disposable

  /// Warns of something that is likely a mistake, the first time that it is about `subject`.
  func warnOnce(about subject: [String], _ text: () -> String)
}
