import Synchronization

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Keeps the handle of a property wrapper: inside SwiftUI for the lifetime of the view, elsewhere together with the
/// struct.
@MainActor
struct HandleStorage<Handle: AnyObject> {
  #if canImport(SwiftUI)
    // The type rather than the attribute, which in newer SDKs is a macro that adds an initializer and accessors. Not a StateObject: a
    // State also works outside of a view, and the box that each initialization creates is small; the handle is created later.
    private var box: State<HandleBox<Handle>>
    /// The number of the evaluation for which this copy was made; 0 outside of a view.
    private var evaluation = 0
  #else
    private let box: HandleBox<Handle>
  #endif

  /// - Parameter make: creates the handle on first use.
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

  /// Whether this copy belongs to the view's latest evaluation. An earlier copy, captured with its view in a task or an action, must not
  /// reset the handle to earlier values.
  var isCurrent: Bool {
    #if canImport(SwiftUI)
      evaluation == box.wrappedValue.evaluations.load(ordering: .relaxed)
    #else
      true
    #endif
  }
}

#if canImport(SwiftUI)
  extension HandleStorage: DynamicProperty {
    // Called by SwiftUI before each evaluation of the view.
    nonisolated mutating func update() {
      evaluation = box.wrappedValue.evaluations.wrappingAdd(1, ordering: .relaxed).newValue
    }
  }
#endif

@MainActor
private final class HandleBox<Handle: AnyObject> {
  private let make: @MainActor @Sendable () -> Handle
  nonisolated let evaluations = Atomic(0)
  private(set) lazy var handle: Handle = make()

  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Handle) {
    self.make = make
  }
}
