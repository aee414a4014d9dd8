#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The storage of an operation's property wrapper: the environment that the view was given, and the handle that lives as long as the view.
@MainActor
struct OperationStorage<Handle: EnvironmentDependent> {
  private var storage: HandleStorage<Handle, RelayEnvironment?>
  #if canImport(SwiftUI)
    // Without attributes; see `HandleStorage`.
    private var inherited = Environment(\.relayEnvironment)
  #endif

  nonisolated init(_ environment: RelayEnvironment?, _ make: @escaping @MainActor @Sendable () -> Handle) {
    storage = HandleStorage(environment, make)
  }

  /// The environment that the view specifies; nil stands for the one of the view hierarchy.
  nonisolated var environment: RelayEnvironment? { storage.given }

  /// The handle, in the given environment or otherwise in that of the view hierarchy, or in ``RelayEnvironment/current`` if there is neither.
  var handle: Handle {
    let handle = storage.handle
    handle.environment = storage.latest
    return handle
  }
}

#if canImport(SwiftUI)
  extension OperationStorage: DynamicProperty {
    // The hierarchy's environment is read only here, after SwiftUI has installed the property. Elsewhere, reading it causes a runtime
    // warning.
    nonisolated mutating func update() { storage.setLatest(environment ?? inherited.wrappedValue) }
  }
#endif
