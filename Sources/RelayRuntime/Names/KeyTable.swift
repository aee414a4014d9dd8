/// A storage key or a type name, interned.
///
/// Names come from plans, so there are few of them, and the whole process shares one table (ids from 0 up). Keys with arguments contain
/// user input; each store has its own table for them (ids from -2 down), which is freed with the store.
typealias KeyID = Int32

/// The keys of one store: the shared ones, and the store's own keys with arguments.
///
/// A store's own key lasts as long as a record has a field under it or a lease holds it; garbage collection removes the others. The same
/// applies to names that no plan has: types that only a server knows, and fields that only an updater or an archive has.
final class KeyTable: Sendable {
  private struct State: Sendable {
    struct Key: Sendable {
      let name: String
      /// The number of leases that hold the key.
      var holders = 0
    }
    /// The ids of all keys and names below.
    var ids = [ByteKey: KeyID]()
    /// Keys with arguments.
    var keys = [KeyID: Key]()
    /// Names that no plan had when the store first saw them.
    var names = [KeyID: Key]()
    var next: KeyID = -2
    /// Called when there is no room for a name that a server has sent.
    var whenFull: (@Sendable () -> Void)?

    /// The id of a key with arguments.
    mutating func intern(_ name: String) -> KeyID {
      if let id = ids[ByteKey(name)] { return id }
      while keys[next] != nil { advance() }
      let id = next
      advance()
      ids[ByteKey(name)] = id
      keys[id] = Key(name: name)
      return id
    }

    /// Advances to the next id. After two billion ids it starts over with those that are free.
    private mutating func advance() { next = next == .min ? -2 : next - 1 }

    /// The id of a name.
    mutating func name(_ name: String) -> KeyID {
      if let id = ids[ByteKey(name)] { return id }
      let (id, isPermanent) = Keys.withNames { names in names.find(name).map { ($0, true) } ?? (names.hold(name), false) }
      if !isPermanent {
        ids[ByteKey(name)] = id
        names[id] = Key(name: name)
      }
      return id
    }

    mutating func hold(_ id: KeyID, _ count: Int) {
      if id < Keys.none { keys[id]?.holders += count } else { names[id]?.holders += count }
    }
  }

  private let own = Lock(State())
  /// The maximum number of type names from servers that no plan has.
  let room: Int

  /// - Parameter room: the maximum number of type names from servers that no plan has. A schema has at most some thousand types; the
  ///   limit keeps a server that makes up names from filling the memory and the tables of other stores.
  init(room: Int = 1 << 16) { self.room = room }

  /// Calls `action` whenever the table has no room for a name that a server has sent.
  func whenFull(_ action: @escaping @Sendable () -> Void) { own.withLock { $0.whenFull = action } }

  deinit {
    let names = own.withLock { Array($0.names.keys) }
    if !names.isEmpty { Keys.withNames { shared in for id in names { shared.release(id) } } }
  }

  /// The number of the store's own keys.
  var count: Int { own.withLock { $0.keys.count } }

  /// The number of keys and names that fit without growing.
  var capacity: Int { own.withLock { $0.ids.capacity + $0.keys.capacity + $0.names.capacity } }

  /// The number of names in the store that no plan had.
  var nameCount: Int { own.withLock { $0.names.count } }

  /// The id of any storage key. It is valid while the store's writer lock is held, and from then on if a record has the key.
  func intern(_ key: String) -> KeyID { own.withLock { KeyTable.isOwn(key) ? $0.intern(key) : $0.name(key) } }

  /// The id of a type name. It is valid while the store's writer lock is held, and from then on if a record has the type.
  func intern(typeName: String) -> KeyID { own.withLock { $0.name(typeName) } }

  /// The id of a name that a plan or a record has.
  func known(_ name: String) -> KeyID? {
    own.withLock { state in state.ids[ByteKey(name)] ?? Keys.find(name) }
  }

  /// The ids of a plan's storage keys, valid as long as the lease.
  func lease(_ names: [String]) -> KeyLease {
    guard names.contains(where: KeyTable.isOwn) else {
      return KeyLease(self, ContiguousArray(names.map { Keys.intern($0) }), held: [])
    }
    return own.withLock { state in
      let keys = ContiguousArray(names.map { KeyTable.isOwn($0) ? state.intern($0) : Keys.intern($0) })
      let held = ContiguousArray(keys.lazy.filter { $0 < Keys.none })
      for id in held { state.hold(id, 1) }
      return KeyLease(self, keys, held: held)
    }
  }

  /// The longest type name that is taken from a server, in bytes.
  static let maximumLength = 256

  /// The id of a type name that a server has sent, and a lease that keeps it until a record has the type; `nil` if there is no room for
  /// the name or it is too long.
  func typeName(_ name: String) -> (key: KeyID, lease: KeyLease?)? {
    guard name.utf8.count <= KeyTable.maximumLength else { return nil }
    let known = own.withLock { state -> (key: KeyID, lease: KeyLease?)? in
      let isNew = state.ids[ByteKey(name)] == nil && Keys.find(name) == nil
      guard !isNew || state.names.count < room else { return nil }
      let id = state.name(name)
      guard state.names[id] != nil else { return (id, nil) }
      state.hold(id, 1)
      return (id, KeyLease(self, [id], held: [id]))
    }
    if known == nil { own.withLock { $0.whenFull }?() }
    return known
  }

  fileprivate func release(_ ids: ContiguousArray<KeyID>) {
    own.withLock { state in
      for id in ids { state.hold(id, -1) }
    }
  }

  /// The keys and names that leases hold.
  var held: Set<KeyID> {
    own.withLock { state in
      Set(state.keys.lazy.filter { $0.value.holders > 0 }.map(\.key)).union(state.names.lazy.filter { $0.value.holders > 0 }.map(\.key))
    }
  }

  /// The names in the store that no plan had, for finding out which of them are in use.
  var names: NameUse { own.withLock { NameUse($0.names.keys) } }

  /// Removes unused keys and names that no lease holds, and releases memory that a burst of them has allocated.
  ///
  /// - Parameters:
  ///   - used: the keys of the fields in records.
  ///   - names: the names that are in use.
  func removeAll(except used: Set<KeyID>, _ names: NameUse) {
    own.withLock { state in
      for (id, key) in state.keys where key.holders == 0 && !used.contains(id) {
        state.keys[id] = nil
        state.ids[ByteKey(key.name)] = nil
      }
      let unused = state.names.filter { $0.value.holders == 0 && names.isUnused($0.key) }
      for (id, key) in unused {
        state.names[id] = nil
        state.ids[ByteKey(key.name)] = nil
      }
      if !unused.isEmpty { Keys.withNames { shared in for id in unused.keys { shared.release(id) } } }
      state.keys.shrink()
      state.names.shrink()
      state.ids.shrink()
    }
  }

  /// The text of a storage key or type name.
  func name(_ id: KeyID) -> String {
    if id >= 0 { return Keys.name(id) }
    return own.withLock { $0.keys[id]?.name ?? "" }
  }

  private static func isOwn(_ key: String) -> Bool { key.utf8.contains(UInt8(ascii: "(")) }
}

extension KeyTable {
  /// Which of the names that no plan had are in use. Costs one index per visited field, and nothing if there are no such names.
  struct NameUse {
    private var isUsed: ContiguousArray<Bool?>

    init(_ names: some Collection<KeyID>) {
      isUsed = ContiguousArray(repeating: nil, count: names.max().map { Int($0) + 1 } ?? 0)
      for id in names { isUsed[Int(id)] = false }
    }

    var isEmpty: Bool { isUsed.isEmpty }

    /// Records that a record has the type, or a field of that name.
    mutating func note(_ id: KeyID) {
      if isUsed.indices.contains(Int(id)), isUsed[Int(id)] != nil { isUsed[Int(id)] = true }
    }

    /// Whether the name is one of these and not in use.
    func isUnused(_ id: KeyID) -> Bool { isUsed.indices.contains(Int(id)) && isUsed[Int(id)] == false }
  }
}

extension Dictionary {
  /// Releases memory after the number of elements has shrunk.
  fileprivate mutating func shrink() {
    guard capacity > 4 * count + 64 else { return }
    var smaller = Dictionary(minimumCapacity: count)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}

/// Keeps storage keys and names in their table until it is released.
final class KeyLease: Sendable {
  let keys: ContiguousArray<KeyID>
  /// The ids that the table would otherwise be free to remove.
  private let held: ContiguousArray<KeyID>
  private let table: KeyTable

  fileprivate init(_ table: KeyTable, _ keys: ContiguousArray<KeyID>, held: ContiguousArray<KeyID>) {
    self.table = table
    self.keys = keys
    self.held = held
  }

  deinit { if !held.isEmpty { table.release(held) } }
}
