internal import RelayCompilerCore
internal import RelayIndexStore

/// Fields that no Swift code reads, by the index of the build.
///
/// Not reported are fields that are of use without being read: identifiers, what makes up a connection, `@required` fields, whose absence alone
/// has an effect, and what is selected to bring the store up to date: the fields of mutations, of subscriptions, and of queries of which nothing
/// is read at all. Of an object that is not read, only the object is reported.
extension LintRule {
  static func unusedFields(in project: ProjectModules, _ reads: SwiftReads) -> [LintFinding] {
    let shown = fragmentsOfQueries(in: project)
    let fragments = project.fragments
    return project.modules.indices.flatMap { index -> [LintFinding] in
      let module = project.modules[index]
      if module.hasErrors { return [] }
      var uses = FieldUses(GeneratedProperty.all(of: module.output, for: module.input), reads, fragments: fragments)
      for definition in module.documents.flatMap(\.definitions) {
        switch definition {
        case .operation(let operation) where operation.kind == .query:
          uses.add(operation.selectionSet, of: operation.range, isPreload: !uses.readsAny(of: operation.range))
        case .fragment(let fragment):
          uses.add(fragment.selectionSet, of: fragment.range, isPreload: !shown.contains(fragment.name.name))
        case .operation, .schema, .type, .directive: continue
        }
      }
      return uses.unused.map { field in
        let name = (field.alias ?? field.name).name
        let message = "No Swift code reads '\(name)'. Remove it, or say why it is needed: '# relay-lint-ignore unused-field: REASON'"
        return LintFinding(.unusedField, message, at: (field.alias ?? field.name).range, in: index)
      }
    }
  }

  /// The fragments that queries reach. What only mutations and subscriptions select is for the store.
  private static func fragmentsOfQueries(in project: ProjectModules) -> Set<Name> {
    let graph = SpreadGraph(project)
    var result: Set<Name> = []
    for definition in project.documents.flatMap(\.document.definitions) {
      switch definition {
      case .operation(let operation) where operation.kind == .query: result.formUnion(graph.reachable(from: Spreads(of: operation)))
      case .fragment(let fragment) where fragment.has("refetchable"):
        result.insert(fragment.name.name)
        result.formUnion(graph.reachable(from: Spreads(of: fragment)))
      case .operation, .fragment, .schema, .type, .directive: continue
      }
    }
    return result
  }
}

/// The uses of the selections of a module. A fragment without a mask is a part of several definitions, so that a selection may have several.
private struct FieldUses {
  private let properties: [SourceRange: [[Name]: [GeneratedProperty]]]
  private let reads: SwiftReads
  private let fragments: [Name: FragmentDefinitionSyntax]
  private var fields: [FieldSyntax] = []
  private var uses: [SourceRange: Set<Use>] = [:]

  private enum Use { case read, unread, exempt, unknown }

  init(_ properties: [GeneratedProperty], _ reads: SwiftReads, fragments: [Name: FragmentDefinitionSyntax]) {
    self.properties = Dictionary(grouping: properties, by: \.definition).mapValues { Dictionary(grouping: $0, by: \.path) }
    self.reads = reads
    self.fragments = fragments
  }

  /// The fields that are nowhere read, in the order of the documents.
  var unused: [FieldSyntax] { fields.filter { uses[$0.range] == [.unread] } }

  func readsAny(of definition: SourceRange) -> Bool {
    properties[definition, default: [:]].values.contains { $0.contains { reads.use(of: $0.name, in: $0.types) != .unread } }
  }

  mutating func add(_ set: SelectionSetSyntax, of definition: SourceRange, isPreload: Bool) {
    add(set, of: definition, at: [], isInside: isPreload ? .exempt : nil, unmasked: [])
  }

  /// - Parameter isInside: what is already known of all fields in the set.
  private mutating func add(
    _ set: SelectionSetSyntax, of definition: SourceRange, at path: [Name], isInside: Use?, unmasked: Set<Name>
  ) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        let place = path + [(field.alias ?? field.name).name]
        let use = isInside ?? use(of: field, definition, place)
        if uses[field.range] == nil { fields.append(field) }
        uses[field.range, default: []].insert(use)
        guard let selections = field.selectionSet else { continue }
        // What is in an object that is not read need not be reported, too.
        let inner: Use? = isInside == .exempt || use == .unread ? .exempt : nil
        add(selections, of: definition, at: place, isInside: inner, unmasked: unmasked)
      case .inlineFragment(let fragment):
        let place = path + alias(in: fragment.directives, or: fragment.typeCondition)
        add(fragment.selectionSet, of: definition, at: place, isInside: isInside, unmasked: unmasked)
      case .fragmentSpread(let spread):
        // A fragment that is not masked is a part of this definition.
        let name = spread.name.name
        guard let fragment = fragments[name], isUnmasked(spread), !unmasked.contains(name) else { continue }
        let place = path + alias(in: spread.directives, or: spread.name)
        add(fragment.selectionSet, of: definition, at: place, isInside: isInside, unmasked: unmasked.union([name]))
      }
    }
  }

  private func use(of field: FieldSyntax, _ definition: SourceRange, _ path: [Name]) -> Use {
    guard let found = properties[definition]?[path] else { return .unknown }
    if found.contains(where: { reads.use(of: $0.name, in: $0.types) == .read }) { return .read }
    if found.contains(where: { reads.use(of: $0.name, in: $0.types) == .unknown }) { return .unknown }
    if found.contains(where: \.isForRuntime) || field.directives.contains(where: { $0.name.name == "required" }) { return .exempt }
    return .unread
  }

  private func alias(in directives: [DirectiveSyntax], or name: NameSyntax?) -> [Name] {
    guard let directive = directives.first(where: { $0.name.name == "alias" }) else { return [] }
    for argument in directive.arguments where argument.name.name == "as" {
      if case .string(let text) = argument.value { return [Name(text.value)] }
    }
    return name.map { [$0.name] } ?? []
  }

  private func isUnmasked(_ spread: FragmentSpreadSyntax) -> Bool {
    spread.directives.contains { directive in
      directive.name.name == "relay"
        && directive.arguments.contains { argument in
          if case .boolean(false, _) = argument.value { argument.name.name == "mask" } else { false }
        }
    }
  }
}
