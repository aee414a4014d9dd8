/// The storage of an operation's property wrapper: the environment that the view was given, and the handle that lives as long as the
/// view.
@MainActor
struct OperationStorage<Handle: EnvironmentDependent> {
  let environment: RelayEnvironment?
  private var storage: HandleStorage<Handle>
  #if canImport(SwiftUI)
    private var inherited = InheritedEnvironment()
  #endif

  nonisolated init(_ environment: RelayEnvironment?, _ make: @escaping @MainActor @Sendable () -> Handle) {
    self.environment = environment
    storage = HandleStorage(make)
  }

  /// The handle, in the given environment or otherwise in that of the view hierarchy.
  var handle: Handle {
    let handle = storage.handle
    #if canImport(SwiftUI)
      if storage.isCurrent { handle.environment = environment ?? inherited.environment }
    #endif
    return handle
  }
}
