/// Identities of records that the client makes itself.
enum DataID {
  /// The record of the query root.
  static let root = "client:root"
  /// The record of a viewer without an id.
  static let viewer = "client:root:viewer"
  private static let clientPrefix = "client:"
  private static let typePrefix = "client:__type:"

  /// The identity of an object without an id: the path of storage keys from the object that links to it.
  static func client(parent: String, key: String, index: Int) -> String { client(parent: parent, key: key, suffix: ":" + String(index)) }

  /// - Parameter suffix: `:` and an index for each list around the object.
  static func client(parent: String, key: String, suffix: String = "") -> String {
    let prefix = parent.hasPrefix(clientPrefix) ? "" : clientPrefix
    let count = prefix.utf8.count + parent.utf8.count + key.utf8.count + suffix.utf8.count + 1
    return String(unsafeUninitializedCapacity: count) { buffer in
      var end = 0
      func append(_ text: String) {
        let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
          for byte in utf8 {
            buffer[end] = byte
            end += 1
          }
        }
        guard isCopied == nil else { return }
        for byte in text.utf8 {
          buffer[end] = byte
          end += 1
        }
      }
      append(prefix)
      append(parent)
      append(":")
      append(key)
      append(suffix)
      return end
    }
  }

  static func isClient(_ id: String) -> Bool { id.hasPrefix(clientPrefix) }

  /// The record that says which abstract types a type belongs to.
  static func type(_ name: String) -> String { typePrefix + name }
}
