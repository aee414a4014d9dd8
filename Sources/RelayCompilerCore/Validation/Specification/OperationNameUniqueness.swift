/// Operation Name Uniqueness (specification, section 5.2.2.1). For Relay, names are unique among operations and fragments together,
/// because each becomes an artifact with that name.
extension ValidationRule {
  static let operationNameUniqueness = ValidationRule(sections: ["5.2.2.1"], definitions: { context, _ in context.checkOperationNames() })
}

extension ValidationContext {
  fileprivate func checkOperationNames() -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var first: [Name: Int] = [:]
    var named: [(name: NameSyntax, kind: OperationKind, fragment: SourceRange)] = []
    for index in definitions.indices where definitions[index].isOperation {
      let definition = definitions[index]
      guard let name = definition.name else { continue }
      if let earlier = first[name.name] {
        if definition.isOwn { diagnostics.append(.duplicateOperation(name, first: definitions[earlier].nameRange)) }
        continue
      }
      first[name.name] = index
      if profile == .relay, let fragment = fragments[name.name], definition.isOwn, case .operation(let operation) = definition.syntax {
        named.append((name, operation.kind, definitions[fragment].nameRange))
      }
    }
    for (name, kind, fragment) in named {
      let inSwift = kind.typeName(of: name.name)
      let isFree = first[inSwift] == nil && fragments[inSwift] == nil
      diagnostics.append(.operationNamedAsFragment(name, kind: kind, fragment: fragment, free: isFree ? inSwift : nil))
    }
    return diagnostics
  }
}
