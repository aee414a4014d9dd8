/// Gives a view the data of a fragment that its parent passes on with `asFragment()`.
///
/// The value is nil while there is nothing to show; see ``FragmentHandle/data``. `$todo` is the handle.
@propertyWrapper @MainActor
public struct Fragment<F: GraphQLFragment> {
  private var storage: FragmentStorage<FragmentHandle<F>>

  /// A fragment of nothing.
  public nonisolated init() {
    storage = FragmentStorage(nil)
  }

  /// The fragment at `pointer`; generated `asFragment()` methods call it.
  public nonisolated init(_ pointer: FragmentPointer) {
    storage = FragmentStorage(pointer)
  }

  /// `fragment`, followed from now on.
  public nonisolated init(_ fragment: F) {
    storage = FragmentStorage(fragment.fragmentPointer)
  }

  /// The fragment's data.
  public var wrappedValue: F.Data? { projectedValue.data }

  /// The handle that follows the data.
  public var projectedValue: FragmentHandle<F> { storage.handle }
}

extension Fragment: Equatable {
  /// Whether both follow the same fragment: a view that is made anew with an equal one has nothing else to show.
  public nonisolated static func == (left: Fragment, right: Fragment) -> Bool { left.storage.pointer == right.storage.pointer }
}
