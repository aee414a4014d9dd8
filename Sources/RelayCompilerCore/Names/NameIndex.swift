/// Finds the elements of a list by name: few by looking at each, many in a table.
struct NameIndex<Element> {
  private let elements: [Element]
  private let name: (Element) -> Name
  private var positions: [Name: Int] = [:]
  private static var linearLimit: Int { 16 }

  /// - Parameters:
  ///   - lookups: how often an element will be looked for. A table is not worth its making for a few times.
  ///   - name: an element's name; of two with one name the first counts.
  init(_ elements: [Element], lookups: Int, name: @escaping (Element) -> Name) {
    self.elements = elements
    self.name = name
    if elements.count > Self.linearLimit, lookups > Self.linearLimit {
      positions.reserveCapacity(elements.count)
      for (position, element) in elements.enumerated() where positions[name(element)] == nil { positions[name(element)] = position }
    }
  }

  subscript(wanted: Name) -> Element? {
    if positions.isEmpty { return elements.first { name($0) == wanted } }
    return positions[wanted].map { elements[$0] }
  }
}
