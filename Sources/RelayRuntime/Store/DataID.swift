/// Identities of records that the client makes itself.
enum DataID {
  /// The record of the query root.
  static let root = "client:root"
  /// The record of a viewer without an id.
  static let viewer = "client:root:viewer"
  private static let clientPrefix = "client:"
  private static let typePrefix = "client:__type:"

  /// The identity of an object without an id: the path of storage keys from the object that links to it.
  static func client(parent: String, key: String, index: Int? = nil) -> String {
    var id = parent.hasPrefix(clientPrefix) ? "" : clientPrefix
    id.reserveCapacity(id.utf8.count + parent.utf8.count + key.utf8.count + 8)
    id += parent
    id += ":"
    id += key
    if let index {
      id += ":"
      id += String(index)
    }
    return id
  }

  static func isClient(_ id: String) -> Bool { id.hasPrefix(clientPrefix) }

  /// The record that says which abstract types a type belongs to.
  static func type(_ name: String) -> String { typePrefix + name }
}
