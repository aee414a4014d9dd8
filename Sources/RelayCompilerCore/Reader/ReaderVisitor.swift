/// Something that is done with each node of a reader AST: to write it down, or to find what is used in it.
///
/// There is a method for each kind of node and no default one, so a new node must be handled everywhere. `place` is what the visitor knows
/// from outer nodes; it visits inner ones itself.
protocol ReaderVisitor: ~Copyable {
  associatedtype Place

  mutating func visit(_ field: ReaderField, at place: Place)
  mutating func visit(_ aliased: AliasedSelection, at place: Place)
  mutating func visit(_ fragment: ReaderInlineFragment, at place: Place)
  mutating func visit(_ spread: ReaderFragmentSpread, at place: Place)
  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at place: Place)
  mutating func visit(_ group: ReaderGroup, at place: Place)
}

extension ReaderVisitor where Self: ~Copyable {
  mutating func visit(_ nodes: [ReaderNode], at place: Place) {
    for node in nodes {
      switch node {
      case .required, .scalarField, .linkedField: if let field = ReaderField(node) { visit(field, at: place) }
      case .catch(let target, .aliasedFragment(let aliased)):
        visit(AliasedSelection(aliased: aliased, catchTarget: target), at: place)
      case .catch: if let field = ReaderField(node) { visit(field, at: place) }
      case .aliasedFragment(let aliased): visit(AliasedSelection(aliased: aliased, catchTarget: nil), at: place)
      case .inlineFragment(let fragment): visit(fragment, at: place)
      case .fragmentSpread(let spread): visit(spread, at: place)
      case .inlineDataFragmentSpread(let spread): visit(spread, at: place)
      case .condition(let variable, let passingValue, let selections):
        visit(ReaderGroup(kind: .condition(variable: variable, passingValue: passingValue), selections: selections), at: place)
      case .defer(let selections): visit(ReaderGroup(kind: .defer, selections: selections), at: place)
      case .stream(let selections): visit(ReaderGroup(kind: .stream, selections: selections), at: place)
      case .clientExtension(let selections): visit(ReaderGroup(kind: .clientExtension, selections: selections), at: place)
      }
    }
  }
}

extension ReaderVisitor where Self: ~Copyable, Place == Void {
  mutating func visit(_ nodes: [ReaderNode]) { visit(nodes, at: ()) }
}

/// Selections on the same object as those around them, and what they have in common.
struct ReaderGroup {
  /// What the selections have in common.
  enum Kind {
    case condition(variable: Name, passingValue: Bool)
    case `defer`, stream, clientExtension
  }

  var kind: Kind
  var selections: [ReaderNode]
}
