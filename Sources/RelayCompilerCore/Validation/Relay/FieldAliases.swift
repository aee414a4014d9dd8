/// Names that Relay itself reads are reserved: no field may have the alias `__typename`, `__id` or that of the id field, and no alias may
/// begin with two underscores.
extension RelayRuleWalker {
  mutating func checkReservedAlias(_ head: FieldHead) {
    guard let alias = head.alias, alias != head.name else { return }
    guard alias == options.schema.nodeInterfaceIDField || alias == .typename || alias == .clientID else { return }
    report(.reservedAlias(alias, at: head.nameRange))
  }

  mutating func checkDoubleUnderscoreAlias(_ head: FieldHead) {
    guard let alias = head.alias, alias.hasPrefix("__") else { return }
    // The other rule reports these.
    if alias != head.name, alias == .typename || alias == .clientID { return }
    report(.doubleUnderscoreAlias(at: head.nameRange))
  }
}
