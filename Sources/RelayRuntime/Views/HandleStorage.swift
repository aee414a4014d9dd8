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
    /// The number of the evaluation that this copy was made for; 0 outside of a view.
    private var evaluation = 0
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

  /// Whether this copy belongs to the view's latest evaluation. An earlier one, in a task or an action that has kept its view, must not give
  /// the handle back what the view was made with then.
  var isCurrent: Bool {
    #if canImport(SwiftUI)
      evaluation == box.wrappedValue.evaluations.withLock { $0 }
    #else
      true
    #endif
  }
}

#if canImport(SwiftUI)
  extension HandleStorage: DynamicProperty {
    // SwiftUI calls it before each evaluation of the view.
    nonisolated mutating func update() {
      evaluation = box.wrappedValue.evaluations.withLock { count in
        count += 1
        return count
      }
    }
  }
#endif

@MainActor
private final class HandleBox<Handle: AnyObject> {
  private let make: @MainActor @Sendable () -> Handle
  nonisolated let evaluations = Lock(0)
  private(set) lazy var handle: Handle = make()

  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Handle) {
    self.make = make
  }
}
