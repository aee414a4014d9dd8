/// Reserved Names (specification, section 2.1.8): names that begin with two underscores belong to introspection.
extension SchemaValidator {
  mutating func checkName(_ name: Name, at range: SourceRange) {
    guard name.hasPrefix("__"), !range.isGenerated else { return }
    // Servers that print their whole schema include introspection.
    if BuiltInDefinitions.introspectionTypes.contains(name) { return }
    report(.reservedName(name, at: range))
  }
}

extension BuiltInDefinitions {
  static let introspectionTypes: Set<Name> = [
    "__Schema", "__Type", "__TypeKind", "__Field", "__InputValue", "__EnumValue", "__Directive", "__DirectiveLocation", "__Service",
    "__Capability",
  ]
}
