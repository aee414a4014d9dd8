import Synchronization

/// A storage key or a type name, interned.
///
/// Keys without arguments come from plans, so there are few of them and the whole process shares one table (ids from 0 up). Keys with
/// arguments contain what users type; each store has its own table for those (ids from -2 down), which goes away with the store.
typealias KeyID = Int32

enum Keys {
  private static let shared = Mutex(InternTable(capacity: 1024))

  /// No key.
  static let none: KeyID = -1
  static let typename = intern("__typename")
  static let id = intern("id")
  /// A record's identity, as a field that any selection set may ask for.
  static let dataID = intern("__id")
  static let typeSchema = intern("__TypeSchema")
  static let rootType = intern("__Root")
  static let viewerType = intern("Viewer")
  static let edges = intern("edges")
  static let node = intern("node")
  static let cursor = intern("cursor")
  static let pageInfo = intern("pageInfo")
  static let endCursor = intern("endCursor")
  static let startCursor = intern("startCursor")
  static let hasNextPage = intern("hasNextPage")
  static let hasPreviousPage = intern("hasPreviousPage")
  static let nextEdgeIndex = intern("__connection_next_edge_index")

  /// The process-wide id of a key without arguments, or of a type name.
  static func intern(_ name: String) -> KeyID { shared.withLock { $0.intern(name) } }

  static func intern(_ bytes: UnsafeRawBufferPointer) -> KeyID {
    let hash = InternTable.hash(bytes)
    return shared.withLock { $0.find(bytes, hash: hash) ?? $0.intern(String(decoding: bytes, as: UTF8.self)) }
  }

  /// The name of a process-wide id.
  static func name(_ id: KeyID) -> String {
    shared.withLock { $0.strings.indices.contains(Int(id)) ? $0.strings[Int(id)] : "" }
  }
}

/// The keys of one store: the process-wide ones, and its own for keys with arguments.
final class KeyTable: Sendable {
  private let own = Mutex(InternTable())

  /// The id of any storage key.
  func intern(_ key: String) -> KeyID {
    guard key.utf8.contains(UInt8(ascii: "(")) else { return Keys.intern(key) }
    return -2 - own.withLock { $0.intern(key) }
  }

  /// The text of a storage key.
  func name(_ id: KeyID) -> String {
    if id >= 0 { return Keys.name(id) }
    guard id < Keys.none else { return "" }
    return own.withLock { $0.strings.indices.contains(Int(-2 - id)) ? $0.strings[Int(-2 - id)] : "" }
  }
}
