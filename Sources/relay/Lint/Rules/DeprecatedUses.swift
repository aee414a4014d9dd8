internal import RelayCompilerCore

/// Fields, arguments, input fields and enum values that the schema deprecates, where documents use them.
extension LintRule {
  static func deprecatedUses(in project: ProjectModules) -> [LintFinding] {
    project.documents.flatMap { module, document -> [LintFinding] in
      guard let schema = project.modules[module].schema else { return [] }
      var visitor = DeprecationVisitor(schema: schema, module: module)
      for definition in document.definitions { visitor.walk(definition, schema) }
      return visitor.findings
    }
  }
}

private struct DeprecationVisitor: TypedVisitor {
  let schema: Schema
  let module: Int
  var findings: [LintFinding] = []

  private mutating func report(_ what: String, _ reason: String?, at range: SourceRange) {
    guard let reason else { return }
    // The message is one line, and the reason is the server's.
    let text = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    findings.append(LintFinding(.deprecated, "\(what) is deprecated\(text.isEmpty ? "" : ": \(text)")", at: range, in: module))
  }

  mutating func visit(_ field: FieldSyntax, _ definition: FieldID, on type: TypeID) {
    report("The field '\(schema[type].name).\(field.name.name)'", schema[definition].deprecation, at: field.name.range)
  }

  mutating func visit(_ argument: ArgumentSyntax, _ definition: InputValueDefinition, of owner: ArgumentOwnerName) {
    report("The argument '\(argument.name.name)' of '\(owner)'", definition.deprecation, at: argument.name.range)
  }

  mutating func visit(_ inputField: ArgumentSyntax, _ definition: InputValueDefinition, on type: TypeID) {
    report("The input field '\(schema[type].name).\(inputField.name.name)'", definition.deprecation, at: inputField.name.range)
  }

  mutating func visit(_ value: NameSyntax, _ definition: EnumValueDefinition, of type: TypeID) {
    report("The enum value '\(schema[type].name).\(value.name)'", definition.deprecation, at: value.range)
  }
}
