/// Validates executable documents against a schema (specification, section 5), and finds the definitions without errors.
///
/// Each definition is walked once for all rules (`DefinitionWalker`), in parallel. The results are then used for the rules across
/// definitions. Each rule is a value in its own file; `SpecificationRules` lists them.
package enum Validator {
  /// The diagnostics, and the definitions without errors for later stages.
  package struct Result: Sendable {
    package var diagnostics: [Diagnostic]
    /// The documents without the definitions that have errors or spread a fragment with errors. Later stages can use them without
    /// repeating errors.
    var valid: [Document]
    /// The declarations in `@argumentDefinitions`, by the range of the fragment's name.
    var fragmentArguments: [SourceRange: FragmentArguments]
  }

  /// - Parameters:
  ///   - unseen: the definitions that may exist outside `documents`.
  ///   - postponesSuggestions: whether the caller sorts the diagnostics with others and has suggestions searched then.
  package static func validate(
    documents: [Document], unseen: UnseenDefinitions = UnseenDefinitions(), schema: Schema, options: CompilerOptions,
    profile: ValidationProfile, postponesSuggestions: Bool = false, threads: Int = defaultThreadCount
  ) -> Result {
    let context = ValidationContext(documents: documents, unseen: unseen, schema: schema, options: options, profile: profile)
    let facts = parallelMap(Array(0..<context.definitions.count), threads: threads) { index in
      DefinitionWalker.walk(context.definitions[index], context)
    }
    let graph = FragmentGraph(context, facts)
    var diagnostics = context.diagnostics
    let rules = SpecificationRules.all
    for rule in rules { diagnostics += rule.definitions?(context, graph) ?? [] }
    let perDefinition = parallelMap(context.ownIndices, threads: threads) { index in
      rules.flatMap { $0.definition?(index, context, graph, facts) ?? [] }
    }
    let roots = context.mergeRoots
    let shares = stride(from: 0, to: roots.count, by: FieldSelectionMerging.rootsPerShare).map { start in
      roots[start..<min(start + FieldSelectionMerging.rootsPerShare, roots.count)]
    }
    let conflicts = parallelMap(shares, threads: threads) { roots in rules.flatMap { $0.mergeRoots?(roots, context) ?? [] } }
    for index in context.ownIndices { diagnostics += facts[index].diagnostics }
    for found in perDefinition + conflicts { diagnostics += found }
    diagnostics = postponesSuggestions ? diagnostics.sortedWithoutSearching() : diagnostics.sortedAndUnique()
    let unsound = facts.indices.filter { facts[$0].spreadsUnknownFragment }
    if !diagnostics.hasErrors, unsound.isEmpty { return context.result(diagnostics, valid: documents) }
    return context.result(diagnostics, valid: context.documents(without: diagnostics, unsound, graph))
  }
}

extension ValidationContext {
  fileprivate func result(_ diagnostics: [Diagnostic], valid: [Document]) -> Validator.Result {
    Validator.Result(diagnostics: diagnostics, valid: valid, fragmentArguments: fragmentArguments)
  }

  /// The documents without the definitions that contain an error or depend on one that does.
  func documents(without diagnostics: [Diagnostic], _ unsound: [Int], _ graph: FragmentGraph) -> [Document] {
    var isInvalid = [Bool](repeating: false, count: definitions.count)
    for index in unsound { isInvalid[index] = true }
    let ranges = definitions.enumerated().map { (range: $0.element.range, index: $0.offset) }
      .sorted { ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start) }
    func definition(at range: SourceRange) -> Int? {
      var low = 0
      var high = ranges.count
      while low < high {
        let middle = (low + high) / 2
        if (ranges[middle].range.file, ranges[middle].range.start) <= (range.file, range.start) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      guard low > 0, ranges[low - 1].range.file == range.file, range.start < ranges[low - 1].range.end else { return nil }
      return ranges[low - 1].index
    }
    for diagnostic in diagnostics where diagnostic.severity == .error {
      let place = definition(at: diagnostic.range)
      if let place { isInvalid[place] = true }
      for other in diagnostic.notes.compactMap({ definition(at: $0.range) }) {
        // Without the operation of its name, a fragment is as it should be.
        let isNamesake = place.map { definitions[$0].isOperation && !definitions[other].isOperation } == true
        if diagnostic.id == "duplicate-definition", isNamesake { continue }
        isInvalid[other] = true
      }
    }
    for index in graph.dependents(of: isInvalid.indices.filter { isInvalid[$0] }) { isInvalid[index] = true }
    var position = 0
    return documents.map { document in
      var kept = document
      kept.definitions = document.definitions.filter { definition in
        switch definition {
        case .operation, .fragment:
          position += 1
          return !isInvalid[position - 1]
        case .schema, .type, .directive:
          return true
        }
      }
      return kept
    }
  }
}
