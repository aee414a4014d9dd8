/// Input Object Field Names, Field Uniqueness and Required Fields (specification, sections 5.6.2 to 5.6.4), and OneOf input objects
/// (section 3.10.1).
extension DefinitionWalker {
  mutating func walk(_ fields: [ArgumentSyntax], of type: TypeID, at range: SourceRange) {
    checkInputFieldsAreUnique(fields)
    let isOneOf = schema[type].isOneOf
    let definitions = schema[type].inputFields
    for field in fields {
      guard let definition = definitions.named(field.name.name) else {
        report(.unknownInputField(field.name, of: schema[type]))
        walk(field.value, as: nil)
        continue
      }
      walk(field.value, as: definition.type, hasDefault: definition.defaultValue != nil, oneOf: isOneOf ? type : nil)
    }
    let given = NameLookup(fields) { $0.name.name }
    let missing = definitions.required.filter { given[$0.name] == nil }
    if !missing.isEmpty { report(.missingInputFields(missing, of: schema[type].name, at: range, in: schema)) }
    if isOneOf { checkOneOf(fields, of: type, at: range) }
  }

  mutating func checkInputFieldsAreUnique(_ fields: [ArgumentSyntax]) {
    guard fields.count > 1 else { return }
    var seen: [Name: SourceRange] = [:]
    for field in fields {
      if let first = seen[field.name.name] {
        report(.repeatedInputField(field.name, first: first))
      } else {
        seen[field.name.name] = field.name.range
      }
    }
  }

  private mutating func checkOneOf(_ fields: [ArgumentSyntax], of type: TypeID, at range: SourceRange) {
    guard fields.count == 1, let field = fields.first else {
      return report(.oneOfNeedsOneField(schema[type].name, at: range))
    }
    if case .null(let nullRange) = field.value { report(.nullForOneOf(field.name.name, of: schema[type].name, at: nullRange)) }
  }
}
