/// An alias becomes a property next to the fields, so it must differ from all fields and other aliases of the same
/// object.
extension RelayRule {
  static let fragmentAliasConflicts = RelayRule(
    annotatedSpread: { $0.noteAlias($1.directives) },
    annotatedInlineFragment: { $0.noteAlias($1.directives) },
    end: { walker, _ in walker.checkAliasConflicts() })
}

extension RelayRuleWalker {
  fileprivate mutating func noteAlias(_ directives: [Directive]) {
    if directives.contains(.alias) { hasAlias = true }
  }

  fileprivate mutating func checkAliasConflicts() {
    guard hasAlias else { return }
    switch definition {
    case .operation(let operation): checkAliases(in: operation.selections)
    case .fragment(let fragment): checkAliases(in: fragment.selections)
    }
  }

  private mutating func checkAliases(in selections: [Selection]) {
    var fields: [Name: SourceRange] = [:]
    var aliases: [AliasPlace] = []
    collect(selections, fields: &fields, aliases: &aliases)
    var seen: [Name: AliasPlace] = [:]
    for alias in aliases {
      if let field = fields[alias.name] {
        report(.aliasLikeField(alias.name, at: alias.range, field: field))
      } else if let other = seen[alias.name] {
        if let spread = alias.spread, spread == other.spread {
          report(.repeatedSpread(spread, alias: alias.name, at: alias.range, other: other.range))
        } else {
          report(.repeatedAlias(alias.name, at: alias.range, other: other.range))
        }
      }
      if seen[alias.name] == nil { seen[alias.name] = alias }
    }
  }

  /// Collects the response keys and aliases of one object. Selections of a field or an alias belong to another object.
  private mutating func collect(
    _ selections: [Selection], fields: inout [Name: SourceRange], aliases: inout [AliasPlace]
  ) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): fields[field.head.responseKey] = field.head.nameRange
      case .linkedField(let field):
        fields[field.head.responseKey] = field.head.nameRange
        checkAliases(in: field.selections)
      case .condition(let condition): collect(condition.selections, fields: &fields, aliases: &aliases)
      case .fragmentSpread(let spread):
        if let directive = spread.directives.named(.alias) { append(directive, fallback: spread.name, spread: spread.name, to: &aliases) }
      case .inlineFragment(let fragment):
        if let directive = fragment.directives.named(.alias) {
          append(directive, fallback: fragment.typeCondition.map { schema[$0].name }, to: &aliases)
          checkAliases(in: fragment.selections)
        } else {
          collect(fragment.selections, fields: &fields, aliases: &aliases)
        }
      }
    }
  }

  private func append(_ directive: Directive, fallback: Name?, spread: Name? = nil, to aliases: inout [AliasPlace]) {
    if let argument = directive.arguments.named(.as) {
      if let text = argument.value.stringLiteral {
        aliases.append(AliasPlace(name: Name(text), range: argument.valueRange, spread: spread))
      }
    } else if let fallback {
      aliases.append(AliasPlace(name: fallback, range: directive.range, spread: spread))
    }
  }
}

private struct AliasPlace {
  let name: Name
  let range: SourceRange
  /// The fragment, if the alias is that of a spread.
  let spread: Name?
}
