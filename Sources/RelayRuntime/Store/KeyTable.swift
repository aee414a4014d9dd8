import Synchronization

/// A storage key or a type name, interned.
///
/// Keys without arguments come from plans, so there are few of them and the whole process shares one table (ids from 0 up). Keys with
/// arguments contain what users type; each store has its own table for those (ids from -2 down), which goes away with the store.
typealias KeyID = Int32

/// The names that the whole process shares; none is ever forgotten.
struct SharedNames: Sendable {
  private(set) var table = InternTable(capacity: 1024)
  /// How many more names it takes from servers.
  private var room: Int
  /// The longest name that it takes from a server, in bytes.
  private static let maximumLength = 256

  /// - Parameter room: how many names it takes from servers that no plan has. A schema has some thousand types; a server that makes names up
  ///   cannot fill the memory with them.
  init(room: Int = 1 << 16) { self.room = room }

  mutating func intern(_ name: String) -> KeyID { table.intern(name) }

  /// The id of a type name that a server has sent; nil for one name too many, or one that is too long.
  mutating func internTypeName(_ name: String) -> KeyID? {
    let hash = InternTable.hash(name)
    if let id = table.find(name, hash: hash) { return id }
    guard room > 0, name.utf8.count <= SharedNames.maximumLength else { return nil }
    room -= 1
    return table.add(name, hash: hash)
  }
}

enum Keys {
  private static let shared = Mutex(SharedNames())

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

  /// The process-wide id of a type name that a server has sent; nil where it cannot be one.
  static func internTypeName(_ name: String) -> KeyID? { shared.withLock { $0.internTypeName(name) } }

  /// The name of a process-wide id.
  static func name(_ id: KeyID) -> String {
    shared.withLock { names in
      let strings = names.table.strings
      return strings.indices.contains(Int(id)) ? strings[Int(id)] : ""
    }
  }
}

/// The keys of one store: the process-wide ones, and its own for keys with arguments.
///
/// A key of the store's own lasts as long as a record has a field under it or a lease holds it; garbage collection forgets the others.
/// Its id is never given to another key.
final class KeyTable: Sendable {
  private struct State: Sendable {
    struct Key: Sendable {
      let name: String
      /// How many leases hold it.
      var holders = 0
    }
    var ids: [String: KeyID] = [:]
    var keys: [KeyID: Key] = [:]
    var next: KeyID = -2

    mutating func intern(_ name: String) -> KeyID {
      if let id = ids[name] { return id }
      let id = next
      next &-= 1
      ids[name] = id
      keys[id] = Key(name: name)
      return id
    }
  }

  private let own = Mutex(State())

  /// The number of the store's own keys.
  var count: Int { own.withLock { $0.keys.count } }

  /// The id of any storage key. Only while the store's writer lock is held, or until a record has the key, it is sure to stay.
  func intern(_ key: String) -> KeyID { KeyTable.isOwn(key) ? own.withLock { $0.intern(key) } : Keys.intern(key) }

  /// The ids of storage keys, which stay as long as the lease does.
  func lease(_ names: [String]) -> KeyLease {
    guard names.contains(where: KeyTable.isOwn) else { return KeyLease(self, ContiguousArray(names.map { Keys.intern($0) })) }
    return own.withLock { state in
      KeyLease(
        self,
        ContiguousArray(
          names.map { name in
            guard KeyTable.isOwn(name) else { return Keys.intern(name) }
            let id = state.intern(name)
            state.keys[id]?.holders += 1
            return id
          }))
    }
  }

  fileprivate func release(_ ids: ContiguousArray<KeyID>) {
    guard ids.contains(where: { $0 < Keys.none }) else { return }
    own.withLock { state in
      for id in ids where id < Keys.none { state.keys[id]?.holders -= 1 }
    }
  }

  /// The store's own keys that leases hold.
  var held: Set<KeyID> { own.withLock { state in Set(state.keys.lazy.filter { $0.value.holders > 0 }.map(\.key)) } }

  /// Forgets keys that no lease holds.
  ///
  /// - Parameter used: the keys under which records have fields.
  func removeAll(except used: Set<KeyID>) {
    own.withLock { state in
      for (id, key) in state.keys where key.holders == 0 && !used.contains(id) {
        state.keys[id] = nil
        state.ids[key.name] = nil
      }
    }
  }

  /// The text of a storage key.
  func name(_ id: KeyID) -> String {
    if id >= 0 { return Keys.name(id) }
    return own.withLock { $0.keys[id]?.name ?? "" }
  }

  private static func isOwn(_ key: String) -> Bool { key.utf8.contains(UInt8(ascii: "(")) }
}

/// Storage keys that stay as long as somebody holds this.
final class KeyLease: Sendable {
  let keys: ContiguousArray<KeyID>
  private let table: KeyTable

  fileprivate init(_ table: KeyTable, _ keys: ContiguousArray<KeyID>) {
    self.table = table
    self.keys = keys
  }

  deinit { table.release(keys) }
}
