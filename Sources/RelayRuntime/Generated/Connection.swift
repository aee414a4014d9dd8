/// The node of an edge of a connection.
public protocol ConnectionNode: SelectionSet, ConnectionNodeValue {}

/// What an edge's `node` can be: a node, or a node that may be null.
public protocol ConnectionNodeValue: Sendable {
  /// The node.
  associatedtype Node: SelectionSet = Self
}

extension Optional: ConnectionNodeValue where Wrapped: ConnectionNode {
  public typealias Node = Wrapped
}

/// An edge of a connection.
public protocol ConnectionEdge: SelectionSet {
  /// The type of `node`.
  associatedtype NodeValue: ConnectionNodeValue
  /// The edge's node.
  var node: NodeValue { get }
}

/// A connection as the collection of its nodes, in order, without those that are null.
///
/// `List(user.todos ?? [])` shows the nodes; `edges` is still there for cursors and for what edges have of their own.
public protocol ConnectionCollection: SelectionSet, RandomAccessCollection, ExpressibleByArrayLiteral
where Index == Int, Element == Edge.NodeValue.Node, Iterator == ConnectionIterator<Edge.NodeValue.Node> {
  /// The type of an edge.
  associatedtype Edge: ConnectionEdge
}

extension ConnectionCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { __row.nodeCount }

  @inlinable
  public subscript(position: Int) -> Edge.NodeValue.Node {
    Edge.NodeValue.Node(__row: __row.node(position))
  }

  @inlinable
  public func makeIterator() -> ConnectionIterator<Edge.NodeValue.Node> { ConnectionIterator(__row) }

  /// A connection of nodes that are in no store; `[]` stands in for a connection that is null.
  public init(arrayLiteral elements: Edge.NodeValue.Node...) {
    self.init(__row: Row(nodes: elements.map(\.__row)))
  }
}

/// Walks over the nodes of a connection.
public struct ConnectionIterator<Node: SelectionSet>: IteratorProtocol, Sendable {
  @usableFromInline let row: Row
  @usableFromInline let count: Int
  @usableFromInline var position = 0

  @inlinable
  init(_ row: Row) {
    self.row = row
    self.count = row.nodeCount
  }

  @inlinable
  public mutating func next() -> Node? {
    guard position < count else { return nil }
    defer { position += 1 }
    return Node(__row: row.node(position))
  }
}
