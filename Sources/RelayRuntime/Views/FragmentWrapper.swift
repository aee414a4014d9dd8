/// Gives a view the data of a fragment that its parent passes on with `asFragment()`.
///
/// The value is nil while there is nothing to show; see ``FragmentHandle/data``. `$todo` is the handle.
@propertyWrapper @MainActor
public struct Fragment<F: GraphQLFragment> {
  private let pointer: FragmentPointer?
  private var storage: HandleStorage<FragmentHandle<F>>

  /// A fragment of nothing.
  public nonisolated init() {
    self.init(pointer: nil)
  }

  /// The fragment at `pointer`; generated `asFragment()` methods call it.
  public nonisolated init(_ pointer: FragmentPointer) {
    self.init(pointer: pointer)
  }

  /// `fragment`, followed from now on.
  public nonisolated init(_ fragment: F) {
    self.init(pointer: fragment.fragmentPointer)
  }

  private nonisolated init(pointer: FragmentPointer?) {
    self.pointer = pointer
    self.storage = HandleStorage { FragmentHandle<F>(pointer: pointer) }
  }

  /// The fragment's data.
  public var wrappedValue: F.Data? { self.projectedValue.data }

  /// The handle that follows the data.
  public var projectedValue: FragmentHandle<F> {
    let handle = self.storage.handle
    handle.bind(pointer: self.pointer)
    return handle
  }
}

extension Fragment: Equatable {
  /// Whether both follow the same fragment: a view that is made anew with an equal one has nothing else to show.
  public nonisolated static func == (left: Fragment, right: Fragment) -> Bool { left.pointer == right.pointer }
}
