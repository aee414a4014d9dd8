/// The storage of a fragment's property wrapper: the fragment that the view was given, and the handle that lives as long as the view.
@MainActor
struct FragmentStorage<Handle: FragmentFollower> {
  private struct Given: Sendable {
    let pointer: FragmentPointer?
    var prefetching: Prefetching?
  }

  private var storage: HandleStorage<Handle, Given>

  nonisolated init(_ pointer: FragmentPointer?) {
    storage = HandleStorage(Given(pointer: pointer)) { Handle(pointer: pointer) }
  }

  /// The fragment that the view was given.
  nonisolated var pointer: FragmentPointer? { storage.given.pointer }

  /// The handle. It follows the fragment that the view was given last.
  var handle: Handle {
    let handle = storage.handle
    handle.follow(storage.latest.pointer)
    return handle
  }

  /// How far ahead the view was told last to load a list; nil: not at all.
  var prefetching: Prefetching? { storage.latest.prefetching }

  /// The same for a view that loads so far ahead.
  nonisolated func prefetching(_ prefetching: Prefetching?) -> FragmentStorage {
    var copy = self
    copy.storage.given.prefetching = prefetching
    return copy
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension FragmentStorage: DynamicProperty {}
#endif
