internal import Foundation
internal import RelayCompilerCore

/// What a migration did, and what is left.
struct MigrationReport: Encodable {
  struct Place: Encodable {
    var file: String
    var line: Int
    /// What is there.
    var what: String
    /// What takes its place.
    var instead: String

    /// The lines of files in which something is found, each once.
    static func all(in files: [String], _ find: (Substring) -> (what: String, instead: String)?) -> [Place] {
      files.flatMap { path -> [Place] in
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.lines.enumerated().compactMap { index, line in
          find(line).map { Place(file: path, line: index + 1, what: $0.what, instead: $0.instead) }
        }
      }
    }
  }

  var operations = 0
  /// Operations of which neither the text nor that of a fragment they reach has changed.
  var unchanged = 0
  var changedByTool = 0
  /// Operations with errors that no tool can fix.
  var byHand = 0
  var aliases = 0
  var excluded: [String] = []
  var written: [String] = []
  var swift: [Place] = []
  /// Whether the places in Swift come from an index, or from a search for names.
  var isExact = false
  var notes: [String] = []

  /// Counts the operations by what was done to them.
  mutating func count(_ sources: MigrationSources, changed: Set<Name>, _ input: CompilerInput, _ output: CompilerOutput) {
    var spreads: [Name: Spreads] = [:]
    var all: [(name: Name?, spreads: Spreads, range: SourceRange, path: String)] = []
    for (path, definition) in sources.definitions {
      switch definition {
      case .fragment(let fragment): spreads[fragment.name.name] = Spreads(of: fragment)
      case .operation(let operation): all.append((operation.name?.name, Spreads(of: operation), operation.range, path))
      case .schema, .type, .directive: continue
      }
    }
    operations = all.count
    let errors = output.diagnostics.filter { $0.severity == .error }
    for operation in all {
      var reached: Set<Name> = []
      var pending = operation.spreads.fragments
      while let name = pending.popLast() {
        if reached.insert(name).inserted { pending += spreads[name]?.fragments ?? [] }
      }
      if let name = operation.name { reached.insert(name) }
      let isBroken = errors.contains { error in
        input.files.indices.contains(error.range.file.index) && input.files[error.range.file.index].path == operation.path
          && error.range.start >= operation.range.start && error.range.end <= operation.range.end
      }
      if isBroken { byHand += 1 } else if reached.isDisjoint(with: changed) { unchanged += 1 } else { changedByTool += 1 }
    }
  }

  /// For people.
  var text: String {
    var text = ""
    for file in written { text += "writes    \(file)\n" }
    for name in excluded { text += "leaves out \(name)\n" }
    for place in swift { text += "\(place.file):\(place.line): \(place.what): \(place.instead)\n" }
    for note in notes { text += "note: \(note)\n" }
    let hand = byHand > 0 ? ", \(byHand) to be changed by hand" : ""
    let places = swift.count == 1 ? "1 place in Swift" : "\(swift.count) places in Swift"
    let how = swift.isEmpty || isExact ? "" : " (by name)"
    text += "\(unchanged) of \(operations) operations unchanged, \(changedByTool) by tool\(hand), \(places)\(how).\n"
    return text
  }
}
