/// Something that lasts until it is disposed of, explicitly or with its last reference.
public final class Disposable: Sendable {
  private let action: Lock<(@Sendable () -> Void)?>

  /// - Parameter action: what ends it; called once at most.
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
