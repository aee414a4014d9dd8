internal import RelayCompilerCore

/// What is in a GraphQL text, whether or not it is well-formed: a flat tree of nodes, without types of the schema.
///
/// The compiler's syntax tree contains only definitions without errors. A server is asked about a text while it is written, so
/// `OutlineReader` keeps everything that it recognizes, and marks where something is missing. All answers about a place come from this
/// tree and the schema.
struct Outline: Sendable {
  enum Kind: UInt8, Sendable {
    case operation, fragment, schemaDefinition, typeDefinition, directiveDefinition
    case variableDefinitions, variableDefinition
    case selectionSet, field, alias, spread, inlineFragment
    case directive, arguments, argument
    case object, objectField, list, variable, enumValue, literal
    /// A use of a type's name.
    case typeName
    /// `implements A & B`, `= A | B` of a union, and `on A | B` of a directive.
    case interfaces, members, locations, location
    /// The braces of a type definition, and what is in them.
    case fields, fieldDefinition, argumentDefinitions, inputValue, enumValues, enumValueDefinition, rootOperation
    case description
  }

  struct Node: Sendable {
    var kind: Kind
    /// The index of the node around it; -1 for a definition.
    var parent: Int32
    var start: UInt32
    var end: UInt32
    /// The name without `$` and `@`. It is empty where a name is missing.
    var nameStart: UInt32 = 0
    var nameEnd: UInt32 = 0
    var name: Name?
    /// The offset after the colon, for nodes that have one; 0 without.
    var colonEnd: UInt32 = 0
    /// Whether the end is where reading stopped, because a bracket or a part is missing.
    var isOpen = false
    /// Whether the definition extends another.
    var isExtension = false
    /// For an operation.
    var operationKind = OperationKind.query
    /// For a type definition.
    var typeKind = TypeKind.object

    var nameRange: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var range: Range<Int> { Int(start)..<Int(end) }
    var hasName: Bool { nameEnd > nameStart }
    /// The name or, for a node without one, the whole node.
    var ownRange: Range<Int> { hasName ? nameRange : range }

    /// Whether the offset is in the name or directly before or after it.
    func isNamed(at offset: Int) -> Bool { name != nil && nameStart <= offset && offset <= nameEnd }
  }

  /// In the order of their starts; a node stands before those in it.
  var nodes: [Node] = []

  /// The innermost node at an offset; nil outside of definitions. A node whose name ends at the offset is preferred.
  func node(at offset: Int) -> Int? {
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if Int(nodes[middle].start) <= offset { low = middle + 1 } else { high = middle }
    }
    var last = low - 1
    // What begins here does not contain the place, but what ends here may have its name there.
    while last >= 0, Int(nodes[last].start) == offset {
      if nodes[last].isNamed(at: offset) || nodes[last].contains(offset) { return last }
      last -= 1
    }
    var index = last
    while index >= 0 {
      if nodes[index].isNamed(at: offset) || nodes[index].contains(offset) { return index }
      index = Int(nodes[index].parent)
    }
    return nil
  }

  func parent(_ index: Int) -> Int? { nodes[index].parent < 0 ? nil : Int(nodes[index].parent) }

  /// The nearest node around another that is of one of the kinds.
  func ancestor(of index: Int, _ kinds: Kind...) -> Int? {
    var next = parent(index)
    while let index = next {
      if kinds.contains(nodes[index].kind) { return index }
      next = parent(index)
    }
    return nil
  }

  /// The definition that contains a node.
  func definition(of index: Int) -> Int {
    var index = index
    while let next = parent(index) { index = next }
    return index
  }

  /// The nodes directly in another.
  func children(of index: Int) -> [Int] { descendants(of: index).filter { nodes[$0].parent == Int32(index) } }

  /// The first child of a kind that stands before the node's selections.
  func child(of index: Int, _ kind: Kind) -> Int? {
    var next = index + 1
    while next < nodes.count, nodes[next].parent >= Int32(index) {
      if nodes[next].parent == Int32(index) {
        if nodes[next].kind == kind { return next }
        if nodes[next].kind == .selectionSet { return nil }
      }
      next += 1
    }
    return nil
  }

  /// The type condition of a fragment or inline fragment.
  func condition(of index: Int) -> Name? { child(of: index, .typeName).flatMap { nodes[$0].name } }

  /// All nodes in a definition or another node, without itself.
  func descendants(of index: Int) -> Range<Int> {
    var next = index + 1
    while next < nodes.count, nodes[next].parent >= Int32(index) { next += 1 }
    return index + 1..<next
  }

  var definitions: [Int] { nodes.indices.filter { nodes[$0].parent < 0 } }
}

extension Outline.Node {
  fileprivate func contains(_ offset: Int) -> Bool {
    switch kind {
    case .typeName, .enumValue, .literal, .location, .variable, .spread, .directive, .alias, .description:
      Int(start) <= offset && offset <= Int(end)
    default: Int(start) < offset && (offset < Int(end) || isOpen && offset <= Int(end))
    }
  }

  var isDefinition: Bool { parent < 0 }
}
