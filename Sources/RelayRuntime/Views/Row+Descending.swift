extension Row {
  /// The value of the slot with a response key; nil if the row has none.
  func slot(named name: String) -> SlotValue? {
    shape.names.firstIndex(of: name).map { self.slot($0) }
  }

  /// The row at the end of a path of objects.
  func descend(_ path: some Collection<String>) -> Row? {
    var row = self
    for name in path {
      guard case .row(let next)? = row.slot(named: name) else { return nil }
      row = next
    }
    return row
  }

  /// The pointer to the fragment called `name` that is spread in this row.
  func fragmentPointer(named name: String) -> FragmentPointer? {
    guard let context else { return nil }
    for index in 0..<count {
      if case .pointer = slot(index), context.scope(shape.spreads[index])?.fragment == name { return self.fragmentPointer(index) }
    }
    return nil
  }
}
