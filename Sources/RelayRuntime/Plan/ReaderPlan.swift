/// The plan by which records are read into the rows of a fragment's or an operation's data.
///
/// Steps refer to everything else by index, so the plan has a table for each kind of thing that they refer to.
final class ReaderPlan: Sendable {
  /// The replacement, under `@catch`, for a value with errors.
  enum CatchTarget: String { case result = "RESULT", null = "NULL" }

  /// The scope in which arguments are evaluated: the fragment's variables, or those of an `@inline` fragment that is read in place.
  struct Scope: Sendable {
    let parent: Int
    let arguments: [Argument]
    let definitions: [ArgumentDefinition]
  }
  /// A field with arguments, for steps whose storage key depends on variables.
  struct Field: Sendable {
    let field: ArgumentField
    let scope: Int
  }
  /// A condition: its variable, and the scope that defines the variable.
  struct Condition: Sendable {
    let variable: String
    let scope: Int
  }
  /// A fragment spread: the name of the fragment, and the arguments passed to it.
  struct Spread: Sendable {
    let name: String
    let arguments: [Argument]
    let scope: Int
  }

  let name: String
  let type: String
  let typeKey: KeyID
  let abstractKey: KeyID
  let argumentDefinitions: [ArgumentDefinition]
  let metadata: JSON
  let connectionKeys: ConnectionKeys
  let isPlural: Bool
  /// `@throwOnFieldError`: an error in the data makes reading the definition fail.
  let throwsOnFieldError: Bool
  /// `@catch` on the definition: the replacement for its data if it has errors.
  let catchTarget: CatchTarget?
  /// Whether missing data counts as an error of its field.
  var recordsMissingFields: Bool { throwsOnFieldError || catchTarget != nil }
  let steps: ContiguousArray<ReaderStep>
  let shapes: [Generated.RowShape]
  /// The steps, in the form used by the reader.
  let stepBuffer: FixedBuffer<ReaderStep>
  /// The shapes without reference counting; `shapes` keeps them alive.
  let shapeBuffer: FixedBuffer<UnretainedReference<Generated.RowShape>>
  /// Whether the data depends on which types belong to an interface or union.
  let asksForTypes: Bool
  let scopes: [Scope]
  let argumentFields: [Field]
  let conditions: [Condition]
  let spreads: [Spread]
  /// The parts of the plan that this runtime does not know; empty if the compiler had the same version.
  let problems: [String]

  init(parsing text: String) {
    var decoder = PlanDecoder(text)
    let plan = decoder.plan
    var builder = ReaderSteps(shapes: plan["shapes"])
    builder.selections(plan["selections"], shape: 0, scope: 0, &decoder)
    name = plan["name"]?.stringValue ?? ""
    type = plan["type"]?.stringValue ?? ""
    typeKey = Keys.intern(type)
    abstractKey = plan["abstractKey"]?.stringValue.map { Keys.intern($0) } ?? Keys.none
    argumentDefinitions = PlanDecoder.arguments(plan["arguments"])
    metadata = plan["metadata"] ?? .null
    connectionKeys = ConnectionKeys(plan["connection"])
    isPlural = metadata["plural"]?.isTruthy ?? false
    throwsOnFieldError = metadata["throwOnFieldError"]?.isTruthy ?? false
    catchTarget = metadata["catchTo"]?.stringValue.flatMap(CatchTarget.init(rawValue:))
    shapes = builder.finishedShapes()
    steps = builder.finishedSteps(shapes)
    asksForTypes = abstractKey != Keys.none || steps.contains { $0.abstractKey != Keys.none }
    stepBuffer = FixedBuffer(steps)
    shapeBuffer = FixedBuffer(shapes.map { unsafe UnretainedReference($0) })
    scopes = builder.scopes
    argumentFields = builder.argumentFields
    conditions = builder.conditions
    spreads = builder.spreads
    problems = decoder.problems
  }

  /// A sentence that says why the plan cannot be used; `nil` if this runtime understands the plan.
  var problem: String? { PlanDecoder.sentence(problems, of: name) }

  /// The field of a step: its name in the schema, and its arguments if it has any.
  func field(_ step: ReaderStep) -> (name: String, arguments: [Argument]) {
    guard let index = step.key.argumentField else { return (step.key.fixed.map { Keys.name($0) } ?? "", []) }
    return (argumentFields[index].field.name, argumentFields[index].field.arguments)
  }
}
