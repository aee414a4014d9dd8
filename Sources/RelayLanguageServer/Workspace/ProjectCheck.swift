internal import RelayCompilerCore

/// Checks a project in the background. It keeps what the last check made of texts that have not changed since: syntax trees and the schema.
///
/// Only the thread of `CheckQueue` uses it.
struct ProjectCheck {
  /// The diagnostics of a project's files.
  struct Result: Sendable {
    /// By the index of the text. What is not in it has not been checked.
    var diagnostics: [Int: [Problem]] = [:]
    var revisions: [Int]
  }

  /// A diagnostic with its places in texts instead of files of the compiler.
  struct Problem: Sendable {
    struct Location: Sendable {
      var text: Int
      var range: Range<Int>
    }

    struct FixIt: Sendable {
      var location: Location
      var replacement: String
    }

    var id: String
    var severity: Diagnostic.Severity
    var message: String
    var range: Range<Int>
    var notes: [(message: String, location: Location)] = []
    var fixIts: [FixIt] = []
  }

  private struct Parsed {
    var revision: Int
    var file: Int
    var sources: [ParsedSource]
  }

  /// By path.
  private var parsed: [String: Parsed] = [:]
  private var schema: (key: Int, schema: Schema, diagnostics: [Diagnostic])?
  /// What the last check that was not cancelled found, and for what.
  private var last: Complete?

  private struct Complete {
    var schema: Int
    var revisions: [Int]
    /// By text: the names that other texts depend on.
    var names: [[Name]]
    var diagnostics: [Int: [Problem]]
    var isSyntaxComplete: Bool
    /// Whether all stages ran.
    var isComplete: Bool
  }

  /// The most errors about unknown names with which a part is checked alone.
  private static let problemsForParts = 15

  // MARK: - Checking

  /// - Parameters:
  ///   - edited: the text whose diagnostics come first.
  ///   - isCancelled: whether a newer state waits; asked between stages, but not before the edited text has been checked.
  ///   - onSchema: called with a new schema.
  ///   - onResult: called with the diagnostics of the edited text, if these are known first, and then with those of all texts.
  mutating func check(
    _ project: Project, edited: Int?, isCancelled: () -> Bool, onSchema: (_ schema: Schema, _ isBroken: Bool, _ revision: Int) -> Void,
    onResult: (Result) -> Void
  ) {
    let table = FileTable(project)
    let sources = parse(project, table)
    let options = project.configuration.config.options
    let systems = SchemaSources(sources)
    var base = sources.flatMap(\.diagnostics) + systems.diagnostics
    if project.configuration.isLoose { base.removeAll { $0.id == Diagnostic.noSchemaID } }
    let key = project.schemaTextsRevision
    if schema?.key != key {
      let (built, problems) = SchemaBuilder.build(server: systems.server, clientExtensions: systems.clientExtensions, options: options)
      schema = (key, built, problems)
      onSchema(built, systems.isSchemaBroken || problems.hasErrors, key)
    }
    guard let schema else { return }
    let isBroken = systems.isSchemaBroken || schema.diagnostics.hasErrors || systems.server.isEmpty
    let isSyntaxComplete = !base.hasErrors
    base += schema.diagnostics
    if isBroken || project.configuration.isLoose {
      last = nil
      return onResult(table.result(base.sortedAndUnique(), of: project))
    }
    var state = Complete(
      schema: key, revisions: project.revisions, names: project.texts.map(\.dependedNames), diagnostics: [:],
      isSyntaxComplete: isSyntaxComplete, isComplete: true)
    func run(_ sources: [ParsedSource], elsewhere: [ParsedSource], isCancelled: () -> Bool) -> DocumentCheck? {
      DocumentCheck(
        sources, elsewhere: elsewhere, schema: schema.schema, options: options, files: table.files, isSyntaxComplete: isSyntaxComplete,
        isCancelled: isCancelled)
    }

    if let affected = changedTexts(project, state).map(project.withDependents), affected.count < project.texts.count,
      project.hasUniqueNames(in: affected)
    {
      let part = project.withReachable(from: affected)
      let split = table.split(sources, texts: part)
      // What has just been typed is checked to the end, so that its errors appear even while typing goes on.
      if let found = run(split.in, elsewhere: split.out, isCancelled: { false }) {
        let result = table.result((base + found.diagnostics).sortedAndUnique(), of: project)
        if let merged = merge(result, affected: affected, part: part), found.isComplete {
          state.diagnostics = merged
          last = state
          return onResult(Result(diagnostics: merged, revisions: project.revisions))
        }
      }
    } else if let edited, !project.texts[edited].isSchema {
      let split = table.split(sources, texts: project.withReachable(from: [edited]))
      if !split.out.isEmpty, let found = run(split.in, elsewhere: split.out, isCancelled: { false }) {
        onResult(table.result((base + found.diagnostics).sortedAndUnique(), of: project, only: edited))
      }
      if isCancelled() { return }
    }
    guard let found = run(sources, elsewhere: [], isCancelled: isCancelled) else { return }
    let result = table.result((base + found.diagnostics).sortedAndUnique(), of: project)
    state.diagnostics = result.diagnostics
    state.isComplete = found.isComplete
    last = state
    onResult(result)
  }

  /// The texts that have changed since the last check, if checking them and what depends on them suffices; nil if everything must be
  /// checked.
  private func changedTexts(_ project: Project, _ state: Complete) -> Set<Int>? {
    guard let last, last.isComplete, last.schema == state.schema, last.isSyntaxComplete == state.isSyntaxComplete,
      last.revisions.count == state.revisions.count, project.configuration.config.options.checksDefinitionsAlone,
      Self.hasFewSuggestions(last.diagnostics)
    else { return nil }
    let changed = state.revisions.indices.filter { last.revisions[$0] != state.revisions[$0] }
    // A name that comes or goes may be meant, missed or repeated anywhere.
    guard changed.allSatisfy({ last.names[$0] == state.names[$0] && !project.texts[$0].isSchema }) else { return nil }
    return Set(changed)
  }

  /// The last diagnostics with those of the affected texts in place; nil if the check of a part finds something else in texts that it only
  /// reaches, because then more than these texts must be looked at.
  private func merge(_ result: Result, affected: Set<Int>, part: Set<Int>) -> [Int: [Problem]]? {
    guard var merged = last?.diagnostics, merged.count == result.diagnostics.count else { return nil }
    for (index, found) in result.diagnostics {
      if affected.contains(index) {
        merged[index] = found
      } else if part.contains(index) {
        guard merged[index]?.map(\.message) == found.map(\.message) else { return nil }
      }
    }
    return Self.hasFewSuggestions(merged) ? merged : nil
  }

  /// The compiler searches names for the first errors about an unknown one. Of many, those of a part are not the same as those of all.
  private static func hasFewSuggestions(_ diagnostics: [Int: [Problem]]) -> Bool {
    diagnostics.values.reduce(0) { $0 + $1.count { $0.id.hasPrefix("unknown-") } } <= problemsForParts
  }

  private mutating func parse(_ project: Project, _ table: FileTable) -> [ParsedSource] {
    let changed = project.texts.indices.filter { index in
      guard let known = parsed[project.texts[index].path] else { return true }
      return known.revision != project.revisions[index] || known.file != table.firstFile[index]
    }
    let options = project.configuration.config.options
    let work = changed.flatMap { index in
      project.texts[index].sources.enumerated().map { ordinal, file in
        (source: Source(file, as: project.texts[index].compilerRole), file: FileID(index: table.firstFile[index] + ordinal))
      }
    }
    let results = parallelMap(work) { ParsedSource($0.source, file: $0.file, options: options) }
    var position = 0
    for index in changed {
      let count = project.texts[index].sources.count
      parsed[project.texts[index].path] = Parsed(
        revision: project.revisions[index], file: table.firstFile[index], sources: Array(results[position..<position + count]))
      position += count
    }
    if parsed.count > project.texts.count { parsed = parsed.filter { project.indices[$0.key] != nil } }
    return project.texts.flatMap { parsed[$0.path]?.sources ?? [] }
  }
}

extension GraphQLText {
  fileprivate var compilerRole: Source.Role {
    switch role {
    case .schema: .schema
    case .clientSchema: .clientSchema
    case .document: .document
    }
  }
}

extension CompilerOptions {
  /// Whether what is wrong with a definition depends on nothing but what it reaches. Coverage of mutations looks at all fragments.
  fileprivate var checksDefinitionsAlone: Bool { !checksMutationCoverage }
}

extension GraphQLText {
  /// The names of definitions, and of what the compiler generates from directives: two of one name are an error wherever they are.
  fileprivate var dependedNames: [Name] {
    var names = fragments.map(\.name) + operations.map(\.name)
    for (index, node) in outline.nodes.enumerated() where node.kind == .literal {
      guard let argument = outline.parent(index), let name = outline.nodes[argument].name else { continue }
      if ["queryName", "provider", "as", "key", "label"].contains(name.string) {
        names.append(Name(bytes[node.range.clamped(to: 0..<bytes.count)]))
      }
    }
    return names
  }
}

extension Project {
  /// Whether no other definition has the name of one in these texts.
  fileprivate func hasUniqueNames(in texts: Set<Int>) -> Bool {
    texts.allSatisfy { index in
      (self.texts[index].fragments + self.texts[index].operations).allSatisfy { definition in
        (fragments[definition.name]?.count ?? 0) + (operations[definition.name]?.count ?? 0) == 1
      }
    }
  }

  /// Texts and those with the fragments that their definitions reach.
  fileprivate func withReachable(from texts: Set<Int>) -> Set<Int> {
    var result = texts
    var seen: Set<Name> = []
    var pending = Array(texts)
    while let index = pending.popLast() {
      for node in self.texts[index].outline.nodes where node.kind == .spread {
        guard let name = node.name, seen.insert(name).inserted else { continue }
        for place in fragments[name] ?? [] where result.insert(place.text).inserted { pending.append(place.text) }
      }
    }
    return result
  }

  /// Texts and those with definitions that reach the fragments in them.
  fileprivate func withDependents(of texts: Set<Int>) -> Set<Int> {
    var result = texts
    var seen: Set<Name> = []
    var pending = texts.flatMap { self.texts[$0].fragments.map(\.name) }
    while let name = pending.popLast() {
      guard seen.insert(name).inserted else { continue }
      for index in self.texts.indices where self.texts[index].names.contains(name) && !result.contains(index) {
        guard self.texts[index].outline.nodes.contains(where: { $0.kind == .spread && $0.name == name }) else { continue }
        result.insert(index)
        pending += self.texts[index].fragments.map(\.name)
      }
    }
    return result
  }
}

/// The compiler's numbers for the texts of a project. A literal of a Swift file is a file of its own.
private struct FileTable {
  var files: [SourceFile] = []
  /// By text.
  var firstFile: [Int] = []
  /// By file.
  private var textOfFile: [Int] = []

  init(_ project: Project) {
    for (index, text) in project.texts.enumerated() {
      firstFile.append(files.count)
      // A literal that comes or goes must not renumber all texts after it.
      let spare = text.isSwift ? 4 - text.sources.count % 4 : 0
      files += text.sources + Array(repeating: SourceFile(path: text.path, bytes: []), count: spare)
      textOfFile += Array(repeating: index, count: text.sources.count + spare)
    }
  }

  func text(of range: SourceRange) -> Int? {
    range.file.index < textOfFile.count ? textOfFile[range.file.index] : nil
  }

  /// The sources of some texts, and the others.
  func split(_ parsed: [ParsedSource], texts: Set<Int>) -> (in: [ParsedSource], out: [ParsedSource]) {
    var result: (in: [ParsedSource], out: [ParsedSource]) = ([], [])
    for source in parsed {
      if texts.contains(textOfFile[source.document.file.index]) { result.in.append(source) } else { result.out.append(source) }
    }
    return result
  }

  func result(_ diagnostics: [Diagnostic], of project: Project, only: Int? = nil) -> ProjectCheck.Result {
    var result = ProjectCheck.Result(revisions: project.revisions)
    for index in only.map({ [$0] }) ?? Array(project.texts.indices) { result.diagnostics[index] = [] }
    func range(_ range: SourceRange) -> Range<Int> { Int(range.start)..<Int(max(range.start, range.end)) }
    func location(_ source: SourceRange) -> ProjectCheck.Problem.Location? {
      text(of: source).map { ProjectCheck.Problem.Location(text: $0, range: range(source)) }
    }
    for diagnostic in diagnostics {
      guard let index = text(of: diagnostic.range), result.diagnostics[index] != nil else { continue }
      var problem = ProjectCheck.Problem(
        id: diagnostic.id.rawValue, severity: diagnostic.severity, message: diagnostic.message, range: range(diagnostic.range))
      problem.notes = diagnostic.notes.compactMap { note in location(note.range).map { (note.message, $0) } }
      problem.fixIts = diagnostic.fixIts.compactMap { fixIt in
        location(fixIt.range).map { ProjectCheck.Problem.FixIt(location: $0, replacement: fixIt.replacement) }
      }
      result.diagnostics[index]?.append(problem)
    }
    for index in result.diagnostics.keys {
      for diagnostic in project.texts[index].literalDiagnostics {
        result.diagnostics[index]?.append(
          ProjectCheck.Problem(
            id: diagnostic.id.rawValue, severity: diagnostic.severity, message: diagnostic.message, range: range(diagnostic.range)))
      }
    }
    return result
  }
}
