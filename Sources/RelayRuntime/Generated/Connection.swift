/// The node of an edge of a connection.
public protocol ConnectionNode: SelectionSet {}

/// An edge of a connection. It has a property `node`, of the type `NodeValue` or an optional one.
public protocol ConnectionEdge: SelectionSet {
  /// The type of a node that is not null.
  associatedtype NodeValue: ConnectionNode
}

/// A connection as the collection of its nodes, in order, without those that are null.
///
/// `List(user.todos ?? [])` shows the nodes; `edges` is still there for cursors and for what edges have of their own.
public protocol ConnectionCollection: SelectionSet, RandomAccessCollection, ExpressibleByArrayLiteral
where
  Index == Int, Indices == Range<Int>, SubSequence == ArraySlice<Element>, Element == Edge.NodeValue,
  Iterator == ConnectionIterator<Edge.NodeValue>
{
  /// The type of an edge.
  associatedtype Edge: ConnectionEdge
}

// The requirements that the standard library has defaults for are here again, because every connection of an app would get its own,
// specialised copy of what can be inlined.
extension ConnectionCollection {
  @inlinable public var startIndex: Int { 0 }

  public var endIndex: Int { __row.nodeCount }

  public var count: Int { __row.nodeCount }

  public var underestimatedCount: Int { __row.nodeCount }

  public var isEmpty: Bool { __row.nodeCount == 0 }

  public var indices: Range<Int> { 0..<__row.nodeCount }

  public subscript(position: Int) -> Edge.NodeValue { Edge.NodeValue(__row: __row.node(position)) }

  public subscript(bounds: Range<Int>) -> ArraySlice<Edge.NodeValue> { Array(self)[bounds] }

  public func makeIterator() -> ConnectionIterator<Edge.NodeValue> { ConnectionIterator(__row) }

  public func _copyContents(
    initializing buffer: UnsafeMutableBufferPointer<Edge.NodeValue>
  ) -> (ConnectionIterator<Edge.NodeValue>, Int) {
    var iterator = makeIterator()
    var count = 0
    while count < buffer.count, let node = iterator.next() {
      buffer.initializeElement(at: count, to: node)
      count += 1
    }
    return (iterator, count)
  }

  public func _copyToContiguousArray() -> ContiguousArray<Edge.NodeValue> {
    ContiguousArray((0..<__row.nodeCount).map { Edge.NodeValue(__row: __row.node($0)) })
  }

  @inlinable public func index(after index: Int) -> Int { index + 1 }

  @inlinable public func index(before index: Int) -> Int { index - 1 }

  @inlinable public func formIndex(after index: inout Int) { index += 1 }

  @inlinable public func formIndex(before index: inout Int) { index -= 1 }

  @inlinable public func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }

  public func index(_ index: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
    (startIndex..<endIndex).index(index, offsetBy: distance, limitedBy: limit)
  }

  @inlinable public func distance(from start: Int, to end: Int) -> Int { end - start }

  /// A connection of nodes that are in no store; `[]` stands in for a connection that is null.
  public init(arrayLiteral elements: Edge.NodeValue...) {
    self.init(__row: Row(nodes: elements.map(\.__row)))
  }
}

/// Walks over the nodes of a connection.
public struct ConnectionIterator<Node: SelectionSet>: IteratorProtocol, Sendable {
  private let nodes: RowNodes
  private var position = 0

  init(_ row: Row) { nodes = row.nodes }

  @usableFromInline
  mutating func nextRow() -> Row? {
    guard position < nodes.count else { return nil }
    defer { position += 1 }
    return nodes[position]
  }

  @inlinable
  public mutating func next() -> Node? {
    guard let row = nextRow() else { return nil }
    return Node(__row: row)
  }
}
