extension JSON {
  /// An object or a list from which a part has been taken out, to be merged with another value.
  private struct PartialMerge {
    var container: JSON
    /// Where the part was.
    var place = JSON.null
    /// What else has to be merged into the container, by member name or index; the last one is next.
    var rest: [(place: JSON, value: JSON)] = []
  }

  /// Merges `other` into the value at `path`: objects are merged by member, lists by item, and anything else is replaced.
  ///
  /// It is not recursive, so that nesting does not use the stack.
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
    // A bare nil would mean JSON's null.
    var merged: JSON? = isThere ? .some(other) : .none
    while true {
      if let next = merged, let rest = value.parts(toMerge: next) {
        around.append(PartialMerge(container: value, rest: rest))
      } else {
        around.append(PartialMerge(container: merged ?? value))
      }
      // Continue with the innermost container that has parts left.
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

  /// The members of `other` to be merged into this value; `nil` if `other` replaces it.
  private func parts(toMerge other: JSON) -> [(place: JSON, value: JSON)]? {
    switch (self, other) {
    case (.object, .object(let members)): members.map { (.string($0.key), $0.value) }
    case (.array, .array(let items)): items.enumerated().reversed().map { (.int($0.offset), $0.element) }
    default: nil
    }
  }

  /// Takes out a part so that it can be changed.
  ///
  /// - Parameter member: the substitute for a missing member.
  /// - Returns: `nil` if there cannot be such a part.
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
