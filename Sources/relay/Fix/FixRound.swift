internal import RelayCompilerCore

/// The fixes that the diagnostics of one compilation carry, as edits of the files.
struct FixRound {
  /// By the path of the file.
  private(set) var edits: [String: TextEdits] = [:]
  /// How often a diagnostic of each id is fixed.
  private(set) var counts: [String: Int] = [:]
  private let rules: Set<String>
  private var seen: Set<String> = []

  /// - Parameter rules: the ids whose diagnostics are fixed; empty for all.
  init(_ project: ProjectModules, _ problems: [InputReader.Problem], rules: Set<String>) {
    self.rules = rules
    for problem in problems { add(problem.diagnostics) { _ in problem.file } }
    for module in project.modules {
      let sources = module.input.sources
      add(module.diagnostics) { file in
        guard sources.indices.contains(file.index) else { return nil }
        // The server's schema is not ours to change, and a module below fixes its documents itself.
        switch sources[file.index].role {
        case .document, .clientSchema: return sources[file.index].file
        case .schema, .imported: return nil
        }
      }
    }
  }

  private mutating func add(_ diagnostics: [Diagnostic], file: (FileID) -> SourceFile?) {
    for diagnostic in diagnostics where rules.isEmpty || rules.contains(diagnostic.id.rawValue) {
      // Several fixes of one diagnostic are a choice, which is not for a tool to make.
      guard diagnostic.fixIts.count == 1, let fix = diagnostic.fixIts.first, let source = file(fix.range.file),
        source.canHold(fix.replacement)
      else { continue }
      // Modules that see the same file report the same.
      guard seen.insert("\(source.path):\(fix.range.start):\(fix.range.end):\(fix.replacement)").inserted else { continue }
      if edits[source.path, default: TextEdits()].add(fix.range, fix.replacement) { counts[diagnostic.id.rawValue, default: 0] += 1 }
    }
  }
}
