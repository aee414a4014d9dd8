internal import RelayCompilerCore

/// `relay check`: for continuous integration. Without `--against`, whether the documents compile and the persisted queries are current; with
/// it, what a new schema breaks.
struct Check: Command {
  let name = "check"
  let summary = "Checks documents and persisted queries, or, with --against, what a new schema breaks."
  let details = """
    Without --against: compiles all documents without writing anything, and compares the file of
    persistConfig with what they would add to it. Without relay.config.json in the current folder,
    these are the documents of each module of the package in it, as a build compiles them.

    With --against: lists the documents that the new schema rejects, the operations of released apps
    that it rejects, and the changes between the schemas, as breaking, dangerous or safe. The status
    is 1 if a document or operation breaks. With --strict, or if there are no documents, it is 1 if
    any change is breaking.

    With a budget, here or as swift.budgets in the configuration, the status is also 1 if an operation
    exceeds it. With --against, the new schema says what fields cost and how large lists are.
    """
  static let against = Option.value("--against", "PATH", repeatable: true, "Compares with the new schema in a file or a folder.")
  static let released = Option.value(
    "--released", "FILE", repeatable: true,
    "Validates the operations of a file of persisted queries, as it was released with an app. May be repeated.")
  static let strict = Option.flag("--strict", "Fails if any change to the schema is breaking, whether or not a document uses it.")
  let options: [Option] =
    ModuleLoader.options + [against, released, strict] + BudgetCheck.options + [.json, .output]

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    if invocation.options.has(Self.against) {
      guard !invocation.options.has(ModuleLoader.package) else {
        throw .usage("'--against' is for one schema: name its documents with '--config', in place of '--package'")
      }
      return try SchemaCheck(invocation).run()
    }
    for option in [Self.released, Self.strict] where invocation.options.has(option) {
      throw .usage("'\(option.name)' needs '--against'")
    }
    return try DocumentCheck(invocation).run()
  }
}
