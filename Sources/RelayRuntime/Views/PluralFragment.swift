/// Provides a view with the data of a fragment that is spread on a list (`@relay(plural: true)`), for all items together.
///
/// The parent passes the list on with `asFragment()`. `$todos` is the handle.
///
/// ```swift
/// struct TodoTitles: View {
///   @PluralFragment<TodoTitles_todos> var todos
///
///   var body: some View {
///     ForEach(todos) { todo in Text(todo.text) }
///   }
/// }
/// ```
///
/// See <doc:UsingFragments>.
@propertyWrapper @MainActor
public struct PluralFragment<F: GraphQLFragment> {
  private var storage: HandleStorage<PluralFragmentHandle<F>, [FragmentPointer]>

  /// An empty list.
  public nonisolated init() { self.init([FragmentPointer]()) }

  /// The fragments at `pointers`; used by generated `asFragment()` methods.
  public nonisolated init(_ pointers: [FragmentPointer]) {
    storage = HandleStorage(pointers) { PluralFragmentHandle(pointers: pointers) }
  }

  /// Follows `fragments`.
  public nonisolated init(_ fragments: [F]) { self.init(fragments.map(\.fragmentPointer)) }

  /// The data of the items in order, without those that have nothing to show.
  public var wrappedValue: [F.Data] { projectedValue.data }

  /// The handle that follows the data.
  public var projectedValue: PluralFragmentHandle<F> {
    let handle = storage.handle
    handle.follow(storage.latest)
    return handle
  }
}

extension PluralFragment: Equatable {
  /// Whether both follow the same fragments. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: PluralFragment, right: PluralFragment) -> Bool {
    left.storage.given == right.storage.given
  }
}
