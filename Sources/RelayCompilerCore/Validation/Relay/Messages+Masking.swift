/// Diagnostics for unmasked fragments: `@relay(mask: false)` and `@inline`.
extension Diagnostic {
  static func relayArgumentNotLiteral(_ argument: Argument) -> Diagnostic {
    Diagnostic(
      "relay-argument", "'\(argument.name)' of '@relay' decides what is generated, so it must be true or false", at: argument.valueRange)
  }

  static func unmaskedWithDirectives(_ spread: FragmentSpread, _ fragment: FragmentDefinition) -> Diagnostic {
    Diagnostic(
      "unmasked-fragment-with-directives",
      "A fragment with directives of its own cannot be unmasked, because they would be lost", at: spread.nameRange,
      notes: [.init("The fragment '\(fragment.name)' with its directives is defined here", at: fragment.nameRange)])
  }

  static func unmaskedArgumentAndVariable(_ argument: VariableDefinition, global: VariableDefinition) -> Diagnostic {
    Diagnostic(
      "unmasked-variable-conflict",
      "Without the mask, the argument '$\(argument.name)' would be confused with the variable of the same name. Rename one of them",
      at: argument.range, notes: [.init("The variable '$\(global.name)' is used here", at: global.range)])
  }

  static func unmaskedVariableWithTwoTypes(_ a: VariableDefinition, _ b: VariableDefinition, in schema: Schema) -> Diagnostic {
    let types = (a: schema.description(of: a.type), b: schema.description(of: b.type))
    return Diagnostic(
      "unmasked-variable-conflict",
      "Without the mask, '$\(a.name)' is used as '\(types.a)' and as '\(types.b)', and no type fits both", at: a.range,
      notes: [.init("'$\(b.name)' is used as '\(types.b)' here", at: b.range)])
  }

  static func directiveOnInlineDataSpread(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "inline-fragment-directive",
      "'@\(directive.name)' is not allowed on the spread of an '@inline' fragment, which is read with its parent", at: directive.range)
  }
}
