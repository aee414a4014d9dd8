/// Writes an input object: a struct over the fields that are set, or an enum if exactly one must be set (`@oneOf`).
struct InputObjectEmitter {
  let context: EmitterContext
  let type: TypeID

  private var access: SwiftText { context.access }
  private var definition: TypeDefinition { context.schema[type] }
  private var name: SwiftText { context.names.declaration(of: type) }

  func emit(to writer: inout SwiftWriter) {
    Documentation.emit(definition.description, to: &writer)
    if definition.isOneOf { emitOneOf(to: &writer) } else { emitStruct(to: &writer) }
  }

  private func emitStruct(to writer: inout SwiftWriter) {
    var names = ParameterNames(reserving: ["Field"], spellings: context.acronyms.spellings(definition.inputFields.map(\.name)))
    let parameters = definition.inputFields.map { field in
      InputParameter(
        field.name, type: field.type, hasDefault: field.defaultValue != nil || context.options.optionalInputFields.contains(field.name),
        deprecation: field.deprecation, names: &names, context: context)
    }
    let conformances: SwiftText = "RelayRuntime.InputObject, Swift.Hashable, Swift.CustomDebugStringConvertible"
    writer.block("\(context.viewAccess)struct \(name): \(conformances)") { writer in
      writer.line("\(access)var __fields: RelayRuntime.Generated.InputFields")
      writer.line("\(context.bodyAccess)init(__fields: RelayRuntime.Generated.InputFields) { self.__fields = __fields }")
      InputParameter.emitInitializer(parameters, context: context, to: &writer)
      for (field, parameter) in zip(definition.inputFields, parameters) {
        Documentation.emit(field.description, deprecation: field.deprecation, to: &writer)
        parameter.emitProperty(context: context, to: &writer)
      }
      writer.blank()
      writer.block("\(access)enum Field: String, Swift.Sendable") { writer in
        let cases = caseNames(reserving: ["rawValue", "RawValue", "hashValue", "hash"])
        for (field, name) in zip(definition.inputFields, cases) {
          // It is for `setNull`, which then does not compile.
          if field.type.isNonNull {
            let reason: SwiftText = "'\(field.name)' cannot be null: it is \(context.schema.description(of: field.type))"
            writer.line("@available(*, unavailable, message: \"\(reason)\")")
          } else {
            Documentation.emit(nil, deprecation: field.deprecation, to: &writer)
          }
          writer.line("case \(name) = \"\(field.name)\"")
        }
      }
    }
  }

  private func emitOneOf(to writer: inout SwiftWriter) {
    let fields = definition.inputFields
    let cases = caseNames(reserving: ["hashValue", "hash", "description"])
    let fallback = context.oneOfFallbacks[type] ?? 0
    let indirect: SwiftText = fields.contains { OneOfFallbacks.isOneOf($0, context.schema) } ? "indirect " : ""
    let hasDeprecations = fields.contains { $0.deprecation != nil }
    let conformance: SwiftText = hasDeprecations ? "Generated.OneOfInputObjectWithDeprecations" : "Generated.OneOfInputObject"
    // Used only through the protocol, where the use of deprecated cases is not diagnosed.
    let deprecation: SwiftText = hasDeprecations ? "@available(*, deprecated) " : ""
    let value: SwiftText = hasDeprecations ? "__value" : "__fields"
    writer.block("\(access)\(indirect)enum \(name): RelayRuntime.\(conformance)") { writer in
      for (field, name) in zip(fields, cases) {
        Documentation.emit(field.description, deprecation: field.deprecation, to: &writer)
        writer.line("case \(name)(\(context.inputType(field.type.nonNull)))")
      }
      writer.blank()
      emitMemberwiseInitializer(cases, to: &writer)
      writer.blank()
      writer.block("\(deprecation)\(access)init(\(value) fields: RelayRuntime.Generated.InputFields)") { writer in
        for (index, name) in cases.enumerated() where index != fallback {
          let field = fields[index].name
          writer.line("if fields.has(\"\(field)\") { self = .\(name)(fields.value(\"\(field)\")); return }")
        }
        writer.line("self = .\(cases[fallback])(fields.value(\"\(fields[fallback].name)\"))")
      }
      writer.blank()
      writer.block("\(deprecation)\(access)var \(value): RelayRuntime.Generated.InputFields") { writer in
        writer.line("var fields: RelayRuntime.Generated.InputFields = .init()")
        writer.line("switch self {")
        for (field, name) in zip(fields, cases) {
          writer.line("case .\(name)(let value): fields.set(\"\(field.name)\", value)")
        }
        writer.line("}")
        writer.line("return fields")
      }
    }
  }

  /// The initializer that a struct would have, for those who look for it: it only says what to write instead.
  private func emitMemberwiseInitializer(_ cases: [SwiftText], to writer: inout SwiftWriter) {
    let fields = definition.inputFields
    var names = ParameterNames(spellings: context.acronyms.spellings(fields.map(\.name)))
    let parameters = fields.map { field in
      InputParameter(field.name, type: field.type.nullable, hasDefault: false, deprecation: nil, names: &names, context: context)
    }
    let example: SwiftText = cases.first.map { ".\($0)(…)" } ?? SwiftText()
    writer.line(
      "@available(*, unavailable, message: \"Exactly one field of '\(name)' is set. Write its case, such as \(example)\")")
    writer.line("\(access)init(\(InputParameter.list(parameters))) { self.init(__fields: .init()) }")
  }

  private func caseNames(reserving reserved: Set<Name>) -> [SwiftText] {
    let names = definition.inputFields.map(\.name)
    let spellings = context.acronyms.spellings(names)
    return EnumCaseNames.unique(names.map { spellings[$0] ?? $0 }, reserving: reserved)
  }
}
