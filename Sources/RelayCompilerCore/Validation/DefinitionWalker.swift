/// Walks a definition, tracking the type at every position, and applies the rules of the specification (`SpecificationRules`) there. The
/// walks over values and input objects are in the files of their rules. Relay's arguments of fragments are checked on the way.
struct DefinitionWalker {
  let context: ValidationContext
  let checks = SpecificationRules.checks
  var facts = DefinitionFacts()
  /// The arguments that this fragment declares.
  var arguments: NamedList<FragmentArgument> = []
  /// The fragment that is walked, or nil in an operation.
  private(set) var fragmentName: Name?
  /// The operation's variables, or nil in a fragment.
  var variables: NameLookup<VariableDefinitionSyntax>?
  /// Whether custom scalars take their values only from variables.
  let forbidsCustomScalarLiterals: Bool
  /// Whether the position is inside a field of a client schema extension.
  private(set) var isInClientField = false

  var schema: Schema {
    _read { yield context.schema }
  }
  var isRelay: Bool { context.profile == .relay }

  static func walk(_ definition: ExecutableDefinition, _ context: ValidationContext) -> DefinitionFacts {
    var walker = DefinitionWalker(context: context, forbidsCustomScalarLiterals: definition.forbidsCustomScalarLiterals)
    switch definition.syntax {
    case .operation(let operation): walker.walk(operation, definition.type)
    case .fragment(let fragment): walker.walk(fragment, definition)
    }
    return walker.facts
  }

  mutating func report(_ diagnostic: Diagnostic) { facts.diagnostics.append(diagnostic) }

  private mutating func walk(_ operation: OperationDefinitionSyntax, _ type: TypeID?) {
    variables = NameLookup(operation.variables) { $0.variable.name }
    for check in checks.operation { check(&self, (operation, type)) }
    walk(operation.directives, at: DirectiveLocation.of(operation.kind))
    walk(operation.selectionSet, Scope(parent: type, enclosing: type))
  }

  private mutating func walk(_ fragment: FragmentDefinitionSyntax, _ definition: ExecutableDefinition) {
    arguments = definition.arguments
    fragmentName = fragment.name.name
    let type = resolve(fragment.typeCondition)
    walk(fragment.directives, at: DirectiveLocation.fragmentDefinition)
    if isRelay { checkDefaultsForRefetching(fragment) }
    walk(fragment.selectionSet, Scope(parent: type, enclosing: type))
  }

  // MARK: - Selections

  /// The type of the current selections, and the type conditions around them since the last field.
  struct Scope {
    /// nil if it is unknown because of an error further out.
    var parent: TypeID?
    var enclosing: [TypeID]

    init(parent: TypeID?, enclosing: TypeID?) {
      self.parent = parent
      self.enclosing = enclosing.map { [$0] } ?? []
    }
  }

  private mutating func walk(_ set: SelectionSetSyntax, _ scope: Scope) {
    var skipsNext = false
    for (index, selection) in set.selections.enumerated() {
      if skipsNext {
        skipsNext = false
        continue
      }
      switch selection {
      case .field(let field):
        skipsNext = checkTypeConditionHasDots(field, before: set.selections.dropFirst(index + 1).first, scope)
        if !skipsNext { walk(field, scope) }
      case .fragmentSpread(let spread): walk(spread, scope)
      case .inlineFragment(let fragment): walk(fragment, scope)
      }
    }
  }

  /// The composite type that a condition names.
  private mutating func resolve(_ condition: NameSyntax) -> TypeID? {
    let type = schema.type(named: condition.name)
    for check in checks.typeCondition { check(&self, (condition, type)) }
    return type.flatMap { schema.isComposite($0) ? $0 : nil }
  }

  private mutating func walk(_ field: FieldSyntax, _ scope: Scope) {
    let resolved = resolve(field, on: scope.parent)
    let type = fieldType(resolved)
    for check in checks.field { check(&self, (field, resolved, type, scope.parent)) }
    let outer = isInClientField
    defer { isInClientField = outer }
    if case .declared(let id) = resolved, schema[id].isClientOnly { isInClientField = true }
    switch resolved {
    case .unknown:
      for argument in field.arguments { walk(argument.value, as: nil) }
    case .meta:
      checkMetaArguments(field)
    case .declared(let id):
      if !field.arguments.isEmpty || !schema[id].arguments.isEmpty {
        walk(field.arguments, of: .field(id), definitions: schema[id].arguments, at: field.name.range)
      }
    }
    if !field.directives.isEmpty { walk(field.directives, at: DirectiveLocation.field) }
    if let set = field.selectionSet {
      let inner = type.flatMap { schema.isComposite($0.named) ? $0.named : nil }
      walk(set, Scope(parent: inner, enclosing: inner))
    }
  }

  private mutating func walk(_ spread: FragmentSpreadSyntax, _ scope: Scope) {
    facts.spreads.append(spread.name)
    let fragment = context.fragment(spread.name.name)
    if fragment == nil { facts.spreadsUnknownFragment = true }
    for check in checks.spread { check(&self, (spread, fragment, scope)) }
    if !spread.directives.isEmpty { walk(spread.directives, at: DirectiveLocation.fragmentSpread) }
    if isRelay, let fragment { checkFragmentArguments(spread, fragment) }
  }

  private mutating func walk(_ fragment: InlineFragmentSyntax, _ scope: Scope) {
    var inner = scope
    if let condition = fragment.typeCondition {
      inner.parent = resolve(condition)
      if let type = inner.parent {
        for check in checks.inlineFragment { check(&self, (condition, type, scope)) }
        inner.enclosing.append(type)
      }
    }
    if !fragment.directives.isEmpty { walk(fragment.directives, at: DirectiveLocation.inlineFragment) }
    walk(fragment.selectionSet, inner)
  }

  // MARK: - Directives and arguments

  mutating func walk(_ directives: [DirectiveSyntax], at location: Name) {
    if directives.count > 1 { for check in checks.directives { check(&self, directives) } }
    for directive in directives {
      if isRelay, isArgumentDirective(directive, at: location) { continue }
      let definition = schema.directives[directive.name.name]
      for check in checks.directive { check(&self, (directive, definition, location)) }
      guard let definition else {
        for argument in directive.arguments { walk(argument.value, as: nil) }
        continue
      }
      walk(directive.arguments, of: .directive(directive.name.name), definitions: definition.arguments, at: directive.name.range)
    }
  }

  private mutating func walk(
    _ arguments: [ArgumentSyntax], of owner: ArgumentOwner, definitions: NamedList<InputValueDefinition>, at range: SourceRange
  ) {
    var unknown: [ArgumentSyntax] = []
    for argument in arguments {
      guard let definition = definitions.named(argument.name.name) else {
        unknown.append(argument)
        walk(argument.value, as: nil)
        continue
      }
      walk(argument.value, as: definition.type, hasDefault: definition.defaultValue != nil)
    }
    let list = ArgumentList(given: arguments, unknown: unknown, owner: owner, definitions: definitions, range: range)
    for check in checks.arguments { check(&self, list) }
  }
}

extension DirectiveLocation {
  static func of(_ kind: OperationKind) -> Name {
    switch kind {
    case .query: query
    case .mutation: mutation
    case .subscription: subscription
    }
  }
}
