import Foundation

extension JSONDocument {
  func isObject(_ position: Int) -> Bool { withCursor { $0.kind(position) == .object } }

  func isArray(_ position: Int) -> Bool { withCursor { $0.kind(position) == .array } }

  func isNull(_ position: Int) -> Bool { withCursor { $0.kind(position) == .null } }

  /// The value at a position; null for no position.
  func value(at position: Int) -> JSON { position < 0 ? .null : withCursor { $0.value(position) } }

  /// The text of the value at a position that is a member of the root object, with the white space around it. Nothing is copied.
  func text(ofMember position: Int) -> Data {
    let range = withCursor { cursor -> Range<Int> in
      let key = cursor.tokens[position - 1]
      var start = JSONTape.start(key) + JSONTape.length(key)
      while start < cursor.text.count, cursor.text[start] != UInt8(ascii: ":") { start += 1 }
      // Up to the comma before the next name, or the brace that closes the object.
      let next = cursor.next(position)
      let isLast = next >= JSONTape.length(cursor.tokens[0])
      var end = isLast ? cursor.text.count : JSONTape.start(cursor.tokens[next]) - 1
      let mark = isLast ? UInt8(ascii: "}") : UInt8(ascii: ",")
      while end > start, cursor.text[end - 1] != mark { end -= 1 }
      return min(start + 1, end)..<max(start + 1, end - 1)
    }
    return bytes.dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The positions of the elements of the array at `position`.
  func elements(of position: Int) -> [Int] {
    withCursor { cursor in
      var positions: [Int] = []
      cursor.forEachElement(of: position) { positions.append($0) }
      return positions
    }
  }

  /// The members of the object at `position`, without the big ones that are read in place.
  func members(of position: Int, except names: Set<String>) -> [String: JSON] {
    withCursor { cursor in
      var members: [String: JSON] = [:]
      cursor.forEachMember(of: position) { name, value in
        if !names.contains(name) { members.setMember(name, cursor.value(value)) }
      }
      return members
    }
  }

  /// The type that the object at `position` says it has; `declared` where the field has only one possible type.
  func type(of position: Int, _ declared: KeyID, _ keys: KeyTable) -> (type: KeyID, lease: KeyLease?) {
    guard declared == Keys.none else { return (declared, nil) }
    return withCursor { cursor in
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
    guard let id = names.find(dataID), records.indices.contains(Int(id)), case .refs(let links) = records[Int(id)][key]
    else { return [] }
    return links.map { names.strings.indices.contains(Int($0)) ? names.strings[Int($0)] : nil }
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
    var value: JSON? = self
    for step in path {
      switch step {
      case .string(let name): value = value?[name]
      case .int(let index): value = value?[index]
      default: return nil
      }
    }
    return value
  }

  /// An object or a list out of which a part has been taken, to be merged with something.
  private struct PartialMerge {
    var container: JSON
    /// Where the part was.
    var place = JSON.null
    /// What else is to be merged into the container, by member name or index; the last is next.
    var rest: [(place: JSON, value: JSON)] = []
  }

  /// Lays `other` over the value at `path`: objects merge member by member, lists item by item, anything else is replaced.
  ///
  /// It does not call itself for what is inside: nesting must not cost stack.
  mutating func merge(_ other: JSON, at path: ArraySlice<JSON> = []) {
    var around: [PartialMerge] = []
    var value = self
    self = .null
    var isThere = true
    for step in path {
      guard let part = value.takePart(at: step, orMember: .object([:])) else {
        isThere = false
        break
      }
      around.append(PartialMerge(container: value, place: step))
      value = part
    }
    // A bare nil would be JSON's null.
    var merged: JSON? = isThere ? .some(other) : .none
    while true {
      if let next = merged, let rest = value.parts(toMerge: next) {
        around.append(PartialMerge(container: value, rest: rest))
      } else {
        around.append(PartialMerge(container: merged ?? value))
      }
      // Go on with the innermost container that has parts left.
      while true {
        guard var current = around.popLast() else { return }
        if let (place, part) = current.rest.popLast() {
          current.place = place
          value = current.container.takePart(at: place, orMember: .null) ?? .null
          around.append(current)
          merged = part
          break
        }
        guard var outer = around.popLast() else { return self = current.container }
        outer.container.setPart(at: outer.place, current.container)
        around.append(outer)
      }
    }
  }

  /// What of `other` is to be merged into the parts of this; `nil` where `other` takes its place.
  private func parts(toMerge other: JSON) -> [(place: JSON, value: JSON)]? {
    switch (self, other) {
    case (.object, .object(let members)): members.map { (.string($0.key), $0.value) }
    case (.array, .array(let items)): items.enumerated().reversed().map { (.int($0.offset), $0.element) }
    default: nil
    }
  }

  /// Takes out a part to change it.
  ///
  /// - Parameter member: what stands for a member that is not there.
  /// - Returns: `nil` where there cannot be such a part.
  private mutating func takePart(at place: JSON, orMember member: JSON) -> JSON? {
    switch (self, place) {
    case (.object(var members), .string(let name)):
      self = .null
      let part = members.updateValue(.null, forKey: name) ?? member
      self = .object(members)
      return part
    case (.array(var items), .int(let index)) where items.indices.contains(index):
      self = .null
      let part = items[index]
      items[index] = .null
      self = .array(items)
      return part
    default: return nil
    }
  }

  private mutating func setPart(at place: JSON, _ part: JSON) {
    switch (self, place) {
    case (.object(var members), .string(let name)):
      self = .null
      members[name] = .some(part)
      self = .object(members)
    case (.array(var items), .int(let index)):
      self = .null
      if items.indices.contains(index) { items[index] = part } else { items.append(part) }
      self = .array(items)
    default: break
    }
  }
}
