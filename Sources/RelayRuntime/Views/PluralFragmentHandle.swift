public import Foundation
public import Observation

/// The data of a list of fragments, kept up to date. `@PluralFragment` is a thin wrapper around it.
///
/// ```swift
/// let nodes = user.latest?.compactMap { $0.fragments.todoTitles_todos } ?? []
/// let titles = PluralFragmentHandle<TodoTitles_todos>(nodes)
/// print(titles.data.map(\.text))
/// ```
///
/// See <doc:ViewModels>.
@MainActor
public final class PluralFragmentHandle<F: GraphQLFragment>: Observable {
  private var pointers: [FragmentPointer]
  private let readers = HandleReaders()
  private lazy var handles: [FragmentHandle<F>] = pointers.map { FragmentHandle(pointer: $0) }

  /// A handle for `fragments`, in the given order.
  public nonisolated init(_ fragments: [F] = []) { pointers = fragments.map(\.fragmentPointer) }

  nonisolated init(pointers: [FragmentPointer]) { self.pointers = pointers }

  /// The data of the fragments in order, without those that have nothing to show; see ``FragmentHandle/data``.
  public var data: [F.Data] {
    readers.access()
    return handles.compactMap(\.data)
  }

  /// Whether part of the data is missing from the store.
  public var isMissingData: Bool {
    readers.access()
    return handles.contains(where: \.isMissingData)
  }

  /// When the data was received: that of the fragment that was received first. Nil without fragments, or if it is not known of one of them;
  /// see ``FragmentHandle/fetchedAt``.
  public var fetchedAt: Date? {
    readers.access()
    let times = handles.map(\.fetchedAt)
    return times.contains(nil) ? nil : times.lazy.compactMap(\.self).min()
  }

  /// When the first of the fragments becomes stale, or has become; see ``FragmentHandle/expiresAt``.
  public var expiresAt: Date? {
    readers.access()
    return handles.lazy.compactMap(\.expiresAt).min()
  }

  /// Whether part of the data is stale; see ``FragmentHandle/isStale``.
  public var isStale: Bool {
    readers.access()
    return handles.contains(where: \.isStale)
  }

  /// The first error among the fragments; see ``FragmentHandle/error``.
  public var error: (any Error)? {
    readers.access()
    return handles.lazy.compactMap(\.error).first
  }

  /// Starts to follow `pointers` without notifying observers: it is called while a view is being evaluated. Fragments that stay keep
  /// their handles. Readers of the previous list are notified after the evaluation.
  func follow(_ pointers: [FragmentPointer]) {
    guard self.pointers != pointers else { return }
    let known = Dictionary(zip(self.pointers, handles)) { first, _ in first }
    handles = pointers.map { known[$0] ?? FragmentHandle(pointer: $0) }
    self.pointers = pointers
    readers.notifyLater()
  }
}

extension PluralFragmentHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The fragments with their data, on one line. Reading it does not observe the handle.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields("PluralFragmentHandle<\(F.self)>", [("fragments", PrintedFields.list(handles))])
  }
}
