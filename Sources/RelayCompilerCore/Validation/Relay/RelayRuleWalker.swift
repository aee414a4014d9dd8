/// Walks a definition and applies all rules (`RelayRules`) at each place. What a rule has to know of other places is also kept here.
struct RelayRuleWalker {
  /// The definition to check.
  enum Definition: Sendable {
    case operation(OperationDefinition)
    case fragment(FragmentDefinition)

    var name: Name {
      switch self {
      case .operation(let operation): operation.name
      case .fragment(let fragment): fragment.name
      }
    }
  }

  let definition: Definition
  let program: Program
  let options: CompilerOptions
  let files: [SourceFile]
  private let checks = RelayChecks.all
  var diagnostics: [Diagnostic] = []
  /// Facts found by the walk, for rules on the whole definition.
  var hasRequired = false
  var hasAlias = false
  /// The connection whose edges become the generated fragment of edges.
  var prefetchableConnection: SourceRange?
  /// The fragments whose selections the operation includes unmasked.
  var unmasked: Set<Name> = []

  var schema: Schema {
    _read { yield program.schema }
  }

  init(definition: Definition, program: Program, options: CompilerOptions, files: [SourceFile]) {
    self.definition = definition
    self.program = program
    self.options = options
    self.files = files
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  mutating func checkDefinition() {
    switch definition {
    case .operation(let operation):
      for check in checks.operation { check(&self, operation) }
      checkDirectives(operation.directives)
      walk(operation.selections, on: operation.type)
    case .fragment(let fragment):
      for check in checks.fragment { check(&self, fragment) }
      checkDirectives(fragment.directives)
      walk(fragment.selections, on: fragment.type)
    }
    for check in checks.end { check(&self, ()) }
  }

  private mutating func walk(_ selections: [Selection], on parent: TypeID) {
    for selection in selections {
      switch selection {
      case .scalarField(let field):
        checkField(field.head, on: parent)
        if !field.head.directives.isEmpty { for check in checks.annotatedScalarField { check(&self, field) } }
      case .linkedField(let field):
        checkField(field.head, on: parent)
        if !field.head.directives.isEmpty { for check in checks.annotatedLinkedField { check(&self, field) } }
        walk(field.selections, on: field.head.type.named)
      case .fragmentSpread(let spread):
        if spread.directives.isEmpty { continue }
        checkDirectives(spread.directives)
        for check in checks.annotatedSpread { check(&self, spread) }
      case .inlineFragment(let fragment):
        if !fragment.directives.isEmpty {
          checkDirectives(fragment.directives)
          for check in checks.annotatedInlineFragment { check(&self, fragment) }
        }
        walk(fragment.selections, on: fragment.typeCondition ?? parent)
      case .condition(let condition):
        walk(condition.selections, on: parent)
      }
    }
  }

  private mutating func checkField(_ head: FieldHead, on parent: TypeID) {
    for check in checks.field { check(&self, (head, parent)) }
    if head.directives.isEmpty { return }
    checkDirectives(head.directives)
    for check in checks.annotatedField { check(&self, head) }
  }

  private mutating func checkDirectives(_ directives: [Directive]) {
    if directives.isEmpty { return }
    for check in checks.directives { check(&self, directives) }
  }
}

/// The checks of all rules, by place.
private final class RelayChecks: Sendable {
  static let all = RelayChecks()

  let operation = RelayRules.all.compactMap(\.operation)
  let fragment = RelayRules.all.compactMap(\.fragment)
  let directives = RelayRules.all.compactMap(\.directives)
  let annotatedField = RelayRules.all.compactMap(\.annotatedField)
  let annotatedScalarField = RelayRules.all.compactMap(\.annotatedScalarField)
  let annotatedLinkedField = RelayRules.all.compactMap(\.annotatedLinkedField)
  let annotatedSpread = RelayRules.all.compactMap(\.annotatedSpread)
  let annotatedInlineFragment = RelayRules.all.compactMap(\.annotatedInlineFragment)
  let field = RelayRules.all.compactMap(\.field)
  let end = RelayRules.all.compactMap(\.end)
}
