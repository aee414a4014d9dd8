#if canImport(SwiftUI)
  import SwiftUI
  import Synchronization
#endif

/// Keeps the handle behind a property wrapper: for the life of the view inside SwiftUI, with the struct elsewhere.
@MainActor
struct HandleStorage<Handle: AnyObject, Given: Sendable> {
  /// What this copy of the view was made with.
  var given: Given
  #if canImport(SwiftUI)
    // The type and not the attribute, which is a macro in newer SDKs and adds an initialiser and accessors of its own. Not a StateObject: a
    // State works outside of a view too, and the box that each initialisation makes is small; the handle comes later.
    private var box: State<HandleBox<Handle, Given>>
  #else
    private let box: HandleBox<Handle, Given>
  #endif

  /// - Parameters:
  ///   - given: what the view was made with.
  ///   - make: makes the handle when it is first used.
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

  /// What the view was given last. A task or an action that has kept the view of an earlier evaluation is to see this too, and must not lead
  /// the handle back to what that view was made with.
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
    // SwiftUI calls it before each evaluation of the view, and also when something in the view's environment has changed that turns out not to
    // concern it. No evaluation follows then: what was given stays the same.
    nonisolated mutating func update() { note(given) }

    /// Makes `given` the latest that the view was given.
    nonisolated func note(_ given: Given) { box.wrappedValue.latest.withLock { $0 = given } }
  }
#endif

@MainActor
private final class HandleBox<Handle: AnyObject, Given: Sendable> {
  private let make: @MainActor @Sendable () -> Handle
  #if canImport(SwiftUI)
    /// Nil outside of a view.
    nonisolated let latest = Mutex<Given?>(nil)
  #endif
  private(set) lazy var handle: Handle = make()

  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Handle) {
    self.make = make
  }
}
