/// Fragment Spread Is Possible (specification, section 5.5.2.3): some object can have the fragment's type and its parent's. Relay asks
/// that of every type condition around it since the last field, not only of the nearest.
extension DefinitionWalker {
  mutating func checkSpreadIsPossible(_ name: NameSyntax, _ type: TypeID, _ scope: Scope) {
    guard let outer = impossibleParent(of: type, scope) else { return }
    report(.impossibleSpread(name, type: schema[type].name, parent: schema[outer].name))
  }

  mutating func checkInlineFragmentIsPossible(_ condition: NameSyntax, _ type: TypeID, _ scope: Scope) {
    guard let outer = impossibleParent(of: type, scope) else { return }
    report(.impossibleInlineFragment(condition, parent: schema[outer].name))
  }

  /// The type around a fragment that it can never be together with.
  private func impossibleParent(of type: TypeID, _ scope: Scope) -> TypeID? {
    guard let parent = scope.parent, schema.isComposite(type) else { return nil }
    if !schema.doTypesOverlap(type, parent) { return parent }
    guard isRelay, scope.enclosing.count > 1 else { return nil }
    return scope.enclosing.last { !schema.doTypesOverlap(type, $0) }
  }
}
