/// The names that Relay itself reads stay what they are: no field may be called like the id field, `__typename` or `__id`, and no alias
/// begins with two underscores.
extension RelayRuleWalker {
  mutating func checkReservedAlias(_ head: FieldHead) {
    guard let alias = head.alias, alias == options.schema.nodeInterfaceIDField || alias == .typename || alias == .clientID else { return }
    report("reserved-alias", "'\(alias)' means something to the store, so no other field can go by that name", at: head.nameRange)
  }

  mutating func checkDoubleUnderscoreAlias(_ head: FieldHead) {
    guard let alias = head.alias, alias.hasPrefix("__"), alias != .typename, alias != .clientID else { return }
    report(
      "double-underscore-alias", "Names with two underscores in front belong to GraphQL and the compiler. Choose another alias",
      at: head.nameRange)
  }
}
