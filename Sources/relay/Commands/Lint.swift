internal import RelayCompilerCore
internal import RelayIndexStore

/// `relay lint`: finds what is correct and of no use, or will not work for ever.
struct Lint: Command {
  private static let rule = Option.value(
    "--rule", "RULE", repeatable: true, choices: LintRule.allCases.map(\.rawValue),
    "Runs this rule only. May be repeated. Default: all rules but must-colocate and unused-schema-field.")
  private static let sarif = Option.flag("--sarif", "Prints the result as SARIF 2.1.0.")
  private static let annotations = Option.flag("--annotations", "Prints the result as annotations for GitHub Actions.")
  let name = "lint"
  let summary = "Finds fields that no Swift code reads, unused fragments and variables, deprecated uses and more."
  let inputs: String? = "[DOCUMENT…]"
  let details = "Which fields are read is known from the index that 'swift build --build-tests' writes.\nWithout it, the other rules run."
  let options = ModuleLoader.options + [rule, BuildIndex.store, BuildIndex.scratch, .json, sarif, annotations, .output]

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let formats = [Option.json, Self.sarif, Self.annotations].filter(invocation.options.has)
    if formats.count > 1 { throw .usage("'\(formats[0].name)' and '\(formats[1].name)' exclude each other") }
    var loader = ModuleLoader(invocation, checksMutations: true)
    let project = try loader.load()
    let hasProblems = loader.reportProblems()
    let named = invocation.options.values(Self.rule).compactMap(LintRule.init)
    let rules = Set(named.isEmpty ? LintRule.allCases.filter { !$0.isOptional } : named)
    var notes: [String] = []
    var reads: SwiftReads?
    if rules.contains(.unusedField) || rules.contains(.mustColocate) {
      (reads, notes) = BuildIndex.read(for: project, invocation)
    }
    for module in project.modules where module.hasErrors {
      let place = module.name.map { "'\($0)'" } ?? "the documents"
      notes.append("\(place) cannot be compiled; 'relay generate' says why. Only the rules that do without ran")
    }
    let findings = LintIgnores.apply(to: Self.findings(of: rules, in: project, reads), in: project, rules: rules)
    let report = LintReport(findings, in: project, notes: notes)
    try write(report, findings, project, invocation)
    if hasProblems { return .environment }
    return findings.isEmpty ? .success : .findings
  }

  private static func findings(of rules: Set<LintRule>, in project: ProjectModules, _ reads: SwiftReads?) -> [LintFinding] {
    LintRule.allCases.filter(rules.contains).flatMap { rule -> [LintFinding] in
      switch rule {
      case .unusedField: reads.map { LintRule.unusedFields(in: project, $0) } ?? []
      case .unusedFragment: LintRule.unusedFragments(in: project)
      case .unusedVariable: LintRule.unusedVariables(in: project)
      case .deprecated: LintRule.deprecatedUses(in: project)
      case .mutationCoverage: LintRule.mutationCoverage(in: project)
      case .mustColocate: reads.map { LintRule.mustColocate(in: project, $0) } ?? []
      case .unusedSchemaField: LintRule.unusedSchemaFields(in: project)
      case .lintIgnore: []
      }
    }
  }

  private func write(
    _ report: LintReport, _ findings: [LintFinding], _ project: ProjectModules, _ invocation: Invocation
  ) throws(CommandError) {
    if invocation.isJSON {
      try invocation.write(json: report)
    } else if invocation.options.has(Self.sarif) {
      try invocation.write(json: report.sarif)
    } else if invocation.options.has(Self.annotations) {
      try invocation.write(report.annotations)
    } else {
      let styled = invocation.options.value(.output) == nil && invocation.streams.isTerminal(.output)
      var text: [UInt8] = []
      for module in project.modules.indices {
        let own = findings.filter { $0.module == module }.map(\.diagnostic)
        text += DiagnosticRenderer.render(
          own.sorted { ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start) }, in: project.modules[module].files,
          style: styled ? .human : .plain, isColored: styled && invocation.streams.colors(.output))
      }
      try invocation.write(String(decoding: text, as: UTF8.self))
    }
    for note in report.notes { invocation.say("note: \(note)") }
    invocation.say(findings.isEmpty ? "No findings." : findings.count == 1 ? "1 finding." : "\(findings.count) findings.")
  }
}
