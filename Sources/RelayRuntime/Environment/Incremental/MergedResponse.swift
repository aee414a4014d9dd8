import Foundation

/// A whole response into which the parts that a server sends in pieces are merged: objects by member, lists by item; anything else is
/// replaced.
///
/// It refers to the documents that have arrived, and has a node only for values that a path or another part has led into. So a part costs
/// its own size and the length of its path, however large the response is. Nothing here is recursive.
struct MergedResponse {
  private typealias NodeID = Int

  private enum Node {
    /// A value of a document into which nothing has been merged.
    case value(document: Int, position: Int)
    case object([ByteKey: NodeID])
    case list([NodeID])

    var isObject: Bool {
      if case .object = self { return true }
      return false
    }

    var isList: Bool {
      if case .list = self { return true }
      return false
    }

    func member(_ name: ByteKey) -> NodeID? {
      guard case .object(let members) = self else { return nil }
      return members[name]
    }

    func item(_ index: Int) -> NodeID? {
      guard case .list(let items) = self, items.indices.contains(index) else { return nil }
      return items[index]
    }
  }

  /// The root is the first.
  private var nodes: [Node] = []
  private var documents: [JSONDocument] = []

  /// - Parameter whole: the position of the first response; an empty object without it.
  init(_ whole: (document: JSONDocument, position: Int)?) {
    if let whole {
      documents.append(whole.document)
      nodes.append(.value(document: 0, position: whole.position))
    } else {
      nodes.append(.object([:]))
    }
  }

  // MARK: Merging

  /// Merges a value into the value at a path, which is `subPath` below `path`. Objects that are missing on the way are added. Nothing is
  /// merged if the path leads through anything else.
  ///
  /// - Parameter position: the position of the value in the document; negative for null.
  mutating func merge(_ document: JSONDocument, _ position: Int, at path: [JSON], _ subPath: [JSON]) {
    var node = 0
    for steps in [path, subPath] {
      for step in steps {
        guard let child = child(of: node, step) else { return }
        node = child
      }
    }
    guard position >= 0 else { return nodes[node] = Self.null(in: &documents) }
    documents.append(document)
    merge(document, documents.count - 1, position, into: node)
  }

  /// Adds items to the end of the list at a path. Nothing is added if there is no list.
  mutating func append(_ document: JSONDocument, _ items: [Int], at path: [JSON]) {
    var node = 0
    for step in path {
      guard let child = knownChild(of: node, step) else { return }
      node = child
    }
    open(node)
    guard nodes[node].isList else { return }
    documents.append(document)
    for item in items { add(.value(document: documents.count - 1, position: item), to: node) }
  }

  /// A node for JSON's null.
  private static func null(in documents: inout [JSONDocument]) -> Node {
    guard let document = try? JSONDocument(JSON.null) else { return .list([]) }
    documents.append(document)
    return .value(document: documents.count - 1, position: 0)
  }

  /// The node of a member or an item, which an object gets if it has no such member; `nil` if there cannot be one.
  private mutating func child(of node: NodeID, _ step: JSON) -> NodeID? {
    if let child = knownChild(of: node, step) { return child }
    guard case .string(let name) = step, nodes[node].isObject else { return nil }
    return add(.object([:]), as: ByteKey(name), of: node)
  }

  private mutating func knownChild(of node: NodeID, _ step: JSON) -> NodeID? {
    open(node)
    switch step {
    case .string(let name): return nodes[node].member(ByteKey(name))
    case .int(let index): return nodes[node].item(index)
    default: return nil
    }
  }

  /// Gives the members or items of a node nodes of their own.
  private mutating func open(_ node: NodeID) {
    guard case .value(let document, let position) = nodes[node] else { return }
    let first = nodes.count
    var values: [Node] = []
    let opened = documents[document].withCursor { cursor -> Node? in
      switch cursor.kind(position) {
      case .object:
        var members = [ByteKey: NodeID]()
        cursor.forEachMember(of: position) { name, value in
          members[ByteKey(name)] = first + values.count
          values.append(.value(document: document, position: value))
        }
        return .object(members)
      case .array:
        cursor.forEachElement(of: position) { values.append(.value(document: document, position: $0)) }
        return .list(Array(first..<first + values.count))
      default: return nil
      }
    }
    guard let opened else { return }
    nodes[node] = opened
    nodes += values
  }

  /// Adds a member to an object.
  private mutating func add(_ value: Node, as name: ByteKey, of object: NodeID) -> NodeID {
    guard case .object(var members) = nodes[object] else { return object }
    // Taken out, so that adding does not copy the others.
    nodes[object] = .list([])
    members[name] = nodes.count
    nodes[object] = .object(members)
    nodes.append(value)
    return nodes.count - 1
  }

  /// Adds an item to the end of a list.
  private mutating func add(_ value: Node, to list: NodeID) {
    guard case .list(var items) = nodes[list] else { return }
    nodes[list] = .list([])
    items.append(nodes.count)
    nodes[list] = .list(items)
    nodes.append(value)
  }

  private mutating func merge(_ source: JSONDocument, _ document: Int, _ position: Int, into node: NodeID) {
    var rest = [(position: position, node: node)]
    while let (position, node) = rest.popLast() {
      open(node)
      switch (source.withCursor { $0.kind(position) }, nodes[node].isObject) {
      case (.object, true):
        source.withCursor { cursor in
          cursor.forEachMember(of: position) { name, value in
            if let member = nodes[node].member(ByteKey(name)) {
              rest.append((value, member))
            } else {
              _ = add(.value(document: document, position: value), as: ByteKey(name), of: node)
            }
          }
        }
      case (.array, false) where nodes[node].isList:
        for (index, value) in source.elements(of: position).enumerated() {
          if let item = nodes[node].item(index) {
            rest.append((value, item))
          } else {
            add(.value(document: document, position: value), to: node)
          }
        }
      default: nodes[node] = .value(document: document, position: position)
      }
    }
  }

  // MARK: Reading

  /// The text of the object at a path; `nil` if there is no object.
  mutating func object(at path: [JSON]) -> Data? {
    var node = 0
    for step in path {
      guard let child = knownChild(of: node, step) else { return nil }
      node = child
    }
    open(node)
    return nodes[node].isObject ? Data(text(of: node)) : nil
  }

  private enum Piece {
    case node(NodeID)
    case name(ByteKey)
    case text(String)
  }

  private func text(of node: NodeID) -> [UInt8] {
    var writer = JSONWriter()
    // In reverse order.
    var rest = [Piece.node(node)]
    while let piece = rest.popLast() {
      switch piece {
      case .text(let text): writer.write(raw: text)
      case .name(let name):
        writer.write(quoted: name.text)
        writer.write(raw: ":")
      case .node(let node): write(node, to: &writer, &rest)
      }
    }
    return writer.bytes
  }

  /// Writes the beginning of a node, and adds the remainder to `rest`.
  private func write(_ node: NodeID, to writer: inout JSONWriter, _ rest: inout [Piece]) {
    switch nodes[node] {
    case .value(let document, let position): documents[document].withCursor { writer.write($0, at: position) }
    case .object(let members):
      writer.write(raw: "{")
      rest.append(.text("}"))
      for (index, member) in members.enumerated() {
        if index > 0 { rest.append(.text(",")) }
        rest += [.node(member.value), .name(member.key)]
      }
    case .list(let items):
      writer.write(raw: "[")
      rest.append(.text("]"))
      for (index, item) in items.reversed().enumerated() {
        if index > 0 { rest.append(.text(",")) }
        rest.append(.node(item))
      }
    }
  }
}
