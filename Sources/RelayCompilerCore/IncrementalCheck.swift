/// Checks the documents of a project again and again. After a change, it checks only what the change concerns.
///
/// It keeps the parsed sources of each unit, the names by which units depend on each other, and what the check of each unit found, wherever it
/// is: two fragments may contradict each other only in a query that spreads both. A unit is a file, or whatever else changes as a whole. What
/// its check finds depends on nothing but the unit, what its definitions reach through spreads, and units that claim the same names. So a
/// change concerns the units that have changed; those whose definitions reach a fragment in them, directly or through others; those that claim
/// the same name; and, if a name came or went, those in which something is unknown.
///
/// Units are checked in batches, each together with what it reaches, so that the passes' trees of a whole project never exist at a time. A
/// check that is cancelled goes on where it stopped.
package struct IncrementalCheck {
  package typealias UnitID = Int

  /// Everything but the units on which a check depends.
  package struct Context {
    var schema: Schema
    /// Another number for another schema.
    var schemaRevision: Int
    var options: CompilerOptions
    /// The files that the `FileID`s index.
    var files: [SourceFile]
    /// The units in the order in which a compilation would have their sources.
    var order: [UnitID]
    var threads: Int

    package init(
      schema: Schema, schemaRevision: Int, options: CompilerOptions, files: [SourceFile], order: [UnitID],
      threads: Int = defaultThreadCount
    ) {
      (self.schema, self.schemaRevision, self.options) = (schema, schemaRevision, options)
      (self.files, self.order, self.threads) = (files, order, threads)
    }
  }

  private struct Unit {
    var sources: [ParsedSource]
    var names: DefinitionNames
    /// What its check found, here and in what it reaches. Suggestions are still to be searched.
    var found: [Diagnostic] = []
  }

  private var units: [UnitID: Unit] = [:]
  private var index = DefinitionNameIndex()
  private var unitsOfFiles: [FileID: UnitID] = [:]
  /// For each unit, those whose check found something in it.
  private var finders: [UnitID: Set<UnitID>] = [:]
  /// The units with other diagnostics than those that were reported.
  private var unreported: Set<UnitID> = []
  /// What has changed since the last check began.
  private var changed: Set<UnitID> = []
  private var changedNames: Set<Name> = []
  /// The names that changed units have had since then.
  private var retired: [UnitID: DefinitionNames] = [:]
  /// What is still to be checked, because the last check was cancelled.
  private var pending: Set<UnitID> = []
  /// What the last check depended on; nil if everything must be checked.
  private var last: (schema: Int, isSyntaxComplete: Bool)?

  /// Large enough for two threads to share the work, and small enough for the processor's caches.
  private static let unitsPerBatch = 128

  package init() {}

  // MARK: - Changes

  package func sources(of unit: UnitID) -> [ParsedSource]? { units[unit]?.sources }

  /// Puts sources in the place of a unit's; nil removes it.
  package mutating func replace(_ unit: UnitID, with sources: [ParsedSource]?) {
    let old = units[unit]
    let names = DefinitionNames((sources ?? []).map(\.document))
    changedNames.formUnion(names.difference(from: old?.names ?? DefinitionNames()))
    changed.insert(unit)
    if let old {
      for source in old.sources { unitsOfFiles[source.document.file] = nil }
      index.remove(old.names, of: unit)
      retired[unit, default: DefinitionNames()].formUnion(old.names)
    }
    guard let sources else {
      record([], of: unit)
      units[unit] = nil
      finders[unit] = nil
      return
    }
    for source in sources { unitsOfFiles[source.document.file] = unit }
    index.add(names, of: unit)
    units[unit] = Unit(sources: sources, names: names, found: old?.found ?? [])
  }

  /// The next check is one of everything.
  package mutating func forget() { last = nil }

  // MARK: - Checking

  /// The diagnostics of units.
  package typealias Diagnostics = [UnitID: [Diagnostic]]

  /// - Parameters:
  ///   - first: the unit that is checked first, whatever is cancelled.
  ///   - isCancelled: asked between stages.
  ///   - onResult: called with the diagnostics of the units of a batch, and in the end with those for which there may be other suggestions.
  ///     The diagnostics are those of the stages alone, without those of parsing and of the schema.
  /// - Returns: false if the check was cancelled.
  package mutating func check(
    _ context: Context, first: UnitID?, isCancelled: () -> Bool, onResult: (Diagnostics) -> Void
  ) -> Bool {
    let isSyntaxComplete = !units.values.contains { $0.sources.contains { $0.diagnostics.hasErrors } }
    pending = affectedUnits(context, isSyntaxComplete).union(pending).filter { units[$0] != nil }
    (changed, changedNames, retired) = ([], [], [:])
    last = (context.schemaRevision, isSyntaxComplete)
    let run = Run(context: context, isSyntaxComplete: isSyntaxComplete)
    for (position, batch) in batches(context, first: first).enumerated() {
      // What has just been typed is checked to the end, so that its errors appear even while typing goes on.
      let isUrgent = position == 0 && first.map { batch.contains($0) } == true
      guard check(batch, run, isCancelled: { !isUrgent && isCancelled() }) else { return false }
      pending.subtract(batch)
      var diagnostics: Diagnostics = [:]
      for unit in unreported.union(batch) { diagnostics[unit] = self.diagnostics(in: unit).sortedAndUnique() }
      unreported = []
      onResult(diagnostics)
    }
    onResult(postponed(context.order))
    return true
  }

  /// The pending units, the first one alone.
  private func batches(_ context: Context, first: UnitID?) -> [Set<UnitID>] {
    // Whether a mutation covers what fragments show depends on all fragments.
    if context.options.checksMutationCoverage { return pending.isEmpty ? [] : [Set(units.keys)] }
    var batches: [Set<UnitID>] = []
    if let first, pending.contains(first) { batches.append([first]) }
    let rest = context.order.filter { pending.contains($0) && $0 != batches.first?.first }
    for start in stride(from: 0, to: rest.count, by: Self.unitsPerBatch) {
      batches.append(Set(rest[start..<min(start + Self.unitsPerBatch, rest.count)]))
    }
    return batches
  }

  private struct Run {
    var context: Context
    var isSyntaxComplete: Bool
  }

  /// Checks units and records what each found. Returns false if that was cancelled.
  private mutating func check(_ batch: Set<UnitID>, _ run: Run, isCancelled: () -> Bool) -> Bool {
    if run.context.options.checksMutationCoverage || batch.count == 1 { return check(together: batch, run, isCancelled) != nil }
    guard let check = stages(of: batch, run, isCancelled) else { return false }
    // An error in one unit, after which other stages could not run, must not hide errors in others.
    if !check.isComplete { return batch.allSatisfy { self.check(together: [$0], run, isCancelled) != nil } }
    // Most of what is found in a unit is found by its own check. What remains is found by those of units that reach it.
    var rest = Set(check.diagnostics)
    var done: Set<UnitID> = []
    for unit in Set(rest.compactMap { self.unit(of: $0) }).sorted() {
      if batch.contains(unit) || pending.contains(unit) {
        guard let found = self.check(together: [unit], run, isCancelled) else { return false }
        done.insert(unit)
        rest.subtract(found)
      } else {
        rest.subtract(units[unit]?.found ?? [])
      }
    }
    let places = Set(rest.compactMap { self.unit(of: $0) })
    for unit in batch.subtracting(done) {
      if places.isDisjoint(with: reachableUnits(from: [unit])) {
        record([], of: unit)
      } else if self.check(together: [unit], run, isCancelled) == nil {
        return false
      }
    }
    return true
  }

  /// Checks units and records everything as found by the first. Returns what was found; nil if that was cancelled.
  private mutating func check(together batch: Set<UnitID>, _ run: Run, _ isCancelled: () -> Bool) -> [Diagnostic]? {
    guard let check = stages(of: batch, run, isCancelled), let first = batch.min() else { return nil }
    for unit in batch { record(unit == first ? check.diagnostics : [], of: unit) }
    return check.diagnostics
  }

  private func stages(of batch: Set<UnitID>, _ run: Run, _ isCancelled: () -> Bool) -> DocumentCheck? {
    let context = run.context
    let part = reachableUnits(from: batch)
    var inside: [ParsedSource] = []
    var outside: [FragmentDefinitionSyntax] = []
    for id in context.order {
      guard let unit = units[id] else { continue }
      if part.contains(id) { inside += unit.sources } else { outside += unit.sources.flatMap(\.fragments) }
    }
    let sources = SchemaSources(inside)
    let stages = DocumentStages(
      sources: sources, importable: sources.importable + outside, isSyntaxComplete: run.isSyntaxComplete, schema: context.schema,
      options: context.options, files: context.files, threads: context.threads, postponesSuggestions: true)
    return DocumentCheck(stages, hasErrors: !run.isSyntaxComplete, isCancelled: isCancelled)
  }

  // MARK: - Results

  private func unit(of diagnostic: Diagnostic) -> UnitID? { unitsOfFiles[diagnostic.range.file] }

  private mutating func record(_ diagnostics: [Diagnostic], of finder: UnitID) {
    for unit in Set((units[finder]?.found ?? []).compactMap { self.unit(of: $0) }) {
      finders[unit]?.remove(finder)
      unreported.insert(unit)
    }
    units[finder]?.found = diagnostics
    for unit in Set(diagnostics.compactMap { self.unit(of: $0) }) {
      finders[unit, default: []].insert(finder)
      unreported.insert(unit)
    }
  }

  /// What is wrong in a unit, as far as the checks of those that found something in it are up to date.
  private func diagnostics(in unit: UnitID) -> [Diagnostic] {
    (finders[unit] ?? []).subtracting(pending).sorted().flatMap { finder in
      (units[finder]?.found ?? []).filter { self.unit(of: $0) == unit }
    }
  }

  /// The diagnostics of the units in which a suggestion may be another one than before, because only the first of all have suggestions.
  private func postponed(_ order: [UnitID]) -> Diagnostics {
    var result: Diagnostics = [:]
    var searches = Suggestions.longSearches
    for id in order where finders[id]?.isEmpty == false {
      let found = diagnostics(in: id)
      if found.contains(where: { $0.completion != nil }) { result[id] = found.sortedAndUnique(searches: &searches) }
    }
    return result
  }

  // MARK: - Dependencies

  private func affectedUnits(_ context: Context, _ isSyntaxComplete: Bool) -> Set<UnitID> {
    guard let last, last.schema == context.schemaRevision else { return Set(units.keys) }
    var seeds = changed
    if !changedNames.isEmpty || last.isSyntaxComplete != isSyntaxComplete {
      // What is unknown may have been meant by a name that came, or is in a part that could not be parsed.
      seeds.formUnion(index.unitsWithUnknownSpreads)
      for (id, unit) in units where unit.found.contains(where: { $0.id.rawValue.hasPrefix("unknown-") }) { seeds.insert(id) }
    }
    var affected: Set<UnitID> = []
    var pending = Array(seeds)
    while let id = pending.popLast() {
      guard affected.insert(id).inserted else { continue }
      for names in [units[id]?.names, retired[id]].compactMap(\.self) {
        for name in names.claimed { pending += index.claimers(of: name) + index.users(of: name) }
      }
    }
    return affected
  }

  /// Units, those that claim the same names, and those with the definitions that all of these reach.
  private func reachableUnits(from batch: Set<UnitID>) -> Set<UnitID> {
    if batch.count == units.count { return batch }
    var reached: Set<UnitID> = []
    var pending = Array(batch)
    for id in batch {
      for name in units[id]?.names.claimed ?? [] { pending += index.claimers(of: name) }
    }
    while let id = pending.popLast() {
      guard reached.insert(id).inserted, let names = units[id]?.names else { continue }
      for name in names.used { pending += index.definers(of: name) }
      for name in names.defined { pending += index.definers(of: name) }
    }
    return reached
  }
}

extension ParsedSource {
  fileprivate var fragments: [FragmentDefinitionSyntax] {
    document.definitions.compactMap { definition in
      if case .fragment(let fragment) = definition { fragment } else { nil }
    }
  }
}
