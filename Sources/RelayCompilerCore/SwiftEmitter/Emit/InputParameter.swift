/// A variable or an input field, as a parameter of an initialiser and as a property over `InputFields`.
struct InputParameter {
  let graphQLName: Name
  /// The property's name, and the parameter's label.
  let property: SwiftText
  /// The parameter with its label, and its name inside the body.
  let declaration: SwiftText
  let local: SwiftText
  let label: SwiftText
  let type: SwiftText
  /// nil by default: absent, so that a default value of the document or the schema holds.
  let isOptional: Bool
  var documentation: String?
  var deprecation: String?

  init(_ name: Name, type: TypeReference, hasDefault: Bool, context: EmitterContext) {
    let parameter = SwiftIdentifier.parameter(name)
    graphQLName = name
    property = SwiftIdentifier.member(name)
    declaration = parameter.label == parameter.local ? parameter.label : "\(parameter.label) \(parameter.local)"
    local = parameter.local
    label = parameter.label
    isOptional = !type.isNonNull || hasDefault
    self.type = context.inputType(isOptional ? type.nullable : type)
  }

  /// `id: String, count: Int? = nil`
  static func list(_ parameters: [InputParameter]) -> SwiftText {
    parameters.map { "\($0.declaration): \($0.type)\($0.isOptional ? " = nil" : "")" as SwiftText }.joined(separator: ", ")
  }

  static func emitInitializer(_ parameters: [InputParameter], access: SwiftText, to writer: inout SwiftWriter) {
    writer.block("\(access)init(\(list(parameters)))") { writer in
      writer.line("var fields: RelayRuntime.InputFields = RelayRuntime.InputFields()")
      for parameter in parameters { writer.line("fields.set(\"\(parameter.graphQLName)\", \(parameter.local))") }
      writer.line("self.__fields = fields")
    }
  }

  func emitProperty(access: SwiftText, to writer: inout SwiftWriter) {
    writer.block("\(access)var \(property): \(type)") { writer in
      writer.line("get { self.__fields.value(\"\(graphQLName)\") }")
      writer.line("set { self.__fields.set(\"\(graphQLName)\", newValue) }")
    }
  }
}
