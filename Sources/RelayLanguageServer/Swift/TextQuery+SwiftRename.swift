internal import RelayCompilerCore

/// What a rename changes in Swift.
///
/// Only names that the index of the build knows are changed, and only where they still stand. Everything else that uses an old name is an error of
/// the next build, so a rename without an index is done in the documents and says so.
extension TextQuery {
  func swiftEdits(
    renaming symbol: Symbol, _ edits: [(text: Int, range: Range<Int>, replacement: String)]
  ) -> (edits: [FileEdit], note: String?) {
    guard tools.swiftReferences != nil, symbol.isInSwift else { return ([], nil) }
    guard let index = swiftIndex(isCurrent: true) else {
      return (
        [], "Only documents were changed: there is no index of a build, from which uses in Swift are known. 'swift build' writes one."
      )
    }
    let definitions = definitions(changedBy: edits, of: symbol)
    // Nothing is generated from what is not a part of an operation or fragment.
    if definitions.isEmpty { return ([], nil) }
    guard let rename = SwiftRename(definitions, from: project, to: project.replacing(edits)) else {
      return ([], "Only documents were changed: they have errors, so it is not known how the generated Swift changes.")
    }
    var texts = SwiftTexts(self)
    var places: [String: [Range<Int>: String]] = [:]
    var missed: Set<String> = []
    func visit(_ name: [String], _ change: (SwiftText, Range<Int>, _ isCall: Bool) -> [(Range<Int>, String)]) {
      for use in index.uses(of: [name], withRequirements: false) {
        guard let text = texts[use.path] else { continue }
        guard let range = text.range(of: use) else {
          missed.insert(text.path)
          continue
        }
        for (range, replacement) in change(text, range, use.isCall) { places[use.path, default: [:]][range] = replacement }
      }
    }
    for (name, replacement) in rename.names { visit(name) { _, range, _ in [(range, replacement)] } }
    for (function, labels) in rename.labels {
      visit(function) { text, range, _ in
        text.labels(after: range).compactMap { label in labels[label.label].map { (label.range, $0) } }
      }
    }
    let words = Set(rename.names.keys.compactMap(\.last)).union(rename.labels.values.flatMap(\.keys))
    for path in index.changedFiles where texts[path]?.contains(words) == true { missed.insert(texts[path]?.path ?? path) }
    var result: [FileEdit] = []
    for (path, changes) in places.sorted(by: { $0.key < $1.key }) {
      guard let text = texts[path] else { continue }
      for (range, replacement) in changes.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
        result.append((text.path, text.textRange(range, client.encoding), replacement))
      }
    }
    let files = missed.sorted().map { FilePath.name(of: $0) }.joined(separator: ", ")
    return (result, missed.isEmpty ? nil : "Uses in files that have changed since the last build may not have been renamed: \(files)")
  }

  /// The definitions whose Swift a rename may change.
  private func definitions(changedBy edits: [(text: Int, range: Range<Int>, replacement: String)], of symbol: Symbol) -> [Place] {
    var found: Set<Place> = []
    var names: Set<Name> = []
    for edit in edits {
      let outline = project.texts[edit.text].outline
      guard let node = outline.node(at: edit.range.lowerBound) else { continue }
      let definition = outline.definition(of: node)
      guard outline.nodes[definition].kind == .operation || outline.nodes[definition].kind == .fragment else { continue }
      found.insert(Place(text: edit.text, node: definition))
      if outline.nodes[definition].kind == .fragment, let name = outline.nodes[definition].name {
        names.formUnion(project.fragmentsReaching(name))
      }
    }
    switch symbol {
    case .type, .field, .enumValue, .inputField:
      // A type's name is in the Swift of every field that has it.
      for (index, text) in project.texts.enumerated() {
        for definition in text.operations + text.fragments { found.insert(Place(text: index, node: definition.node)) }
      }
    default:
      // A fragment without a mask is a part of those that spread it.
      for name in names { found.formUnion(project.fragments[name] ?? []) }
      for (index, text) in project.texts.enumerated() where names.contains(where: text.occurrences.contains) {
        for definition in text.operations {
          let spreads = text.outline.descendants(of: definition.node).contains { child in
            text.outline.nodes[child].kind == .spread && text.outline.nodes[child].name.map(names.contains) == true
          }
          if spreads { found.insert(Place(text: index, node: definition.node)) }
        }
      }
    }
    // What is imported is generated in the module that has it.
    return found.filter { project.texts[$0.text].importedFrom == nil }.sorted { ($0.text, $0.node) < ($1.text, $1.node) }
  }
}

extension Symbol {
  /// Whether something in Swift is named after it.
  fileprivate var isInSwift: Bool {
    switch self {
    case .operation, .fragment, .type, .field, .inputField, .enumValue, .fragmentArgument, .variable, .globalVariable, .alias: true
    case .metaField, .argument, .directive, .directiveArgument: false
    }
  }
}

extension Project {
  /// The project with other texts, in which the same nodes have other names.
  func replacing(_ edits: [(text: Int, range: Range<Int>, replacement: String)]) -> Project {
    var result = self
    for (index, edits) in Dictionary(grouping: edits, by: \.text) {
      var bytes = texts[index].bytes
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        bytes.replaceSubrange(edit.range, with: Array(edit.replacement.utf8))
      }
      let text = GraphQLText(path: texts[index].path, role: texts[index].role, bytes: bytes)
      result.replace(index, with: text, revision: revisions[index] &+ 1 << 40)
    }
    if result.schemaTextsRevision != schemaTextsRevision { result.buildSchema() }
    return result
  }
}
