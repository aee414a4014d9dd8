/// A handle that follows a fragment passed on by its parent.
@MainActor
protocol FragmentFollower: AnyObject, Sendable {
  nonisolated init(pointer: FragmentPointer?)
  /// Starts to follow `pointer` without notifying observers: it is called while a view is being evaluated.
  func follow(_ pointer: FragmentPointer?)
}
