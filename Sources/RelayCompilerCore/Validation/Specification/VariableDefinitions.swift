/// Variable Uniqueness and Variables Are Input Types (specification, sections 5.8.1 and 5.8.2), and the values and directives of
/// variable definitions.
extension ValidationRule {
  static let variableDefinitions = ValidationRule(sections: ["5.8.1", "5.8.2"], operation: { $0.checkVariableDefinitions($1.syntax) })
}

extension DefinitionWalker {
  fileprivate mutating func checkVariableDefinitions(_ operation: OperationDefinitionSyntax) {
    var seen: [Name: SourceRange] = [:]
    for variable in operation.variables {
      if let first = seen[variable.variable.name] {
        report(.duplicateVariable(variable.variable, first: first))
      } else {
        seen[variable.variable.name] = variable.variable.range
      }
      let type = checkVariableType(variable.type)
      if let value = variable.defaultValue {
        walk(value, as: type)
        if !context.skipsFullArgumentTypes(of: operation), isRelay, type?.isNonNull == true {
          report(.defaultOfNonNullVariable(variable.variable, at: value.range))
        }
      }
      walk(variable.directives, at: DirectiveLocation.variableDefinition)
    }
  }

  private mutating func checkVariableType(_ syntax: TypeSyntax) -> TypeReference? {
    let name = syntax.innermost
    guard let reference = schema.resolve(syntax) else {
      report(.unknownInputType(name, in: schema))
      return nil
    }
    guard schema.isInput(reference.named) else {
      report(.variableOfOutputType(name, kind: schema[reference.named].kind))
      return nil
    }
    return reference
  }
}
