import Synchronization

/// The names of fields and types that the whole process shares: those of plans for good, those that came from elsewhere as long as a store
/// holds them.
struct SharedNames: Sendable {
  private(set) var table = InternTable(capacity: 1024)
  /// For each name how many stores hold it; `permanent` for those of plans.
  private var holders: ContiguousArray<Int32> = []
  private static let permanent = Int32.max

  private mutating func place(_ name: String) -> Int {
    let id = Int(table.intern(name))
    while holders.count <= id { holders.append(0) }
    return id
  }

  /// The id of a name that a plan has.
  mutating func intern(_ name: String) -> KeyID {
    let id = place(name)
    holders[id] = SharedNames.permanent
    return KeyID(truncatingIfNeeded: id)
  }

  /// The id of a name that a plan has; `nil` for others.
  func find(_ name: String) -> KeyID? { table.find(name).flatMap { holders[Int($0)] == SharedNames.permanent ? $0 : nil } }

  /// Adds a store's hold on a name, and returns the name's id.
  mutating func hold(_ name: String) -> KeyID {
    let id = place(name)
    if holders[id] != SharedNames.permanent { holders[id] += 1 }
    return KeyID(truncatingIfNeeded: id)
  }

  /// Ends a store's hold on a name. The id of a name without holders is reused.
  mutating func release(_ id: KeyID) {
    let index = Int(id)
    guard holders[index] != SharedNames.permanent else { return }
    holders[index] -= 1
    if holders[index] == 0 { table.remove(id) }
  }
}

enum Keys {
  private static let shared = Mutex(SharedNames())

  /// No key.
  static let none: KeyID = -1
  static let typename = intern("__typename")
  /// A record's identity, as a field that any selection set may ask for.
  static let dataID = intern("__id")
  static let typeSchema = intern("__TypeSchema")
  static let rootType = intern("__Root")
  static let viewerType = intern("Viewer")
  static let cursor = intern("cursor")
  static let nextEdgeIndex = intern("__connection_next_edge_index")

  /// The process-wide id of a key without arguments, or of a type name, that a plan has. It is never forgotten: what servers, files and
  /// updaters name goes through the ``KeyTable`` of their store.
  static func intern(_ name: String) -> KeyID { shared.withLock { $0.intern(name) } }

  /// The name of a process-wide id.
  static func name(_ id: KeyID) -> String {
    shared.withLock { names in
      let strings = names.table.strings
      return strings.indices.contains(Int(id)) ? strings[Int(id)] : ""
    }
  }

  /// Calls `body` with the names.
  static func withNames<Result>(_ body: (inout sending SharedNames) -> sending Result) -> Result { shared.withLock(body) }
}
