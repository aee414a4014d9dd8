/// The parameters of one overload of a function, and why it is deprecated.
struct Overload {
  var parameters: [InputParameter]
  var deprecation: SwiftText?

  /// Writes the attributes that the overload needs.
  ///
  /// - Parameter isDisfavored: whether Swift should prefer the overload without what is deprecated where it cannot choose by itself.
  func emitAttributes(isDisfavored: Bool = true, to writer: inout SwiftWriter) {
    guard let deprecation else { return }
    writer.line("\(isDisfavored ? "@_disfavoredOverload " : "")@available(*, deprecated, message: \(deprecation))")
  }
}

/// A variable or input field, as a parameter of an initializer and as a property over `InputFields`.
struct InputParameter {
  let graphQLName: Name
  /// The property's name, and the parameter's label.
  let property: SwiftText
  /// The parameter with its label, and its name inside the body.
  let declaration: SwiftText
  let local: SwiftText
  let label: SwiftText
  /// The label in a call.
  let argument: SwiftText
  let type: SwiftText
  /// The type of a built-in scalar, for which `InputFields` has specific accessors; these are the fastest to compile.
  private let scalar: ValueType.Base?
  /// Whether the type is a custom scalar. Its conformance may come from a module that only this one imports.
  let isCustomScalar: Bool
  /// Whether the default is nil. The value is then absent, so that a default from the document or schema applies.
  let isOptional: Bool
  /// The reason why it is deprecated.
  let deprecation: String?

  init(
    _ name: Name, type: TypeReference, hasDefault: Bool, deprecation: String?, names: inout ParameterNames, context: EmitterContext
  ) {
    self.deprecation = deprecation
    let parameter = names.parameter(name)
    graphQLName = name
    property = names.property(name)
    declaration = parameter.label == parameter.local ? parameter.label : "\(parameter.label) \(parameter.local)"
    local = parameter.local
    label = parameter.label
    argument = parameter.argument
    isOptional = !type.isNonNull || hasDefault
    self.type = context.inputType(isOptional ? type.nullable : type)
    isCustomScalar = context.scalars.customScalars[context.schema[type.named].name] != nil
    scalar = type.item == nil ? context.scalars.builtIn(type.named) : nil
  }

  /// The variables of an operation. Those with a default are optional.
  ///
  /// - Parameter deprecations: the variables that are deprecated, with the reasons.
  static func all(_ variables: [VariableNode], deprecations: [Name: String], context: EmitterContext) -> [InputParameter] {
    var names = ParameterNames(spellings: context.acronyms.spellings(variables.map(\.name)))
    return variables.map {
      InputParameter(
        $0.name, type: $0.type, hasDefault: $0.defaultValue != nil, deprecation: deprecations[$0.name], names: &names, context: context)
    }
  }

  /// `id: id, count: count`
  static func arguments(_ parameters: [InputParameter]) -> SwiftText {
    parameters.map { "\($0.argument): \($0.local)" as SwiftText }.joined(separator: ", ")
  }

  /// `id: String, count: Int? = nil`
  static func list(_ parameters: [InputParameter]) -> SwiftText {
    parameters.map { "\($0.declaration): \($0.type)\($0.isOptional ? " = nil" : "")" as SwiftText }.joined(separator: ", ")
  }

  /// A label for a parameter that the emitter adds. A variable of the same name takes precedence.
  static func free(_ label: SwiftText, beside parameters: [InputParameter]) -> SwiftText {
    var label = label
    while parameters.contains(where: { $0.label == label || $0.local == label }) { label += "_" }
    return label
  }

  /// The overloads of a function with the parameters. One that is deprecated and may be omitted is a parameter only of the second, which
  /// is deprecated: so the warning is at the call that has it.
  static func overloads(_ parameters: [InputParameter]) -> [Overload] {
    let deprecated = parameters.filter { $0.isOptional && $0.deprecation != nil }
    if deprecated.isEmpty { return [Overload(parameters: parameters)] }
    let reasons = deprecated.map { parameter in
      let name = String(decoding: parameter.argument.bytes, as: UTF8.self)
      let reason = Documentation.message(parameter.deprecation ?? "")
      return "'\(name)': \(reason)\(reason.hasSuffix(".") ? "" : ".")"
    }.joined(separator: " ")
    return [
      Overload(parameters: parameters.filter { !($0.isOptional && $0.deprecation != nil) }),
      Overload(parameters: parameters, deprecation: SwiftLiteral.quoted(reasons)),
    ]
  }

  static func emitInitializer(_ parameters: [InputParameter], context: EmitterContext, to writer: inout SwiftWriter) {
    for overload in overloads(parameters) {
      let access = overload.parameters.contains(where: \.isCustomScalar) ? context.access : context.bodyAccess
      overload.emitAttributes(to: &writer)
      writer.block("\(access)init(\(list(overload.parameters)))") { writer in
        // Without the module's name, because a parameter may have the same name as the module.
        writer.line("self.__fields = .init()")
        for parameter in overload.parameters { writer.line(SwiftLine(parameter.assignment(parameter.local))) }
      }
    }
  }

  func emitProperty(context: EmitterContext, to writer: inout SwiftWriter) {
    let access = isCustomScalar ? context.access : context.bodyAccess
    writer.block("\(access)var \(property): \(type)") { writer in
      writer.line("get { self.__fields.\(accessor)(\"\(graphQLName)\") }")
      writer.line("set { \(assignment("newValue")) }")
    }
  }

  private var accessor: SwiftText { scalar?.accessor(isNonNull: !isOptional) ?? "value" }

  private func assignment(_ value: SwiftText) -> SwiftText {
    let label: SwiftText = scalar?.accessor(isNonNull: true).map { "\($0): " } ?? SwiftText()
    return "self.__fields.set(\"\(graphQLName)\", \(label)\(value))"
  }
}
