/// The storage of a fragment's property wrapper: the fragment that the view was given, and the handle that lives as long as the view.
@MainActor
struct FragmentStorage<Handle: FragmentFollower> {
  let pointer: FragmentPointer?
  private var storage: HandleStorage<Handle>

  nonisolated init(_ pointer: FragmentPointer?) {
    self.pointer = pointer
    storage = HandleStorage { Handle(pointer: pointer) }
  }

  /// The handle. It follows the fragment that the view was given last.
  var handle: Handle {
    let handle = storage.handle
    if storage.isCurrent { handle.follow(pointer) }
    return handle
  }

  var isCurrent: Bool { storage.isCurrent }
}
