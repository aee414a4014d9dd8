/// Gives a view the data of a fragment that is spread over a list (`@relay(plural: true)`), of all items together:
///
/// ```swift
/// @PluralFragment<ToDoRow_todos> var todos
/// …
/// ForEach(todos) { todo in Text(todo.text) }
/// ```
///
/// Its parent passes the list on with `asFragment()`. `$todos` is the handle.
@propertyWrapper @MainActor
public struct PluralFragment<F: GraphQLFragment> {
  private var storage: HandleStorage<PluralFragmentHandle<F>, [FragmentPointer]>

  /// An empty list.
  public nonisolated init() { self.init([FragmentPointer]()) }

  /// The fragments at `pointers`; generated `asFragment()` methods call it.
  public nonisolated init(_ pointers: [FragmentPointer]) {
    storage = HandleStorage(pointers) { PluralFragmentHandle(pointers: pointers) }
  }

  /// `fragments`, followed from now on.
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
  /// Whether both follow the same fragments: a view that is made anew with an equal one has nothing else to show.
  public nonisolated static func == (left: PluralFragment, right: PluralFragment) -> Bool {
    left.storage.given == right.storage.given
  }
}
