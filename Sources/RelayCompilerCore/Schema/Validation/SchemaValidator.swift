/// Checks the rules for a schema as a whole (specification, section 3, "Type Validation" and "Root Operation Types"). Each rule has its
/// own file; this file calls them.
///
/// Built-in definitions are not checked. If part of a type was left out because of an error, only the remaining part is checked.
struct SchemaValidator {
  let schema: Schema
  let profile: ValidationProfile
  let incomplete: Set<TypeID>
  let cyclicDirectives: Set<Name>
  /// The types that declare all interfaces implied by their own interfaces.
  let complete: Set<TypeID>
  var diagnostics: [Diagnostic] = []

  /// - Parameter start: where to report problems of the schema as a whole.
  static func validate(_ builder: SchemaBuilder, start: SourceRange, profile: ValidationProfile) -> [Diagnostic] {
    var validator = SchemaValidator(
      schema: builder.schema, profile: profile, incomplete: builder.incomplete,
      cyclicDirectives: directivesReferencingThemselves(in: builder.schema), complete: typesDeclaringImpliedInterfaces(in: builder.schema))
    validator.checkRootTypes(
      definition: builder.schemaDefinitions.first { !$0.isExtension }, start: start, hasUnknownRootType: builder.hasUnknownRootType)
    for index in builder.schema.types.indices {
      let id = TypeID(rawValue: UInt32(index))
      if !builder.schema[id].range.isGenerated { validator.check(id) }
    }
    for directive in builder.directives where directive.origin == .server || directive.origin == .client {
      validator.checkDirectiveDefinition(directive.syntax.name.name)
    }
    validator.checkInputObjectCycles()
    validator.checkDefaultValueCycles()
    validator.checkDirectiveUses(builder)
    return validator.diagnostics
  }

  /// Whether the rule on reserved names applies. Names in client extensions never occur in a server's introspection, and Relay's own
  /// names, such as `__id`, also begin with underscores.
  private func isChecked(isClientOnly: Bool) -> Bool { !isClientOnly || profile == .specification }

  private mutating func check(_ id: TypeID) {
    if isChecked(isClientOnly: schema[id].isClientOnly) { checkName(schema[id].name, at: schema[id].range) }
    checkIsNotEmpty(id)
    switch schema[id].kind {
    case .object, .interface:
      for field in schema[id].fieldList {
        if isChecked(isClientOnly: schema[field].isClientOnly) { checkName(schema[field].name, at: schema[field].range) }
        if !schema[field].arguments.isEmpty { checkArguments(schema[field].arguments) }
      }
      if !schema[id].interfaces.isEmpty { checkInterfaces(of: id) }
    case .enum:
      for value in schema[id].values { checkName(value.name, at: value.range) }
    case .inputObject:
      checkInputFields(of: id)
    case .scalar, .union:
      break
    }
  }

  private mutating func checkArguments(_ arguments: NamedList<InputValueDefinition>) {
    for argument in arguments {
      checkName(argument.name, at: argument.range)
      checkDeprecation(argument)
      checkDefaultValue(argument)
    }
  }

  private mutating func checkDirectiveDefinition(_ name: Name) {
    guard let directive = schema.directives[name] else { return }
    if isChecked(isClientOnly: directive.isClientOnly) { checkName(name, at: directive.range) }
    checkArguments(directive.arguments)
    if cyclicDirectives.contains(name) { report(.directiveReferencesItself(directive)) }
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}
