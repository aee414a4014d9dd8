internal import RelayCompilerCore

/// How many items the lists of an operation have at most: by `@listSize` of the cost specification, and for a connection without it by `first` or
/// `last`.
struct ListSize {
  private let schema: Schema
  /// The defaults of the operation's variables.
  private let variables: [Name: ValueSyntax]
  private let unknown: Double

  init(_ schema: Schema, of operation: OperationDefinitionSyntax, default size: Int) {
    self.schema = schema
    unknown = Double(size)
    variables = Dictionary(
      operation.variables.compactMap { variable in variable.defaultValue.map { (variable.variable.name, $0) } }, uniquingKeysWith: { $1 })
  }

  /// A size that a field gives the lists in what it returns.
  struct OfSelections {
    var fields: Set<Name>
    var size: Double
  }

  /// What is known of the lists that are selected in the field's value.
  func ofSelections(_ field: FieldSyntax, _ definition: FieldDefinition) -> OfSelections? {
    if let directive = definition.directives.first(where: { $0.name == "listSize" }) {
      let sized = directive.names("sizedFields")
      return sized.isEmpty ? nil : OfSelections(fields: Set(sized), size: size(of: field, definition, directive))
    }
    guard !definition.type.isList, let edges = schema.field("edges", on: definition.type.named), schema[edges].type.isList else {
      return nil
    }
    guard let size = largest(of: ["first", "last"], in: field, definition) else { return nil }
    return OfSelections(fields: ["edges", "nodes"], size: size)
  }

  /// The size of the field's own list.
  func size(of field: FieldSyntax, _ definition: FieldDefinition) -> Double {
    guard let directive = definition.directives.first(where: { $0.name == "listSize" }), directive.names("sizedFields").isEmpty else {
      return unknown
    }
    return size(of: field, definition, directive)
  }

  private func size(of field: FieldSyntax, _ definition: FieldDefinition, _ directive: DirectiveUse) -> Double {
    if let size = largest(of: directive.names("slicingArguments"), in: field, definition) { return size }
    if case .int(let size)? = directive.value("assumedSize") { return Double(max(0, size)) }
    return unknown
  }

  /// The largest value of some arguments; nil if none of them is known.
  private func largest(of names: [Name], in field: FieldSyntax, _ definition: FieldDefinition) -> Double? {
    names.compactMap { name -> Double? in
      switch field.arguments.first(where: { $0.name.name == name })?.value {
      case .variable(let variable)?: variables[variable.name].flatMap(Self.number)
      case let value?: Self.number(value)
      case nil: if case .int(let size)? = definition.arguments.named(name)?.defaultValue { Double(max(0, size)) } else { nil }
      }
    }.max()
  }

  private static func number(_ value: ValueSyntax) -> Double? {
    guard case .int(let text, _) = value, let number = Double(text), number.isFinite else { return nil }
    return max(0, number)
  }
}

extension DirectiveUse {
  fileprivate func value(_ name: Name) -> ConstantValue? { arguments.first { $0.name == name }?.value }

  /// The argument's strings as names. A single one may stand for a list.
  fileprivate func names(_ name: Name) -> [Name] {
    switch value(name) {
    case .list(let values)?: values.compactMap(Self.name)
    case let value?: [value].compactMap(Self.name)
    case nil: []
    }
  }

  private static func name(_ value: ConstantValue) -> Name? {
    if case .string(let text) = value { Name(text) } else { nil }
  }
}
