/// Selects the parts of other modules' documents that the target uses: the fragments that its own documents spread, directly or
/// indirectly.
///
/// The result is the imported documents, reduced to these fragments. So a fragment that the target does not use cannot break it: a module
/// below may use another server with another schema.
/// may use another server, with another schema.
enum ImportedFragments {
  static func used(by own: [Document], in imported: [Document]) -> [Document] {
    var definitions: [Name: [FragmentDefinitionSyntax]] = [:]
    for document in imported {
      for case .fragment(let fragment) in document.definitions { definitions[fragment.name.name, default: []].append(fragment) }
    }
    if definitions.isEmpty { return [] }

    var used: Set<Name> = []
    var pending: [SelectionSetSyntax] = []
    for definition in own.lazy.flatMap(\.definitions) {
      switch definition {
      case .operation(let operation): pending.append(operation.selectionSet)
      case .fragment(let fragment): pending.append(fragment.selectionSet)
      case .schema, .type, .directive: break
      }
    }
    while let selectionSet = pending.popLast() {
      for selection in selectionSet.selections {
        switch selection {
        case .field(let field): if let selectionSet = field.selectionSet { pending.append(selectionSet) }
        case .inlineFragment(let fragment): pending.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          if used.insert(spread.name.name).inserted { pending += definitions[spread.name.name, default: []].map(\.selectionSet) }
        }
      }
    }
    return imported.map { document in
      var needed = document
      needed.definitions = document.definitions.filter {
        if case .fragment(let fragment) = $0 { used.contains(fragment.name.name) } else { false }
      }
      return needed
    }
  }
}
