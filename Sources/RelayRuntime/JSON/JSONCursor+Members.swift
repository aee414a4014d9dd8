extension JSONCursor {
  /// The positions of the values of some members of the object at `object`, in the order of `names`; -1 for those that it does not have.
  /// The members are read once, however many names there are.
  func find(_ names: [StaticString], in object: Int) -> [Int] {
    var positions = Array(repeating: -1, count: names.count)
    guard object >= 0, kind(object) == .object else { return positions }
    var missing = names.count
    var index = object + 1
    let end = next(object)
    while index < end, missing > 0 {
      if let name = self.name(at: index, among: names) {
        positions[name] = index + 1
        missing -= 1
      }
      index = next(index + 1)
    }
    return positions
  }

  private func name(at index: Int, among names: [StaticString]) -> Int? {
    let bytes = unsafe bytes(index)
    guard kind(index) == .escapedString else { return names.firstIndex { unsafe $0.hasSameBytes(as: bytes) } }
    // A byte of a name takes at most six in an escape.
    guard let longest = names.map(\.utf8CodeUnitCount).max(), bytes.count <= 6 * longest else { return nil }
    var text = string(index)
    return text.withUTF8 { text in names.firstIndex { unsafe $0.hasSameBytes(as: UnsafeRawBufferPointer(text)) } }
  }
}

extension StaticString {
  /// - Parameter bytes: valid during the call, as the bytes of a static text are.
  fileprivate func hasSameBytes(as bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.count == utf8CodeUnitCount && bytes.elementsEqual(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
  }
}
