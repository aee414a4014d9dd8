/// Documents must not select fields that the schema marks with `@unselectable` (the directive's name is configurable).
extension RelayRuleWalker {
  mutating func checkSelectable(_ definition: FieldID, _ head: FieldHead, on parent: TypeID) {
    let directives = schema[definition].directives
    guard !directives.isEmpty,
      let directive = directives.first(where: { $0.name == options.schema.unselectableDirectiveName })
    else { return }
    var reason: String?
    if case .string(let text)? = directive.arguments.first(where: { $0.name == "reason" })?.value {
      reason = StringSyntax.value(ofRaw: text)
    }
    report(.unselectableField(head.name, on: schema[parent].name, reason: reason, at: head.nameRange))
  }
}
