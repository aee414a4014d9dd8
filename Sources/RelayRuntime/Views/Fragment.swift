/// Provides a view with the data of a fragment that its parent passes on with `asFragment()`.
///
/// The value is nil while there is nothing to show; see ``FragmentHandle/data``. `$todo` is the handle.
@propertyWrapper @MainActor
public struct Fragment<F: GraphQLFragment> {
  private var storage: FragmentStorage<FragmentHandle<F>>

  /// An empty wrapper, without a fragment.
  public nonisolated init() {
    storage = FragmentStorage(nil)
  }

  /// The fragment at `pointer`; used by generated `asFragment()` methods.
  public nonisolated init(_ pointer: FragmentPointer) {
    storage = FragmentStorage(pointer)
  }

  /// Follows `fragment`.
  public nonisolated init(_ fragment: F) {
    storage = FragmentStorage(fragment.fragmentPointer)
  }

  /// The fragment's data.
  public var wrappedValue: F.Data? { projectedValue.data }

  /// The handle that follows the data.
  public var projectedValue: FragmentHandle<F> { storage.handle }
}

extension Fragment: Equatable {
  /// Whether both follow the same fragment. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: Fragment, right: Fragment) -> Bool { left.storage.pointer == right.storage.pointer }
}
