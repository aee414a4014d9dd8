/// Something that lasts until it is disposed of, or until the last reference to it is released.
///
/// ```swift
/// let home = environment.retain(HomeQuery(id: "me"))
/// // When the app no longer needs the data:
/// home.dispose()
/// ```
///
/// See <doc:TheStore>.
public final class RelayDisposable: Sendable {
  private let action: Lock<(@Sendable () -> Void)?>

  /// - Parameter action: ends it; called at most once.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  /// Ends it. Calling it again does nothing.
  public func dispose() {
    let action = action.withLock { action in
      let taken = action
      action = nil
      return taken
    }
    action?()
  }

  deinit { dispose() }
}
