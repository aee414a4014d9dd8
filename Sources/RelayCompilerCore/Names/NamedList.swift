/// What documents refer to by name among others of its kind: an argument, an input field, an enum value.
package protocol Named: Sendable {
  /// What it is called among the others.
  var listedName: Name { get }
  /// Whether documents must give it.
  var isRequired: Bool { get }
}

/// Definitions in their order, and by name; of several of one name, the first is found. Most lists are short, and looking at each is
/// faster than hashing; long ones have a table, so that a document may refer to all of a long list.
package struct NamedList<Element: Named>: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private var elements: [Element]
  /// Empty up to `linearLimit` elements.
  private var positions: [Name: Int] = [:]
  /// Where the elements are that must be given.
  private var requiredPositions: [Int] = []

  private static var linearLimit: Int { 16 }

  package init(_ elements: [Element]) {
    self.elements = elements
    if elements.count > Self.linearLimit {
      positions.reserveCapacity(elements.count)
      for index in elements.indices { note(index) }
    }
    for index in elements.indices where elements[index].isRequired { requiredPositions.append(index) }
  }

  package init(arrayLiteral elements: Element...) { self.init(elements) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { elements.count }

  // Read in place: a copy of a definition would retain everything in it.
  package subscript(position: Int) -> Element {
    _read { yield elements[position] }
  }

  package func position(of name: Name) -> Int? {
    positions.isEmpty ? elements.firstIndex { $0.listedName == name } : positions[name]
  }

  package func named(_ name: Name) -> Element? { position(of: name).map { elements[$0] } }

  package func contains(_ name: Name) -> Bool { position(of: name) != nil }

  /// Those that must be given, in their order.
  package var required: some Sequence<Element> { requiredPositions.lazy.map { elements[$0] } }

  package mutating func append(_ element: Element) {
    elements.append(element)
    if element.isRequired { requiredPositions.append(elements.count - 1) }
    if elements.count == Self.linearLimit + 1 {
      for index in elements.indices { note(index) }
    } else if elements.count > Self.linearLimit {
      note(elements.count - 1)
    }
  }

  private mutating func note(_ index: Int) {
    let name = elements[index].listedName
    if positions[name] == nil { positions[name] = index }
  }
}

/// Finds elements of a list by name, where many are looked for: in a short list by looking at each, in a long one by a table.
struct NameLookup<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let name: @Sendable (Element) -> Name
  private var positions: [Name: Int] = [:]

  private static var linearLimit: Int { 16 }

  /// - Parameter name: what an element is found by. Of several of one name, the first is found.
  init(_ elements: [Element], by name: @escaping @Sendable (Element) -> Name) {
    self.elements = elements
    self.name = name
    guard elements.count > Self.linearLimit else { return }
    positions.reserveCapacity(elements.count)
    for index in elements.indices where positions[name(elements[index])] == nil { positions[name(elements[index])] = index }
  }

  subscript(wanted: Name) -> Element? {
    let position = elements.count > Self.linearLimit ? positions[wanted] : elements.firstIndex { name($0) == wanted }
    return position.map { elements[$0] }
  }
}

extension [Name] {
  /// Each name once, where it stands first.
  var unique: [Name] {
    var seen: Set<Name> = []
    return filter { seen.insert($0).inserted }
  }
}
