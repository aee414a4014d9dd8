/// `textDocument/diagnostic`: what the last check found, for clients that ask instead of waiting.
extension TextQuery {
  func diagnosticReport() -> JSON { ["kind": "full", "items": .array(problems.map(json))] }

  private func json(_ problem: ProjectCheck.Problem) -> JSON {
    [
      "range": range(problem.range), "severity": .int(problem.severity.level), "code": .string(problem.id), "source": "relay",
      "message": .string(problem.message),
    ]
  }
}
