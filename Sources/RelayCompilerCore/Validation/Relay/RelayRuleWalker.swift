/// Walks a definition and applies every rule that concerns a single position. Rules are methods in their own files; this file only calls
/// them.
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
      checkGlobalVariableNames(of: operation)
      checkUnsupportedDirectives(of: operation)
      checkStaticArguments(operation.directives)
      checkTypenameOnRoot(operation.selections, root: operation.type)
      checkCustomScalars(of: operation.variables)
      walk(operation.selections, on: operation.type)
    case .fragment(let fragment):
      checkStaticArguments(fragment.directives)
      checkRelayDirective(fragment.directives)
      checkUnsupportedDirectives(of: fragment)
      checkUnusedVariables(of: fragment)
      checkCustomScalars(of: fragment.variables)
      checkTypenameOnRoot(fragment.selections, root: fragment.type)
      walk(fragment.selections, on: fragment.type)
    }
    checkModuleName()
    checkClientFieldsUseCatch()
    if hasRequired { checkRequired() }
    if hasAlias { checkAliasConflicts() }
    checkUpdatable()
  }

  private mutating func walk(_ selections: [Selection], on parent: TypeID) {
    for selection in selections {
      switch selection {
      case .scalarField(let field):
        checkField(field.head, on: parent)
        if !field.head.directives.isEmpty {
          checkDeclarativeConnections(on: field)
          checkUnsupportedDirectives(on: field.head, isScalar: true)
        }
      case .linkedField(let field):
        checkField(field.head, on: parent)
        if !field.head.directives.isEmpty {
          checkConnection(field)
          checkUnsupportedDirectives(on: field.head, isScalar: false)
          checkDeclarativeConnections(on: field)
        }
        walk(field.selections, on: field.head.type.named)
      case .fragmentSpread(let spread):
        if !spread.directives.isEmpty {
          checkStaticArguments(spread.directives)
          checkRelayDirective(spread.directives)
          checkUnsupportedDirectives(of: spread)
          noteAlias(spread.directives)
          if spread.isUnmasked { checkDeclarativeConnections(inUnmasked: spread.name) }
        }
      case .inlineFragment(let fragment):
        if !fragment.directives.isEmpty {
          checkStaticArguments(fragment.directives)
          checkCatch(on: fragment)
          noteAlias(fragment.directives)
        }
        walk(fragment.selections, on: fragment.typeCondition ?? parent)
      case .condition(let condition):
        walk(condition.selections, on: parent)
      }
    }
  }

  private mutating func noteAlias(_ directives: [Directive]) {
    if directives.contains(.alias) { hasAlias = true }
  }

  private mutating func checkField(_ head: FieldHead, on parent: TypeID) {
    if head.alias != nil {
      checkReservedAlias(head)
      checkDoubleUnderscoreAlias(head)
    }
    if let definition = head.definition { checkSelectable(definition, head, on: parent) }
    checkNonNodeID(head, on: parent)
    checkCustomScalar(head)
    if !head.directives.isEmpty {
      if head.directives.contains(.required) { hasRequired = true }
      checkStaticArguments(head.directives)
      checkRequiredAndCatch(on: head)
      checkRequiredInMutation(head)
      checkRequiredAction(head)
      checkClientFields(head)
    }
  }
}
