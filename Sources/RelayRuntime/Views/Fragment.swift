/// Provides a view with the data of a fragment that its parent passes on with `asFragment()`, or of the object with an id.
///
/// The value is nil while there is nothing to show; see ``FragmentHandle/data``. `$todo` is the handle.
///
/// ```swift
/// struct Badge: View {
///   @Fragment<Badge_user> var user
///
///   var body: some View {
///     if let user { Text("\(user.name): \(user.completedCount)") }
///   }
/// }
/// ```
///
/// See <doc:UsingFragments>.
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

  /// Follows the fragment of the object with an id, which no parent passes on:
  ///
  /// ```swift
  /// struct ToDoTitle: View {
  ///   @Fragment<ToDoItem_todo> var todo
  ///
  ///   init(id: String) { _todo = Fragment(id: id) }
  ///   …
  /// }
  /// ```
  ///
  /// The data is nil while the store does not have it; nothing is fetched. See ``RelayEnvironment/fragment(_:id:variables:)->FragmentHandle<F>``.
  ///
  /// - Parameters:
  ///   - id: the object's id as the server sends it; nil for none.
  ///   - environment: the environment whose store has the object; nil means that of the view hierarchy, or ``RelayEnvironment/current``
  ///     outside of SwiftUI.
  public nonisolated init(id: String?, environment: RelayEnvironment? = nil) {
    storage = FragmentStorage(object: id.map { FragmentObject(F.self, id: $0, environment) })
  }

  /// The fragment's data.
  public var wrappedValue: F.Data? { projectedValue.data }

  /// The handle that follows the data.
  public var projectedValue: FragmentHandle<F> { storage.handle }
}

extension Fragment: Equatable {
  /// Whether both follow the same fragment. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: Fragment, right: Fragment) -> Bool { left.storage == right.storage }
}
