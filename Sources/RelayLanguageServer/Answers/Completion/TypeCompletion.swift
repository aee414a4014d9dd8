internal import RelayCompilerCore

/// Completion of types: in definitions, conditions and variables.
extension TextQuery {
  /// The types of some kinds: of the schema, and of this text, which need not be a part of it.
  func typeItems(_ kinds: Set<TypeKind>, withIntrospection: Bool = false, except: Set<Name> = []) -> [CompletionItem] {
    let known = schema.allTypes.filter { kinds.contains(schema[$0].kind) && (withIntrospection || !schema[$0].name.hasPrefix("__")) }
      .map(typeItem)
    let own = outline.definitions.map { outline.nodes[$0] }.compactMap { node -> CompletionItem? in
      guard node.kind == .typeDefinition, kinds.contains(node.typeKind), let name = node.name, schema.type(named: name) == nil else {
        return nil
      }
      return CompletionItem(label: name.string, kind: .type(node.typeKind), detail: node.typeKind.keyword)
    }
    let excluded = Set(except.map(\.string))
    return (known + own).filter { !excluded.contains($0.label) }.sorted { $0.label < $1.label }
  }

  func typeItem(_ id: TypeID) -> CompletionItem {
    CompletionItem(
      label: schema[id].name.string, kind: .type(schema[id].kind), detail: schema[id].kind.keyword, documentation: schema[id].description)
  }

  func interfaceItems(of definition: Int) -> [CompletionItem] {
    let taken = outline.child(of: definition, .interfaces).map(outline.children(of:)) ?? []
    return typeItems(
      [.interface], except: Set(taken.compactMap { outline.nodes[$0].name } + [outline.nodes[definition].name].compactMap(\.self)))
  }

  func typeConditionItems(_ parent: TypeID?, isInline: Bool, hasBraces: Bool) -> [CompletionItem] {
    guard isInline, let parent else { return typeItems([.object, .interface, .union]) }
    return narrower(than: parent).map { id in
      var item = typeItem(id)
      if !hasBraces {
        item.label = "... on " + item.label
        item.insertText = schema[id].name.string + " {\n  $0\n}"
        item.isSnippet = true
        item.filterText = schema[id].name.string
      }
      return item
    }
  }

  /// The types that can be a condition in selections on a type, and are not the type itself.
  func narrower(than type: TypeID) -> [TypeID] {
    var found: [TypeID] = []
    switch schema[type].kind {
    case .interface: found = schema[type].implementors
    case .union: found = schema[type].memberTypes + schema[type].memberTypes.flatMap { schema[$0].interfaces }
    default: break
    }
    var seen: Set<TypeID> = [type]
    return found.filter { seen.insert($0).inserted }
  }
}
