#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The storage of a fragment's property wrapper: the fragment that the view was given, and the handle that lives as long as the view.
@MainActor
struct FragmentStorage<Handle: FragmentFollower> {
  private struct Given: Sendable {
    var pointer: FragmentPointer?
    var object: FragmentObject?
    var prefetching: Prefetching?
  }

  private var storage: HandleStorage<Handle, Given>
  #if canImport(SwiftUI)
    // Without attributes; see `HandleStorage`.
    private var inherited = Environment(\.relayEnvironment)
  #endif

  nonisolated init(_ pointer: FragmentPointer?) {
    storage = HandleStorage(Given(pointer: pointer)) { Handle(pointer: pointer) }
  }

  /// Storage for a view that was given an object instead of a fragment of it.
  nonisolated init(object: FragmentObject?) {
    storage = HandleStorage(Given(object: object)) { Handle(pointer: nil) }
  }

  /// The fragment that the view was given.
  nonisolated var pointer: FragmentPointer? { storage.given.pointer }

  /// The object that the view was given.
  fileprivate nonisolated var object: FragmentObject? { storage.given.object }

  /// The handle. It follows the fragment that the view was given last.
  var handle: Handle {
    let handle = storage.handle
    let latest = storage.latest
    handle.follow(latest.object.map { $0.pointer } ?? latest.pointer)
    return handle
  }

  /// How far ahead the view was last told to load a list; nil if not at all.
  var prefetching: Prefetching? { storage.latest.prefetching }

  /// The same storage for a view that loads this far ahead.
  nonisolated func prefetching(_ prefetching: Prefetching?) -> FragmentStorage {
    var copy = self
    copy.storage.given.prefetching = prefetching
    return copy
  }
}

extension FragmentStorage: Equatable {
  /// Whether both views were given the same.
  nonisolated static func == (left: FragmentStorage, right: FragmentStorage) -> Bool {
    left.pointer == right.pointer && left.object == right.object
  }
}

/// The fragment of an object whose id a view was given, and the environment to find it in.
struct FragmentObject: Sendable {
  private let id: String
  private let environment: RelayEnvironment?
  /// The environment of the view hierarchy, if the view was given none.
  fileprivate var inherited: RelayEnvironment?
  private let makePointer: @Sendable (RelayEnvironment) -> FragmentPointer

  init<F: GraphQLFragment>(_ type: F.Type, id: String, _ environment: RelayEnvironment?) {
    self.id = id
    self.environment = environment
    makePointer = { $0.pointer(to: type, id: id) }
  }

  /// Where the fragment is; nil without an environment.
  fileprivate var pointer: FragmentPointer? { (environment ?? inherited ?? RelayEnvironment.current).map(makePointer) }

  /// Whether the view hierarchy says which environment it is.
  fileprivate var needsEnvironment: Bool { environment == nil }
}

extension FragmentObject: Equatable {
  static func == (left: FragmentObject, right: FragmentObject) -> Bool {
    left.id == right.id && left.environment === right.environment
  }
}

#if canImport(SwiftUI)
  extension FragmentStorage: DynamicProperty {
    // The hierarchy's environment is read only here, and only for an object, so that other views do not depend on it.
    nonisolated mutating func update() {
      var given = storage.given
      if given.object?.needsEnvironment == true { given.object?.inherited = inherited.wrappedValue }
      storage.setLatest(given)
    }
  }
#endif
