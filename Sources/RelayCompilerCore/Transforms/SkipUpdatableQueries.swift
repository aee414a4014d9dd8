/// Removes `@updatable` queries, which describe what an updater writes and are never sent.
func skipUpdatableQueries(_ program: Program) -> Program {
  guard program.operations.contains(where: { $0.directives.contains(.updatable) }) else { return program }
  return program.with(operations: program.operations.filter { !$0.directives.contains(.updatable) })
}
