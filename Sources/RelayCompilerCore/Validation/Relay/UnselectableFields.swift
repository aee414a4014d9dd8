/// Documents must not select fields that the schema marks with `@unselectable` (the directive's name is configurable).
extension RelayRule {
  static let unselectableFields = RelayRule(field: { $0.checkSelectable($1.head, on: $1.parent) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkSelectable(_ head: FieldHead, on parent: TypeID) {
    guard let definition = head.definition, !schema[definition].directives.isEmpty,
      let directive = schema[definition].directives.first(where: { $0.name == options.schema.unselectableDirectiveName })
    else { return }
    var reason: String?
    if case .string(let text)? = directive.arguments.first(where: { $0.name == "reason" })?.value {
      reason = StringSyntax.value(ofRaw: text)
    }
    report(.unselectableField(head.name, on: schema[parent].name, reason: reason, at: head.nameRange))
  }
}
