/// A directive definition must not use the directive itself, directly or indirectly (specification, section 3.13): through directives on
/// its arguments, the types of these, and the contents of those types.
extension SchemaValidator {
  /// The directives that reach themselves.
  static func directivesReferencingThemselves(in schema: Schema) -> Set<Name> {
    var search = DirectiveCycleSearch(schema: schema)
    for name in schema.directives.keys where schema.directives[name]?.arguments.isEmpty == false { search.visit(.directive(name)) }
    return search.cyclic
  }
}

/// The strongly connected components of directives and input types (Tarjan's algorithm, without recursion: chains can be long).
private struct DirectiveCycleSearch {
  enum Node: Hashable {
    case directive(Name)
    case type(TypeID)
  }

  let schema: Schema
  /// The directives in a component with another node, and those that refer to themselves.
  var cyclic: Set<Name> = []
  private var indices: [Node: Int] = [:]
  private var lowest: [Node: Int] = [:]
  private var stack: [Node] = []
  private var open: Set<Node> = []

  init(schema: Schema) { self.schema = schema }

  mutating func visit(_ root: Node) {
    if indices[root] != nil { return }
    var path: [(node: Node, targets: [Node], next: Int)] = [enter(root)]
    while let (node, targets, next) = path.last {
      if next < targets.count {
        path[path.count - 1].next += 1
        let target = targets[next]
        if let index = indices[target] {
          if open.contains(target) { lowest[node] = min(lowest[node] ?? index, index) }
          if target == node, case .directive(let name) = node { cyclic.insert(name) }
        } else {
          path.append(enter(target))
        }
        continue
      }
      path.removeLast()
      let low = lowest[node] ?? 0
      if let parent = path.last?.node { lowest[parent] = min(lowest[parent] ?? low, low) }
      if low == indices[node] { close(upTo: node) }
    }
  }

  private mutating func enter(_ node: Node) -> (node: Node, targets: [Node], next: Int) {
    indices[node] = indices.count
    lowest[node] = indices[node]
    stack.append(node)
    open.insert(node)
    return (node, targets(of: node), 0)
  }

  private mutating func close(upTo node: Node) {
    var component: [Node] = []
    while let last = stack.popLast() {
      open.remove(last)
      component.append(last)
      if last == node { break }
    }
    guard component.count > 1 else { return }
    for case .directive(let name) in component { cyclic.insert(name) }
  }

  private func targets(of node: Node) -> [Node] {
    var result: [Node] = []
    func add(_ values: NamedList<InputValueDefinition>) {
      for value in values {
        for use in value.directives { result.append(.directive(use.name)) }
        result.append(.type(value.type.named))
      }
    }
    switch node {
    case .directive(let name):
      if let definition = schema.directives[name] { add(definition.arguments) }
    case .type(let id):
      for use in schema[id].directives { result.append(.directive(use.name)) }
      for value in schema[id].values {
        for use in value.directives { result.append(.directive(use.name)) }
      }
      add(schema[id].inputFields)
    }
    return result
  }
}
