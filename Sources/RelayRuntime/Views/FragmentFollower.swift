/// A handle that follows a fragment its parent passes on.
@MainActor
protocol FragmentFollower: AnyObject, Sendable {
  nonisolated init(pointer: FragmentPointer?)
  /// Follows `pointer` from now on, without telling observers: it is called while a view is being evaluated.
  func follow(_ pointer: FragmentPointer?)
}
