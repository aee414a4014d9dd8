internal import RelayCompilerCore

/// Compares two schemas part by part, and collects what changed. Each kind of definition has its own file.
///
/// Only what a client can observe is compared: introspection, not the order of definitions. The schemas are those of servers, without client
/// extensions.
struct SchemaComparison {
  let old: Schema
  let new: Schema
  private(set) var changes: [SchemaChange] = []

  /// The changes, those that break first, each level by coordinate.
  static func changes(from old: Schema, to new: Schema) -> [SchemaChange] {
    var comparison = SchemaComparison(old: old.droppingInvalidDefaults(), new: new.droppingInvalidDefaults())
    comparison.compareTypes()
    comparison.compareDirectives()
    let order = ChangeLevel.allCases
    return comparison.changes.enumerated().sorted { a, b in
      let (left, right) = (order.firstIndex(of: a.element.level) ?? 0, order.firstIndex(of: b.element.level) ?? 0)
      return (left, a.element.coordinate, a.offset) < (right, b.element.coordinate, b.offset)
    }.map(\.element)
  }

  private init(old: Schema, new: Schema) { (self.old, self.new) = (old, new) }

  mutating func add(_ type: ChangeType, _ coordinate: String, _ description: String) {
    changes.append(SchemaChange(type, coordinate, description))
  }

  /// - Parameter subject: what is described, such as `field Query.a`.
  mutating func compareDescriptions(_ old: (some Described)?, _ new: some Described, of subject: String, at coordinate: String) {
    let text = new.description ?? ""
    if (old?.description ?? "") == text { return }
    add(
      .descriptionChanged, coordinate,
      text.isEmpty ? "Description of \(subject) was removed." : "Description of \(subject) has changed to \"\(text)\".")
  }
}

/// Two lists of named parts, matched by name.
struct Matching<Part> {
  private(set) var removed: [Part] = []
  private(set) var added: [Part] = []
  private(set) var kept: [(old: Part, new: Part)] = []

  init(_ old: some Sequence<Part>, _ new: some Sequence<Part>, by name: (Part) -> Name) {
    var rest: [Name: Part] = [:]
    for part in new where rest[name(part)] == nil { rest[name(part)] = part }
    for part in old {
      if let match = rest.removeValue(forKey: name(part)) { kept.append((part, match)) } else { removed.append(part) }
    }
    for part in new where rest.removeValue(forKey: name(part)) != nil { added.append(part) }
  }
}
