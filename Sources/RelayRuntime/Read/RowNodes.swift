/// The non-null nodes of a connection.
struct RowNodes: Sendable {
  /// The list of the edges.
  let items: RowList
  /// The indices in `items` of those that have a node; `nil` if all have one.
  let positions: ContiguousArray<Int32>?
  /// The indices of the collection.
  let bounds: Range<Int>
  /// The slot of the node in an edge; -1 if the items are the nodes.
  let slot: Int

  @inline(__always) subscript(index: Int) -> Row {
    guard bounds.contains(index), let node = items.row(at: positions.map { Int($0[index]) } ?? index, in: slot) else {
      preconditionFailure("a connection's index is out of range")
    }
    return node
  }
}
