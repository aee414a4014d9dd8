internal import RelayCompilerCore

/// Variables that their operation does not use, and arguments that their fragment does not use.
extension LintRule {
  static func unusedVariables(in project: ProjectModules) -> [LintFinding] {
    let graph = SpreadGraph(project)
    return project.documents.flatMap { module, document in
      document.definitions.flatMap { definition -> [LintFinding] in
        switch definition {
        case .operation(let operation):
          if operation.directives.contains(where: { $0.name.name == "DEPRECATED__relay_ignore_unused_variables_error" }) { return [] }
          let used = graph.usedVariables(of: operation)
          return operation.variables.filter { !used.contains($0.variable.name) }.map { variable in
            let place = operation.name.map { " in '\($0.name)'" } ?? ""
            return LintFinding(
              .unusedVariable, "The variable '$\(variable.variable.name)' is not used\(place)", at: variable.variable.range, in: module)
          }
        case .fragment(let fragment):
          let used = graph.variables(of: fragment.name.name)
          return fragment.declaredArguments.filter { !used.contains($0.name) }.map { argument in
            LintFinding(
              .unusedVariable, "The argument '\(argument.name)' of the fragment '\(fragment.name.name)' is not used", at: argument.range,
              in: module)
          }
        case .schema, .type, .directive: return []
        }
      }
    }
  }
}
