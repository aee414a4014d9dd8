/// A definition that documents refer to by name: an argument, an input field or an enum value.
package protocol Named: Sendable {
  /// Its name in the list.
  var listedName: Name { get }
  /// Whether documents must provide it.
  var isRequired: Bool { get }
}

/// Definitions in order and by name. Of several with the same name, the first one is found. Most lists are short, and a linear search is
/// faster than hashing; long lists have a table, so that a document may refer to every element of a long list.
package struct NamedList<Element: Named>: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private var elements: [Element]
  /// Empty up to `linearLimit` elements.
  private var positions: [Name: Int] = [:]
  /// The positions of required elements.
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

  /// The required elements, in order.
  package var required: some Sequence<Element> { requiredPositions.lazy.map { elements[$0] } }

  mutating func append(_ element: Element) {
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

/// Finds elements of a list by name, for repeated lookups: with a linear search in a short list, and with a table in a long one.
struct NameLookup<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let name: @Sendable (Element) -> Name
  private var positions: [Name: Int] = [:]

  private static var linearLimit: Int { 16 }

  /// - Parameter name: the name of an element. Of several with the same name, the first one is found.
  package init(_ elements: [Element], by name: @escaping @Sendable (Element) -> Name) {
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
  /// Each name once, in the order of its first occurrence.
  var unique: [Name] {
    var seen: Set<Name> = []
    return filter { seen.insert($0).inserted }
  }
}
