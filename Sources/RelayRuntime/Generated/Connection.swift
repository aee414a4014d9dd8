/// The node of an edge of a connection.
///
/// ```swift
/// struct Rows<Items: ConnectionCollection, Row: View>: View where Items.Edge.NodeValue: Identifiable {
///   let items: Items
///   let row: (Items.Edge.NodeValue) -> Row
///
///   var body: some View { ForEach(items) { row($0) } }
/// }
/// ```
///
/// See <doc:Pagination>.
public protocol ConnectionNode: SelectionSet {}

/// An edge of a connection. It has a property `node` of type `NodeValue` or `NodeValue?`.
///
/// ```swift
/// let todos = TodoList_user(key: user).todos
/// for edge in todos?.edges ?? [] {
///   print(edge?.node?.text ?? "This to-do cannot be shown.")
/// }
/// ```
///
/// See <doc:Pagination>.
public protocol ConnectionEdge: SelectionSet {
  /// The type of a node, without the optional.
  associatedtype NodeValue: ConnectionNode
}

/// A connection as the collection of its nodes, in order, without nulls.
///
/// `List(user.todos ?? [])` shows the nodes; `edges` gives access to cursors and to the fields of edges.
///
/// A slice, such as `todos.prefix(3)`, is the same connection with fewer nodes in the collection. Its indices and its properties,
/// including `edges`, are those of the whole connection.
///
/// ```swift
/// struct Counter<Items: ConnectionCollection>: View {
///   let items: Items
///
///   var body: some View { Text(items.isEmpty ? "Nothing to do" : "\(items.count) to-dos") }
/// }
/// ```
///
/// See <doc:Pagination>.
public protocol ConnectionCollection: SelectionSet, RandomAccessCollection, ExpressibleByArrayLiteral
where
  Index == Int, Indices == Range<Int>, SubSequence == Self, Element == Edge.NodeValue,
  Iterator == Generated.ConnectionIterator<Edge.NodeValue>
{
  associatedtype Edge: ConnectionEdge

  // These defaults repeat what the conditions imply. Without them, the compiler spends most of its time inferring it.
  /// A node.
  associatedtype Element = Edge.NodeValue
  /// The position of a node.
  associatedtype Index = Int
  /// The positions of all nodes.
  associatedtype Indices = Range<Int>
  /// The same connection with fewer nodes in the collection.
  associatedtype SubSequence = Self
  /// Iterates over the nodes.
  associatedtype Iterator = Generated.ConnectionIterator<Edge.NodeValue>
  /// The element of an array literal.
  associatedtype ArrayLiteralElement = Edge.NodeValue
}

// These requirements have defaults in the standard library. They are repeated here because otherwise every connection of an app would get
// its own specialized copies of inlinable code.
extension ConnectionCollection {
  public var startIndex: Int { __row.row.nodeBounds.lowerBound }

  public var endIndex: Int { __row.row.nodeBounds.upperBound }

  public var count: Int { __row.row.nodeBounds.count }

  public var underestimatedCount: Int { __row.row.nodeBounds.count }

  public var isEmpty: Bool { __row.row.nodeBounds.isEmpty }

  public var indices: Range<Int> { __row.row.nodeBounds }

  public subscript(position: Int) -> Edge.NodeValue { Edge.NodeValue(__row: Generated.RowReference(__row.row.node(position))) }

  public subscript(bounds: Range<Int>) -> Self { Self(__row: Generated.RowReference(__row.row.sliced(bounds))) }

  public func makeIterator() -> Generated.ConnectionIterator<Edge.NodeValue> { Generated.ConnectionIterator(__row.row) }

  // The standard library passes a buffer with room for `buffer.count` elements.
  public func _copyContents(
    initializing buffer: UnsafeMutableBufferPointer<Edge.NodeValue>
  ) -> (Generated.ConnectionIterator<Edge.NodeValue>, Int) {
    var iterator = makeIterator()
    var count = 0
    while count < buffer.count, let node = iterator.next() {
      unsafe buffer.initializeElement(at: count, to: node)
      count += 1
    }
    return (iterator, count)
  }

  public func _copyToContiguousArray() -> ContiguousArray<Edge.NodeValue> {
    ContiguousArray(__row.row.nodeBounds.map { Edge.NodeValue(__row: Generated.RowReference(__row.row.node($0))) })
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

  /// A connection of nodes that are in no store; `[]` can replace a null connection.
  public init(arrayLiteral elements: Edge.NodeValue...) {
    self.init(__row: Generated.RowReference(Row(nodes: elements.map(\.__row.row))))
  }
}

extension Generated {
  /// Iterates over the nodes of a connection.
  public struct ConnectionIterator<Node: SelectionSet>: IteratorProtocol, Sendable {
    private let nodes: RowNodes
    private var position: Int

    init(_ row: Row) {
      nodes = row.nodes
      position = nodes.bounds.lowerBound
    }

    @usableFromInline
    mutating func nextRow() -> Generated.RowReference? {
      guard position < nodes.bounds.upperBound else { return nil }
      defer { position += 1 }
      return Generated.RowReference(nodes[position])
    }

    @inlinable
    public mutating func next() -> Node? {
      guard let row = nextRow() else { return nil }
      return Node(__row: row)
    }
  }
}
