enum Keys {
  private static let shared = Lock(SharedNames())

  /// No key.
  static let none: KeyID = -1
  static let typename = intern("__typename")
  /// The identity of a record, as a field that any selection set may select.
  static let dataID = intern("__id")
  static let typeSchema = intern("__TypeSchema")
  static let rootType = intern("__Root")
  static let viewerType = intern("Viewer")
  static let cursor = intern("cursor")
  static let nextEdgeIndex = intern("__connection_next_edge_index")

  /// The process-wide id of a key without arguments, or of a type name, that occurs in a plan. It is never removed. Names from servers,
  /// files and updaters go through the ``KeyTable`` of their store.
  static func intern(_ name: String) -> KeyID { shared.withLock { $0.intern(name) } }

  /// The process-wide id of a name that a plan has; `nil` for others.
  static func find(_ name: String) -> KeyID? { shared.withLock { $0.find(name) } }

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
