/// Names that Relay itself reads are reserved: no field may have the alias `__typename`, `__id` or that of the id field, and no alias may
/// begin with two underscores.
extension RelayRule {
  static let fieldAliases = RelayRule(field: { $0.checkAlias($1.head) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkAlias(_ head: FieldHead) {
    guard let alias = head.alias else { return }
    if alias != head.name, alias == options.schema.nodeInterfaceIDField || alias == .typename || alias == .clientID {
      report(.reservedAlias(alias, at: head.nameRange))
    }
    // The other rule reports these.
    if alias.hasPrefix("__"), alias == head.name || alias != .typename && alias != .clientID {
      report(.doubleUnderscoreAlias(at: head.nameRange))
    }
  }
}
