/// One comparison of rows, with everything below them.
///
/// Rows may be shown at several places (`SharedRows`), so there may be many more paths than rows. Equality is transitive: once many pairs
/// have been compared, rows that were compared to each other, or to the same rows, are in one class, and a pair of one class is not
/// compared again. A comparison ends with the first difference, so what it has assumed so far is correct, or does not matter.
struct RowComparison {
  /// The number of pairs from which on classes are kept.
  private let threshold: Int
  /// The number of pairs that were compared.
  private(set) var count = 0
  /// For a row, another row of its class. The first row of a class has none.
  private var classes = [RowIdentity: RowIdentity]()

  init(threshold: Int = 4096) { self.threshold = threshold }

  mutating func areEqual(_ left: Row, _ right: Row) -> Bool {
    if left.isIdentical(to: right) { return true }
    let (leftShape, rightShape) = (left.header.shape, right.header.shape)
    guard leftShape == rightShape else { return false }
    count &+= 1
    if count > threshold, leftShape.withObject({ $0.reachesLists }), areOfOneClass(left, right) { return true }
    if leftShape.withObject({ $0.connection != nil }), !areEqual(left.nodes, right.nodes) { return false }
    var isSameOrigin: Bool?
    for index in 0..<left.count {
      let (leftSlot, rightSlot) = (left.pointer[index], right.pointer[index])
      if leftSlot.kind == .field, rightSlot.kind == .field {
        let (leftField, rightField) = (left.pointer.field(at: leftSlot.position), right.pointer.field(at: rightSlot.position))
        guard leftField.value == rightField.value else { return false }
        continue
      }
      guard let isUnmatched = left.isSpread(index) else {
        guard areEqual(left.value(in: index), right.value(in: index)) else { return false }
        continue
      }
      // Fragments are equal if they point to the same data, no matter what was read.
      guard isUnmatched == right.isSpread(index), left.dataID.hasSameBytes(as: right.dataID) else { return false }
      let isSame = isSameOrigin ?? (left.context === right.context)
      isSameOrigin = isSame
      if !isSame, left.context?.scope(left.shape.spreads[index]) != right.context?.scope(right.shape.spreads[index]) { return false }
    }
    return true
  }

  mutating func areEqual(_ left: SlotValue, _ right: SlotValue) -> Bool {
    switch (left, right) {
    case (.missing, .missing), (.null, .null): return true
    case (.pointer(let left), .pointer(let right)): return left == right
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.string(let left), .string(let right)): return left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): return left == right
    case (.strings(let left), .strings(let right)): return left.hasSameBytes(as: right)
    case (.object(let left), .object(let right)): return left.hasSameBytes(as: right)
    case (.row(let left), .row(let right)): return areEqual(left, right)
    case (.list(let left), .list(let right)):
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) { guard areEqual(left, right) else { return false } }
      return true
    case (.rows(let left), .rows(let right)): return areEqual(left, right)
    case (.scalar(let left), .scalar(let right)): return left.json == right.json
    case (.errors(let left), .errors(let right)): return left == right
    default: return false
    }
  }

  private mutating func areEqual(_ left: RowList, _ right: RowList) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left.pointer(at: index) != right.pointer(at: index) {
      guard let leftRow = left.row(at: index), let rightRow = right.row(at: index), areEqual(leftRow, rightRow) else { return false }
    }
    return (0..<left.count).allSatisfy { left.isNull(at: $0) == right.isNull(at: $0) }
  }

  /// Whether the collections have the same nodes, given that the edges are the same.
  private mutating func areEqual(_ left: RowNodes, _ right: RowNodes) -> Bool {
    if left.bounds == right.bounds { return true }
    guard left.bounds.count == right.bounds.count else { return false }
    for (leftIndex, rightIndex) in zip(left.bounds, right.bounds) {
      guard areEqual(left[leftIndex], right[rightIndex]) else { return false }
    }
    return true
  }

  // MARK: Classes

  /// Whether the rows are in one class. They are afterwards.
  private mutating func areOfOneClass(_ left: Row, _ right: Row) -> Bool {
    let (left, right) = (first(of: left.identity), first(of: right.identity))
    if left == right { return true }
    classes[left] = right
    return false
  }

  /// The first row of a row's class. Shortens the way to it.
  private mutating func first(of row: RowIdentity) -> RowIdentity {
    var row = row
    while let next = classes[row] {
      guard let further = classes[next] else { return next }
      classes[row] = further
      row = further
    }
    return row
  }
}
