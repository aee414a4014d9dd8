internal import RelayCompilerCore

/// Checks a project in the background. It keeps what the last check made of texts that have not changed since; `IncrementalCheck` decides
/// what a change concerns.
///
/// Only the thread of `CheckQueue` uses it.
struct ProjectCheck {
  /// The diagnostics of texts.
  struct Result: Sendable {
    /// By the index of the text. What is not in it is as before.
    var diagnostics: [Int: [Problem]] = [:]
    /// The paths and revisions of the texts that were checked.
    var paths: [String]
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

  private struct Known {
    var revision: Int
    var unit: IncrementalCheck.UnitID
  }

  /// By path.
  private var known: [String: Known] = [:]
  private var files = CheckedFiles()
  private var documents = IncrementalCheck()
  private var schema: (key: Int, schema: Schema, diagnostics: [Diagnostic])?
  /// What does not come from the stages that check documents, by unit, as it was last reported: errors of syntax, and of the schema.
  private var base: [IncrementalCheck.UnitID: [Diagnostic]] = [:]
  private var found: IncrementalCheck.Diagnostics = [:]
  /// Units with other diagnostics than those that were reported, because the check that found out was cancelled.
  private var unreported: Set<IncrementalCheck.UnitID> = []
  private var wasBroken = false

  // MARK: - Checking

  /// - Parameters:
  ///   - edited: the text whose diagnostics come first.
  ///   - shared: the schema that was made last, for whichever project.
  ///   - isCancelled: whether a newer state waits; asked between stages, but not before the edited text has been checked.
  ///   - onSchema: called with a new schema.
  ///   - onResult: called with the diagnostics of the edited text, if these are known first, and then with those of all texts that may have
  ///     others than before.
  mutating func check(
    _ project: Project, edited: Int?, sharing shared: inout SharedSchema?, isCancelled: () -> Bool,
    onSchema: (_ schema: Schema, _ isBroken: Bool, _ revision: Int) -> Void, onResult: (Result) -> Void
  ) {
    let options = project.configuration.config.options
    let key = project.schemaTextsRevision
    let isNewSchema = schema?.key != key
    var changed = unreported.union(removeTexts(project))
    unreported = []
    func buildSchema(_ systems: SchemaSources) {
      let (built, problems) = SchemaBuilder.build(server: systems.server, clientExtensions: systems.clientExtensions, options: options)
      schema = (key, built, problems)
      onSchema(built, systems.isSchemaBroken || problems.hasErrors, key)
    }
    if isNewSchema, project.hasNamedSchema {
      // First, because answers need it.
      let work = register(project, project.schemaTexts, &changed)
      let files = work.map { $0.sources.map(\.file) }
      if let shared, shared.isSchema(of: project, files: files) {
        for (item, sources) in zip(work, shared.sources) { documents.replace(item.unit, with: sources) }
        schema = (key, shared.schema, shared.diagnostics)
        onSchema(shared.schema, shared.isBroken, key)
      } else {
        parse(work, options)
        let systems = SchemaSources(sources(of: project.schemaTexts, in: project))
        buildSchema(systems)
        releaseSchemaSyntax(project)
        shared = schema.map { made in
          SharedSchema(
            project, files: files, sources: sources(of: work), schema: made.schema, diagnostics: made.diagnostics,
            isBroken: systems.isSchemaBroken || made.diagnostics.hasErrors)
        }
      }
    }
    let stale = project.texts.indices.filter { known[project.texts[$0].path]?.revision != project.revisions[$0] }
    parse(register(project, stale, &changed), options)
    let order = project.texts.map { known[$0.path]?.unit ?? -1 }
    let indices = Dictionary(zip(order, order.indices), uniquingKeysWith: { first, _ in first })
    let systems = SchemaSources(sources(of: Array(project.texts.indices), in: project))
    let (isSchemaBroken, hasSchema) = (systems.isSchemaBroken, !systems.server.isEmpty)
    if isNewSchema, !project.hasNamedSchema { buildSchema(systems) }
    guard let schema else { return }

    var newBase = files.byUnit(systems.diagnostics + schema.diagnostics)
    // The file of built-in definitions defines everything a second time.
    if project.configuration.isLoose, project.texts.first?.bytes == BuiltInFile.bytes { newBase = [:] }
    if project.configuration.isLoose { for unit in newBase.keys { newBase[unit]?.removeAll { $0.id == Diagnostic.noSchemaID } } }
    for unit in order {
      for source in documents.sources(of: unit) ?? [] where !source.diagnostics.isEmpty { newBase[unit, default: []] += source.diagnostics }
    }
    for unit in Set(base.keys).union(newBase.keys) where base[unit] != newBase[unit] { changed.insert(unit) }
    base = newBase

    func report(_ units: some Sequence<IncrementalCheck.UnitID>, _ found: IncrementalCheck.Diagnostics) {
      var result = Result(paths: project.paths, revisions: project.revisions)
      for unit in units {
        // What is wrong in another project's text is reported there.
        guard let index = indices[unit], project.texts[index].importedFrom == nil else { continue }
        let diagnostics = (base[unit, default: []] + found[unit, default: []]).sortedAndUnique()
        result.diagnostics[index] = problems(diagnostics, of: index, in: project, indices)
      }
      onResult(result)
    }
    let isBroken = isSchemaBroken || schema.diagnostics.hasErrors || !hasSchema || project.configuration.isLoose
    defer { wasBroken = isBroken }
    if isBroken {
      // Without a schema, most of the rest would look wrong.
      documents.forget()
      found = [:]
      return report(wasBroken ? AnySequence(changed) : AnySequence(order), [:])
    }
    let context = IncrementalCheck.Context(
      schema: schema.schema, schemaRevision: key, options: options, files: files.all, order: order)
    var reported: Set<IncrementalCheck.UnitID> = []
    var documents = IncrementalCheck()
    swap(&documents, &self.documents)
    defer { swap(&documents, &self.documents) }
    let hasEnded = documents.check(context, first: edited.map { order[$0] }, isCancelled: isCancelled) { result in
      for (unit, diagnostics) in result { found[unit] = diagnostics }
      reported.formUnion(result.keys)
      report(result.keys, found)
    }
    changed.subtract(reported)
    if hasEnded { report(changed, found) } else { unreported = changed }
  }

  // MARK: - Sources

  private func sources(of texts: [Int], in project: Project) -> [ParsedSource] {
    texts.flatMap { index in known[project.texts[index].path].flatMap { documents.sources(of: $0.unit) } ?? [] }
  }

  /// Forgets texts that are gone. Returns their units.
  private mutating func removeTexts(_ project: Project) -> Set<IncrementalCheck.UnitID> {
    var removed: Set<IncrementalCheck.UnitID> = []
    for (path, entry) in known where project.indices[path] == nil {
      documents.replace(entry.unit, with: nil)
      files.remove(entry.unit)
      known[path] = nil
      base[entry.unit] = nil
      found[entry.unit] = nil
      removed.insert(entry.unit)
    }
    return removed
  }

  /// A text that is to be parsed.
  private struct Work {
    var unit: IncrementalCheck.UnitID
    var sources: [(source: Source, file: FileID)]
  }

  /// Gives texts their numbers.
  ///
  /// - Parameter changed: gets the units of the texts that are not as they were.
  private mutating func register(_ project: Project, _ texts: [Int], _ changed: inout Set<IncrementalCheck.UnitID>) -> [Work] {
    texts.map { index in
      let text = project.texts[index]
      let unit = known[text.path]?.unit ?? files.newUnit()
      if known[text.path]?.revision != project.revisions[index] { changed.insert(unit) }
      known[text.path] = Known(revision: project.revisions[index], unit: unit)
      let ids = files.replace(unit, with: text.sources)
      return Work(unit: unit, sources: zip(text.sources, ids).map { (Source($0, as: text.compilerRole), $1) })
    }
  }

  private func sources(of work: [Work]) -> [[ParsedSource]] { work.map { documents.sources(of: $0.unit) ?? [] } }

  private mutating func parse(_ work: [Work], _ options: CompilerOptions) {
    let all = work.flatMap { item in item.sources.map { (item.unit, $0.source, $0.file) } }
    let parsed = parallelMap(all) { ParsedSource($1, file: $2, options: options) }
    var byUnit: [IncrementalCheck.UnitID: [ParsedSource]] = [:]
    for ((unit, _, _), source) in zip(all, parsed) { byUnit[unit, default: []].append(source) }
    for item in work { documents.replace(item.unit, with: byUnit[item.unit] ?? []) }
  }

  /// The syntax trees of a schema take more memory than all else. They are parsed again if a part of the schema changes.
  private mutating func releaseSchemaSyntax(_ project: Project) {
    for index in project.schemaTexts where project.texts[index].isSchema {
      guard let unit = known[project.texts[index].path]?.unit, let sources = documents.sources(of: unit) else { continue }
      documents.replace(unit, with: sources.map { $0.withoutDefinitions() })
    }
  }

  // MARK: - Results

  private func problems(
    _ diagnostics: [Diagnostic], of index: Int, in project: Project, _ indices: [IncrementalCheck.UnitID: Int]
  ) -> [Problem] {
    func range(_ range: SourceRange) -> Range<Int> { Int(range.start)..<Int(max(range.start, range.end)) }
    func location(_ source: SourceRange) -> Problem.Location? {
      files.unit(of: source.file).flatMap { indices[$0] }.map { Problem.Location(text: $0, range: range(source)) }
    }
    var result = diagnostics.map { diagnostic in
      var problem = Problem(
        id: diagnostic.id.rawValue, severity: diagnostic.severity, message: VisibleText.escaped(diagnostic.message),
        range: range(diagnostic.range))
      problem.notes = diagnostic.notes.compactMap { note in location(note.range).map { (VisibleText.escaped(note.message), $0) } }
      problem.fixIts = diagnostic.fixIts.compactMap { fixIt in
        location(fixIt.range).map { Problem.FixIt(location: $0, replacement: fixIt.replacement) }
      }
      return problem
    }
    result += project.texts[index].literalDiagnostics.map { diagnostic in
      Problem(
        id: diagnostic.id.rawValue, severity: diagnostic.severity, message: VisibleText.escaped(diagnostic.message),
        range: range(diagnostic.range))
    }
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// The compiler's numbers for the texts of a project, which stay the same while the project is open. A literal of a Swift file is a file of
/// its own.
private struct CheckedFiles {
  typealias UnitID = IncrementalCheck.UnitID

  private(set) var all: [SourceFile] = []
  private var units: [UnitID?] = []
  private var ids: [UnitID: [FileID]] = [:]
  private var free: [FileID] = []
  private var unitCount = 0

  mutating func newUnit() -> UnitID {
    unitCount += 1
    return unitCount - 1
  }

  /// Returns the numbers of the files.
  mutating func replace(_ unit: UnitID, with files: [SourceFile]) -> [FileID] {
    var numbers = ids[unit] ?? []
    while numbers.count > files.count, let number = numbers.popLast() { release(number) }
    while numbers.count < files.count {
      if let number = free.popLast() {
        numbers.append(number)
      } else {
        numbers.append(FileID(index: all.count))
        all.append(SourceFile(path: "", bytes: []))
        units.append(nil)
      }
    }
    for (number, file) in zip(numbers, files) {
      all[number.index] = file
      units[number.index] = unit
    }
    ids[unit] = numbers
    return numbers
  }

  mutating func remove(_ unit: UnitID) {
    for number in ids.removeValue(forKey: unit) ?? [] { release(number) }
  }

  private mutating func release(_ number: FileID) {
    all[number.index] = SourceFile(path: "", bytes: [])
    units[number.index] = nil
    free.append(number)
  }

  func unit(of file: FileID) -> UnitID? { file.index < units.count ? units[file.index] : nil }

  func byUnit(_ diagnostics: [Diagnostic]) -> [UnitID: [Diagnostic]] {
    var result: [UnitID: [Diagnostic]] = [:]
    for diagnostic in diagnostics {
      if let unit = unit(of: diagnostic.range.file) { result[unit, default: []].append(diagnostic) }
    }
    return result
  }
}
