/// Elements that have numbers. The number of an element that is removed is given to another one.
struct NumberedSlots<Element> {
  private var elements: ContiguousArray<Element> = []
  private var free: ContiguousArray<Int32> = []

  /// The number of elements.
  var count: Int { elements.count - free.count }

  /// The numbers of all slots, also of those that are free.
  var indices: Range<Int> { elements.indices }

  subscript(number: Int32) -> Element {
    get { elements[Int(number)] }
    _modify { yield &elements[Int(number)] }
  }

  /// - Returns: the element's number.
  mutating func add(_ element: Element) -> Int32 {
    guard let number = free.popLast() else {
      elements.append(element)
      return Int32(truncatingIfNeeded: elements.count - 1)
    }
    elements[Int(number)] = element
    return number
  }

  /// Removes an element.
  ///
  /// - Parameter placeholder: is in its place until the number is given away again.
  mutating func remove(_ number: Int32, leaving placeholder: Element) {
    elements[Int(number)] = placeholder
    free.append(number)
  }
}

extension NumberedSlots: Sendable where Element: Sendable {}
