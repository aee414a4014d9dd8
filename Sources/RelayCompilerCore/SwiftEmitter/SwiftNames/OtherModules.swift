/// What a module knows of those that it imports, to tell the Swift names of their definitions as they do themselves.
struct OtherModules: Sendable {
  /// All of their fragments.
  var fragments: [FragmentDefinitionSyntax] = []
  /// The options with which they are compiled.
  var options = CompilerOptions()
  /// The names in modules of which all definitions are known.
  var known: [String: ModuleNames] = [:]

  /// The names in some modules. Of most, only the fragments are known, whose names do not depend on the operations.
  func names(in modules: Set<String>, sources: [Source], schema: Schema) -> [String: ModuleNames] {
    let others = modules.filter { known[$0] == nil }
    if others.isEmpty { return known }
    var declared: [String: [ModuleNames.Fragment]] = [:]
    for fragment in fragments {
      guard let module = sources[fragment.range.file]?.module, others.contains(module) else { continue }
      let isRefetchable = fragment.directives.contains { $0.name.name == .refetchable }
      declared[module, default: []].append(ModuleNames.Fragment(name: fragment.name.name, isRefetchable: isRefetchable))
    }
    var result = known
    for module in others {
      let ownsTypes = module == options.swift.schemaModule
      result[module] = ModuleNames(
        (declared[module] ?? []).sorted(byName: \.name),
        usedTypes: ownsTypes ? SchemaTypeCollector.types(for: [], payloads: [], schema: schema, all: true) : [], schema: schema,
        options: options, ownsTypes: ownsTypes)
    }
    return result
  }
}
