extension RelayRuleWalker {
  mutating func checkUpdatable() {}
}
