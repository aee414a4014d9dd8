/// `__typename` is not allowed directly in an operation or in a fragment on the query type: it provides no information, and would make
/// two roots differ.
extension RelayRule {
  static let typenameOnRoot = RelayRule(
    operation: { $0.checkTypenameOnRoot($1.selections, root: $1.type) },
    fragment: { $0.checkTypenameOnRoot($1.selections, root: $1.type) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkTypenameOnRoot(_ selections: [Selection], root: TypeID) {
    guard root == schema.queryType || root == schema.mutationType || root == schema.subscriptionType else { return }
    if case .fragment(let fragment) = definition,
      fragment.type != schema.queryType || fragment.directives.contains(.assignable)
    {
      return
    }
    for case .scalarField(let field) in selections where field.head.name == .typename {
      report(.typenameOnRoot(at: field.head.nameRange))
    }
  }
}
