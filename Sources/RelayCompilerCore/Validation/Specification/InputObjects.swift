/// Input Object Field Names, Field Uniqueness and Required Fields (specification, sections 5.6.2 to 5.6.4), and OneOf input objects
/// (section 3.10.1).
extension ValidationRule {
  static let inputObjects = ValidationRule(
    sections: ["5.6.2", "5.6.3", "5.6.4"], object: { $0.checkFields($1.fields, unknown: $1.unknown, of: $1.type, at: $1.range) })
}

extension DefinitionWalker {
  mutating func walk(_ fields: [ArgumentSyntax], of type: TypeID, at range: SourceRange) {
    let isOneOf = schema[type].isOneOf
    let definitions = schema[type].inputFields
    var unknown: [ArgumentSyntax] = []
    for field in fields {
      guard let definition = definitions.named(field.name.name) else {
        unknown.append(field)
        walk(field.value, as: nil)
        continue
      }
      walk(field.value, as: definition.type, hasDefault: definition.defaultValue != nil, oneOf: isOneOf ? type : nil)
    }
    check(fields, unknown: unknown, of: type, at: range)
  }

  mutating func check(_ fields: [ArgumentSyntax], unknown: [ArgumentSyntax] = [], of type: TypeID?, at range: SourceRange) {
    for check in checks.object { check(&self, (fields, unknown, type, range)) }
  }

  fileprivate mutating func checkFields(_ fields: [ArgumentSyntax], unknown: [ArgumentSyntax], of type: TypeID?, at range: SourceRange) {
    checkInputFieldsAreUnique(fields)
    guard let type else { return }
    for field in unknown { report(.unknownInputField(field.name, of: schema[type])) }
    let given = NameLookup(fields) { $0.name.name }
    let missing = schema[type].inputFields.required.filter { given[$0.name] == nil }
    if !missing.isEmpty { report(.missingInputFields(missing, of: schema[type].name, at: range, in: schema)) }
    if schema[type].isOneOf { checkOneOf(fields, of: type, at: range) }
  }

  private mutating func checkInputFieldsAreUnique(_ fields: [ArgumentSyntax]) {
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
