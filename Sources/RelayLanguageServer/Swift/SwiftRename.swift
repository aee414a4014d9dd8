internal import RelayCompilerCore

/// How the names of generated Swift change when documents do: what the compiler makes of them before and after.
///
/// So no rule about the names of generated Swift exists a second time.
struct SwiftRename {
  /// By declaration as it was, its new name as it is written.
  private(set) var names: [[String]: String] = [:]
  /// By function as it was, the labels that change.
  private(set) var labels: [[String]: [String: String]] = [:]

  /// - Parameters:
  ///   - definitions: those whose Swift may change; their nodes are the same before and after.
  /// - Returns: nil if the documents cannot be compiled, or if more changes than names.
  init?(_ definitions: [Place], from before: Project, to after: Project) {
    guard let old = GeneratedSwift(before, of: definitions), let new = GeneratedSwift(after, of: definitions) else { return nil }
    for definition in definitions {
      let (oldText, newText) = (old.text(of: definition) ?? [], new.text(of: definition) ?? [])
      guard compare(SwiftDeclarations(oldText).all, SwiftDeclarations(newText).all) else { return nil }
    }
    // The schema's types are sorted by their names.
    let oldTypes = Dictionary(grouping: SwiftDeclarations(old.schemaText).all) { $0.path.first }
    let newTypes = Dictionary(grouping: SwiftDeclarations(new.schemaText).all) { $0.path.first }
    let removed = oldTypes.keys.filter { newTypes[$0] == nil }
    let added = newTypes.keys.filter { oldTypes[$0] == nil }
    guard removed.count == added.count, removed.count <= 1 else { return nil }
    for (name, declarations) in oldTypes {
      guard let others = newTypes[name] ?? added.first.flatMap({ newTypes[$0] }), compare(declarations, others) else { return nil }
    }
  }

  private mutating func compare(_ old: [SwiftDeclarations.Declaration], _ new: [SwiftDeclarations.Declaration]) -> Bool {
    guard old.count == new.count else { return false }
    for (old, new) in zip(old, new) where old.path.last != new.path.last {
      guard let oldName = old.path.last, let newName = new.path.last else { continue }
      let (oldLabels, newLabels) = (Self.labels(in: oldName), Self.labels(in: newName))
      guard (oldLabels == nil) == (newLabels == nil), oldLabels?.count == newLabels?.count else { return false }
      if let oldLabels, let newLabels {
        for (label, other) in zip(oldLabels, newLabels) where label != other { labels[old.path, default: [:]][label] = other }
      } else {
        names[old.path] = new.written
      }
    }
    return true
  }

  /// The labels in the name of a function; nil for other names.
  private static func labels(in name: String) -> [String]? {
    guard let start = name.firstIndex(of: "(") else { return nil }
    return name[start...].dropFirst().dropLast().split(separator: ":").map(String.init)
  }
}
