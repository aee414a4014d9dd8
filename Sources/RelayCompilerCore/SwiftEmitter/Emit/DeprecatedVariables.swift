/// Finds the variables of an operation that lead to nothing but deprecated arguments and input fields. Whoever sets one of them uses what is
/// deprecated, and Swift should say so.
struct DeprecatedVariables {
  private let schema: Schema
  private var reasons: [Name: String] = [:]
  /// The variables that also lead elsewhere.
  private var others: Set<Name> = []

  /// The variables, each with the reason of the first of its arguments.
  static func find(in artifact: OperationArtifact, schema: Schema) -> [Name: String] {
    guard !artifact.variables.isEmpty, let normalization = artifact.normalization else { return [:] }
    var finder = DeprecatedVariables(schema: schema)
    finder.add(normalization.selections, on: artifact.reader.type)
    return finder.reasons.filter { !finder.others.contains($0.key) }
  }

  /// Whether the schema deprecates any argument or input field.
  static func mayExist(in schema: Schema) -> Bool {
    schema.fields.contains { $0.arguments.contains { $0.deprecation != nil } }
      || schema.types.contains { $0.inputFields.contains { $0.deprecation != nil } }
  }

  private init(schema: Schema) { self.schema = schema }

  private mutating func add(_ selections: [NormalizationNode], on type: TypeID) {
    for node in selections {
      switch node {
      case .scalarField(let field): add(field.arguments, of: field.name, on: type)
      case .linkedField(let field):
        add(field.arguments, of: field.name, on: type)
        add(field.selections, on: field.type.named)
      case .inlineFragment(let name, _, let selections): add(selections, on: schema.type(named: name) ?? type)
      case .condition(let variable, _, let selections):
        others.insert(variable)
        add(selections, on: type)
      case .defer(let variable, _, let selections), .stream(let variable, _, let selections):
        if let variable { others.insert(variable) }
        add(selections, on: type)
      case .clientExtension(let selections): add(selections, on: type)
      // The arguments of a handle are those of its field, or of a directive.
      case .scalarHandle, .linkedHandle, .typeDiscriminator: break
      }
    }
  }

  private mutating func add(_ arguments: [ArgumentNode], of field: Name, on type: TypeID) {
    if arguments.isEmpty { return }
    let definition = schema.field(field, on: type).map { schema[$0] }
    for argument in arguments { add(argument.value, definition?.arguments.named(argument.name)) }
  }

  /// What is inside of a deprecated value is deprecated with it.
  private mutating func add(_ value: ArgumentNode.Value, _ definition: InputValueDefinition?) {
    let deprecation = definition?.deprecation
    switch value {
    case .literal: break
    case .variable(let name):
      if let deprecation {
        if reasons[name] == nil { reasons[name] = deprecation }
      } else {
        others.insert(name)
      }
    case .list(let items): for case let item? in items { add(item, definition) }
    case .object(let fields):
      let type = definition.map { schema[$0.type.named] }
      for field in fields {
        var inner = type?.inputFields.named(field.name)
        if inner?.deprecation == nil { inner?.deprecation = deprecation }
        add(field.value, inner)
      }
    }
  }
}
