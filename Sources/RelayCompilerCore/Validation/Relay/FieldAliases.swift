/// The names that Relay itself reads stay what they are: no field may be called like the id field, `__typename` or `__id`, and no alias
/// begins with two underscores.
extension RelayRuleWalker {
  mutating func checkReservedAlias(_ head: FieldHead) {
    guard let alias = head.alias, alias != head.name else { return }
    guard alias == options.schema.nodeInterfaceIDField || alias == .typename || alias == .clientID else { return }
    report(.reservedAlias(alias, at: head.nameRange))
  }

  mutating func checkDoubleUnderscoreAlias(_ head: FieldHead) {
    guard let alias = head.alias, alias.hasPrefix("__") else { return }
    // That is said by the other rule.
    if alias != head.name, alias == .typename || alias == .clientID { return }
    report(.doubleUnderscoreAlias(at: head.nameRange))
  }
}
