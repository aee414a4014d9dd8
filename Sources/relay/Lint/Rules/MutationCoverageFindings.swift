internal import RelayCompilerCore

/// What the compiler says of fields that a mutation's answer forgets. A configuration that asks for it, too, gets it in each build.
extension LintRule {
  static func mutationCoverage(in project: ProjectModules) -> [LintFinding] {
    project.modules.indices.flatMap { module in
      project.modules[module].output.diagnostics.filter { $0.id == LintRule.mutationCoverage.id }.map { diagnostic in
        var finding = diagnostic
        finding.severity = .warning
        return LintFinding(finding, in: module)
      }
    }
  }
}
