public import Observation

/// The data of the fragments of a list, kept up to date: what `@PluralFragment` is a thin shell over.
@MainActor
public final class PluralFragmentHandle<F: GraphQLFragment>: Observable {
  private var pointers: [FragmentPointer]
  private let readers = HandleReaders()
  private lazy var handles: [FragmentHandle<F>] = pointers.map { FragmentHandle(pointer: $0) }

  /// A handle for `fragments`, in their order.
  public nonisolated init(_ fragments: [F] = []) { pointers = fragments.map(\.fragmentPointer) }

  nonisolated init(pointers: [FragmentPointer]) { self.pointers = pointers }

  /// The data of the fragments in order, without those that have nothing to show; see ``FragmentHandle/data``.
  public var data: [F.Data] {
    readers.access()
    return handles.compactMap(\.data)
  }

  /// Whether a part of the data is not in the store.
  public var isMissingData: Bool {
    readers.access()
    return handles.contains(where: \.isMissingData)
  }

  /// The first error among the fragments; see ``FragmentHandle/error``.
  public var error: (any Error)? {
    readers.access()
    return handles.lazy.compactMap(\.error).first
  }

  /// Follows `pointers` from now on, without telling observers: it is called while a view is being evaluated. Fragments that stay keep
  /// their handles. Those who have read the former list are told when the evaluation is over.
  func follow(_ pointers: [FragmentPointer]) {
    guard self.pointers != pointers else { return }
    let known = Dictionary(zip(self.pointers, handles)) { first, _ in first }
    handles = pointers.map { known[$0] ?? FragmentHandle(pointer: $0) }
    self.pointers = pointers
    readers.notifyLater()
  }
}
