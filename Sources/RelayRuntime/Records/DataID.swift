/// Record identities that the client makes.
enum DataID {
  /// The record of the query root.
  static let root = "client:root"
  /// The record of a viewer without id.
  static let viewer = "client:root:viewer"
  private static let clientPrefix = "client:"
  private static let typePrefix = "client:__type:"

  /// The identity of an object without id: the path of storage keys from the object that links to it.
  static func client(parent: String, key: String, index: Int) -> String { client(parent: parent, key: key, suffix: ":" + String(index)) }

  /// - Parameter suffix: `:` and an index for each enclosing list.
  static func client(parent: String, key: String, suffix: String = "") -> String {
    let prefix = parent.hasBytePrefix(clientPrefix) ? "" : clientPrefix
    let count = prefix.utf8.count + parent.utf8.count + key.utf8.count + suffix.utf8.count + 1
    // The texts have `count` bytes together. All of them are written.
    return unsafe String(unsafeUninitializedCapacity: count) { buffer in
      var end = unsafe copy(prefix, to: buffer, at: 0)
      end = unsafe copy(parent, to: buffer, at: end)
      end = unsafe copy(":", to: buffer, at: end)
      end = unsafe copy(key, to: buffer, at: end)
      return unsafe copy(suffix, to: buffer, at: end)
    }
  }

  /// The identities of several objects without id in one list.
  ///
  /// - Parameter first: the index of the first.
  static func clients(parent: String, key: String, from first: Int, count: Int) -> [String] {
    let prefix = client(parent: parent, key: key, suffix: ":")
    return (0..<count).map { offset in
      let number = String(first &+ offset)
      // As above.
      return unsafe String(unsafeUninitializedCapacity: prefix.utf8.count + number.utf8.count) { buffer in
        unsafe copy(number, to: buffer, at: copy(prefix, to: buffer, at: 0))
      }
    }
  }

  /// - Parameter buffer: valid during the call, with room for the bytes of the text from `start` on.
  /// - Returns: the end of the copy.
  private static func copy(_ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[start...])
    let copied: Int? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      _ = unsafe rest.update(fromContentsOf: bytes)
      return bytes.count
    }
    if let copied { return start + copied }
    var end = start
    for byte in text.utf8 {
      unsafe buffer[end] = byte
      end += 1
    }
    return end
  }

  /// The identity of an object whose id is unique only within its type.
  static func typed(_ typeName: String, _ id: String) -> String { "\(typeName):\(id)" }

  /// The identity of an object that is identified by key fields, such as `Book(isbn:"978")`; `nil` if one of them is missing or null.
  static func keyed(_ typeName: String, _ fields: [FieldKey], _ value: (String) -> JSON?) -> String? {
    var values: [(name: String, value: JSON?)] = []
    for field in fields {
      guard let value = value(field.name), !value.isNull else { return nil }
      values.append((field.name, value))
    }
    return StorageKey.make(typeName, values)
  }

  /// Whether a record belongs to one execution of a mutation or subscription in this process.
  static func isOfExecution(_ id: String) -> Bool { id.hasBytePrefix(OperationDescriptor.freshRootPrefix) }

  static func isClient(_ id: String) -> Bool { id.hasBytePrefix(clientPrefix) }

  /// Whether a record says to which abstract types a type belongs.
  static func isType(_ id: String) -> Bool { id.hasBytePrefix(typePrefix) }

  /// The record that says to which abstract types a type belongs.
  static func type(_ name: String) -> String { typePrefix + name }
}
