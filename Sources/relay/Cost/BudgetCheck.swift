internal import RelayCompilerCore

/// Compares operations with the budgets of a configuration or of a command line.
struct BudgetCheck {
  static let fields = Option.value("--max-fields", "N", "Fails if an operation selects more fields, fragments included.")
  static let depth = Option.value("--max-depth", "N", "Fails if more fields of an operation are within one another.")
  static let cost = Option.value(
    "--max-cost", "N", "Fails if an operation costs more: objects, by @cost, times the sizes of lists, by @listSize or first and last.")
  static let listSize = Option.value("--list-size", "N", "The items of a list of which nothing is known. Default: 10.")
  static let options = [fields, depth, cost, listSize]

  /// The id of the diagnostics.
  static let id: DiagnosticID = "operation-budget"

  private let budgets: OperationBudgets
  private let schema: Schema

  /// - Parameter configured: the budgets of the configuration, which options replace one by one.
  /// - Returns: nil if there is no budget.
  init?(_ options: OptionValues, configured: OperationBudgets, schema: Schema) throws(CommandError) {
    var budgets = configured
    if let value = try Self.number(Self.fields, options) { budgets.fields = value }
    if let value = try Self.number(Self.depth, options) { budgets.depth = value }
    if let value = try Self.number(Self.cost, options) { budgets.cost = value }
    if let value = try Self.number(Self.listSize, options) { budgets.listSize = value }
    if budgets.fields == nil, budgets.depth == nil, budgets.cost == nil { return nil }
    self.budgets = budgets
    self.schema = schema
  }

  static func number(_ option: Option, _ options: OptionValues) throws(CommandError) -> Int? {
    guard let text = options.value(option) else { return nil }
    guard let number = Int(text), number > 0 else { throw .usage("'\(option.name)' needs a whole number from 1, not '\(text)'") }
    return number
  }

  /// What the operations of a compilation exceed, each at its definition.
  func diagnostics(of artifacts: [Artifact]) -> [Diagnostic] {
    artifacts.flatMap { artifact -> [Diagnostic] in
      guard case .operation(let operation) = artifact, let text = operation.text ?? artifact.persistedQuery?.text else { return [] }
      return messages(of: text).map { Diagnostic(Self.id, $0, at: operation.range) }
    }
  }

  /// The same for operations of which only the text is known.
  func messages(of text: String) -> [String] {
    let document = Parser.parse(SourceFile(path: "", text: text), file: FileID(index: 0)).0
    let operations = OperationCost.operations(in: document, schema, listSize: budgets.listSize ?? OperationCost.defaultListSize)
    return operations.flatMap { operation in
      [
        message(operation, \.fields, "selects", "fields", budget: budgets.fields),
        message(operation, \.depth, "is", "fields deep", budget: budgets.depth),
        message(operation, \.cost, "costs", "", budget: budgets.cost),
      ].compactMap { $0 }
    }
  }

  /// Names the field of the root type that has most of it: that is where to begin.
  private func message(
    _ operation: OperationCost.Operation, _ value: KeyPath<OperationCost, Int>, _ verb: String, _ unit: String, budget: Int?
  ) -> String? {
    let found = operation.total[keyPath: value]
    guard let budget, found > budget else { return nil }
    let unit = unit.isEmpty ? "" : " " + unit
    var text = "'\(operation.name)' \(verb) \(found)\(unit), and its budget is \(budget)"
    if let largest = operation.shares.max(by: { $0.cost[keyPath: value] < $1.cost[keyPath: value] }), operation.shares.count > 1 {
      text += ". '\(largest.field)' alone has \(largest.cost[keyPath: value])"
    }
    return text
  }
}
