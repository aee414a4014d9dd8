#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Keeps the handle behind a property wrapper: for the life of the view inside SwiftUI, with the struct elsewhere.
@MainActor
struct HandleStorage<Handle: AnyObject> {
  #if canImport(SwiftUI)
    // The type and not the attribute, which is a macro in newer SDKs and adds an initialiser and accessors of its own. Not a StateObject: a
    // State works outside of a view too, and the box that each initialisation makes is small; the handle comes later.
    private var box: State<HandleBox<Handle>>
  #else
    private let box: HandleBox<Handle>
  #endif

  /// - Parameter make: makes the handle when it is first used.
  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Handle) {
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
}

#if canImport(SwiftUI)
  extension HandleStorage: DynamicProperty {}
#endif

@MainActor
private final class HandleBox<Handle: AnyObject> {
  private let make: @MainActor @Sendable () -> Handle
  private(set) lazy var handle: Handle = make()

  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Handle) {
    self.make = make
  }
}
