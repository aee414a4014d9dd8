/// Fragment Spread Is Possible (specification, section 5.5.2.3): some object can have both the fragment's type and that of its parent.
/// Relay checks every type condition around it since the last field, not only the nearest one.
extension ValidationRule {
  static let fragmentSpreadIsPossible = ValidationRule(
    sections: ["5.5.2.3"], spread: { $0.checkSpreadIsPossible($1.syntax.name, of: $1.fragment, in: $1.scope) },
    inlineFragment: { $0.checkInlineFragmentIsPossible($1.condition, on: $1.type, in: $1.scope) })
}

extension DefinitionWalker {
  fileprivate mutating func checkSpreadIsPossible(_ name: NameSyntax, of fragment: ExecutableDefinition?, in scope: Scope) {
    guard let fragment, let type = fragment.type, let outer = impossibleParent(of: type, scope) else { return }
    report(.impossibleSpread(name, type: schema[type].name, parent: schema[outer].name, fragment: fragment.nameRange))
  }

  fileprivate mutating func checkInlineFragmentIsPossible(_ condition: NameSyntax, on type: TypeID, in scope: Scope) {
    guard let outer = impossibleParent(of: type, scope) else { return }
    report(.impossibleInlineFragment(condition, parent: schema[outer].name))
  }

  /// The enclosing type with which the fragment's type has no object in common; nil if there is none.
  private func impossibleParent(of type: TypeID, _ scope: Scope) -> TypeID? {
    guard let parent = scope.parent, schema.isComposite(type) else { return nil }
    if !schema.doTypesOverlap(type, parent) { return parent }
    guard isRelay, scope.enclosing.count > 1 else { return nil }
    return scope.enclosing.last { !schema.doTypesOverlap(type, $0) }
  }
}
