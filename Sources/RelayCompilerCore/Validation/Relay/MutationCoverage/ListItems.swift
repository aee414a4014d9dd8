/// What lists show of their items: for an edge type, the connections with such edges, and the fragments that each of them spreads in a node.
///
/// An answer that puts an object into a list must have all of it, whatever the mutation changes: what is missing is missing on screen.
struct ListItems {
  struct List {
    /// The fragments spread in the node, and those that they spread in it.
    var fragments: [FragmentDefinition]
    /// What they show of the node.
    var fields: [FieldCollector.Field]
    /// For each field, the fragment that shows it.
    var owners: [FieldPath: FragmentDefinition]
  }

  private(set) var lists: [TypeID: [List]] = [:]

  /// No lists.
  init() {}

  init(_ program: Program, identities: Identities, connections: ConnectionInterface) {
    var search = ListSearch(program: program, identities: identities, connections: connections)
    for operation in program.operations { search.search(operation.selections) }
    for fragment in program.fragments { search.search(fragment.selections) }
    lists = search.lists
  }
}

private struct ListSearch {
  let program: Program
  let identities: Identities
  let connections: ConnectionInterface
  var lists: [TypeID: [ListItems.List]] = [:]

  init(program: Program, identities: Identities, connections: ConnectionInterface) {
    self.program = program
    self.identities = identities
    self.connections = connections
  }

  mutating func search(_ selections: [Selection]) {
    for selection in selections {
      switch selection {
      case .linkedField(let field):
        if field.head.directives.contains(.connection) || field.head.directives.contains(.streamConnection) { note(field) }
        search(field.selections)
      case .inlineFragment(let fragment): search(fragment.selections)
      case .condition(let condition): search(condition.selections)
      case .scalarField, .fragmentSpread: break
      }
    }
  }

  private mutating func note(_ connection: LinkedField) {
    for case .linkedField(let edges) in connection.selections where edges.head.name == connections.edges {
      for case .linkedField(let node) in edges.selections where node.head.name == connections.node {
        let list = list(of: node)
        let known = lists[edges.head.type.named]?.count ?? 0
        if !list.fields.isEmpty, known < Self.maximumLists { lists[edges.head.type.named, default: []].append(list) }
      }
    }
  }

  /// So that a type of edges with thousands of lists does not cost their number for each mutation.
  private static let maximumLists = 64

  private func list(of node: LinkedField) -> ListItems.List {
    var list = ListItems.List(fragments: [], fields: [], owners: [:])
    var seen: Set<Name> = []
    var pending = Array(spreads(in: node.selections).reversed())
    while let name = pending.popLast() {
      guard seen.insert(name).inserted, let fragment = program.fragment(name) else { continue }
      guard program.schema.doTypesOverlap(fragment.type, node.head.type.named) else { continue }
      list.fragments.append(fragment)
      var collector = FieldCollector(program: program, identities: identities, spreads: .inValues)
      collector.collect(fragment.selections, of: nil)
      for field in collector.found where list.owners[field.path] == nil {
        list.owners[field.path] = fragment
        list.fields.append(field)
      }
      pending += spreads(in: fragment.selections)
    }
    return list
  }

  /// The fragments spread in the object itself.
  private func spreads(in selections: [Selection]) -> [Name] {
    selections.flatMap { selection -> [Name] in
      switch selection {
      case .fragmentSpread(let spread): [spread.name]
      case .inlineFragment(let fragment): spreads(in: fragment.selections)
      case .condition(let condition): spreads(in: condition.selections)
      case .scalarField, .linkedField: []
      }
    }
  }
}
