extension JSONDocument {
  func isObject(_ position: Int) -> Bool { self.withCursor { $0.kind(position) == .object } }

  func isArray(_ position: Int) -> Bool { self.withCursor { $0.kind(position) == .array } }

  func isNull(_ position: Int) -> Bool { self.withCursor { $0.kind(position) == .null } }

  /// The value at a position; null for no position.
  func value(at position: Int) -> JSON { position < 0 ? .null : self.withCursor { $0.value(position) } }

  /// The positions of the elements of the array at `position`.
  func elements(of position: Int) -> [Int] {
    self.withCursor { cursor in
      var positions: [Int] = []
      cursor.forEachElement(of: position) { positions.append($0) }
      return positions
    }
  }

  /// The members of the object at `position`, without the big ones that are read in place.
  func members(of position: Int, except names: Set<String>) -> [String: JSON] {
    self.withCursor { cursor in
      var members: [String: JSON] = [:]
      cursor.forEachMember(of: position) { name, value in
        if !names.contains(name) { members[name] = cursor.value(value) }
      }
      return members
    }
  }

  /// The type that the object at `position` says it has; `declared` where the field has only one possible type.
  func type(of position: Int, _ declared: KeyID, _ keys: KeyTable) -> (type: KeyID, lease: KeyLease?) {
    guard declared == Keys.none else { return (declared, nil) }
    return self.withCursor { cursor in
      let typename = cursor.find("__typename", in: position)
      guard typename >= 0, let name = cursor.value(typename).stringValue, let (type, lease) = keys.typeName(name) else {
        return (Keys.none, nil)
      }
      return (type, lease)
    }
  }
}

extension PayloadRecords {
  /// The identities that a list of links in a record leads to; nil for an item that is null.
  func links(of dataID: String, _ key: KeyID) -> [String?] {
    guard let id = self.names.find(dataID), self.records.indices.contains(Int(id)), case .refs(let links) = self.records[Int(id)][key]
    else { return [] }
    return links.map { self.names.strings.indices.contains(Int($0)) ? self.names.strings[Int($0)] : nil }
  }
}

extension [JSON] {
  /// The response keys and list indices of a path, with dots between them.
  var pathText: String { map { $0.stringValue ?? $0.description }.joined(separator: ".") }
}

extension JSON {
  /// An id as text: servers send strings and integers.
  var idText: String? {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    default: nil
    }
  }

  /// The value that `path` of member names and list indices leads to.
  func value(at path: ArraySlice<JSON>) -> JSON? {
    guard let step = path.first else { return self }
    switch step {
    case .string(let name): return self[name]?.value(at: path.dropFirst())
    case .int(let index): return self[index]?.value(at: path.dropFirst())
    default: return nil
    }
  }

  /// Lays `other` over the value at `path`: objects merge member by member, lists item by item, anything else is replaced.
  mutating func merge(_ other: JSON, at path: ArraySlice<JSON> = []) {
    if let step = path.first {
      switch (self, step) {
      case (.object(var members), .string(let name)):
        self = .null
        var member = members[name] ?? .object([:])
        member.merge(other, at: path.dropFirst())
        members[name] = member
        self = .object(members)
      case (.array(var items), .int(let index)) where items.indices.contains(index):
        self = .null
        items[index].merge(other, at: path.dropFirst())
        self = .array(items)
      default: break
      }
      return
    }
    switch (self, other) {
    case (.object(var members), .object(let more)):
      self = .null
      for (name, value) in more { members[name, default: .null].merge(value) }
      self = .object(members)
    case (.array(var items), .array(let more)):
      self = .null
      for (index, value) in more.enumerated() {
        if items.indices.contains(index) { items[index].merge(value) } else { items.append(value) }
      }
      self = .array(items)
    default: self = other
    }
  }
}
