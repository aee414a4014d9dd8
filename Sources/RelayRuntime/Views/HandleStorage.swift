#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Keeps the handle of a property wrapper: inside SwiftUI for the lifetime of the view, elsewhere together with the struct.
@MainActor
struct HandleStorage<Handle: AnyObject, Given: Sendable> {
  /// The values that this copy of the view was created with.
  var given: Given
  #if canImport(SwiftUI)
    // The type rather than the attribute, which in newer SDKs is a macro that adds an initializer and accessors. Not a StateObject: a
    // State also works outside of a view, and the box that each initialization creates is small; the handle is created later.
    private var box: State<HandleBox<Handle, Given>>
  #else
    private let box: HandleBox<Handle, Given>
  #endif

  /// - Parameters:
  ///   - given: the values that the view was created with.
  ///   - make: creates the handle on first use.
  nonisolated init(_ given: Given, _ make: @escaping @MainActor @Sendable () -> Handle) {
    self.given = given
    #if canImport(SwiftUI)
      box = State(wrappedValue: HandleBox(make))
    #else
      box = HandleBox(make)
    #endif
  }

  var handle: Handle {
    #if canImport(SwiftUI)
      box.wrappedValue.handle
    #else
      box.handle
    #endif
  }

  /// The values that the view was given last. A task or an action may have captured the view of an earlier evaluation; it must also see the
  /// latest values, and must not reset the handle to those of the captured view.
  var latest: Given {
    #if canImport(SwiftUI)
      box.wrappedValue.latest.withLock { $0 } ?? given
    #else
      given
    #endif
  }
}

#if canImport(SwiftUI)
  extension HandleStorage: DynamicProperty {
    // Called by SwiftUI before each evaluation of the view, and also after a change of the view's environment that turns out not to affect
    // the view. In that case no evaluation follows, and the given values stay the same.
    nonisolated mutating func update() { setLatest(given) }

    /// Records `given` as the values that the view was given last.
    nonisolated func setLatest(_ given: Given) { box.wrappedValue.latest.withLock { $0 = given } }
  }
#endif

@MainActor
private final class HandleBox<Handle: AnyObject, Given: Sendable> {
  private let make: @MainActor @Sendable () -> Handle
  #if canImport(SwiftUI)
    /// Nil outside of a view.
    nonisolated let latest = Lock<Given?>(nil)
  #endif
  private(set) lazy var handle: Handle = make()

  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Handle) {
    self.make = make
  }
}
