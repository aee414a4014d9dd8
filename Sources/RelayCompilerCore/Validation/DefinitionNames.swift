/// The names by which the definitions of some documents depend on others, for a check that repeats only what a change concerns.
struct DefinitionNames {
  private(set) var fragments: Set<Name> = []
  private(set) var operations: Set<Name> = []
  /// What the compiler generates from definitions. Two of one name are an error wherever they are, as for definitions.
  private(set) var generated: Set<Name> = []
  /// The fragments that are spread.
  private(set) var spread: Set<Name> = []
  /// The names that a message proposes if nothing has them yet.
  private(set) var proposed: Set<Name> = []

  var defined: Set<Name> { fragments.union(operations) }
  var claimed: Set<Name> { generated.isEmpty ? defined : defined.union(generated) }
  var used: Set<Name> { spread.union(proposed) }

  init() {}

  init(_ documents: some Sequence<Document>) {
    var pending: [SelectionSetSyntax] = []
    for document in documents {
      for definition in document.definitions {
        switch definition {
        case .operation(let operation):
          pending.append(operation.selectionSet)
          guard let name = operation.name?.name else { continue }
          operations.insert(name)
          proposed.insert(operation.kind.typeName(of: name))
        case .fragment(let fragment):
          pending.append(fragment.selectionSet)
          fragments.insert(fragment.name.name)
          for directive in fragment.directives { claim(directive.arguments) }
        case .schema, .type, .directive: break
        }
      }
    }
    while let selectionSet = pending.popLast() {
      for selection in selectionSet.selections {
        switch selection {
        case .field(let field): if let selectionSet = field.selectionSet { pending.append(selectionSet) }
        case .inlineFragment(let fragment): pending.append(fragment.selectionSet)
        case .fragmentSpread(let spread): self.spread.insert(spread.name.name)
        }
      }
    }
  }

  /// The query of `@refetchable(queryName:)`, and the variables of `@argumentDefinitions(x: {provider: …})`.
  private mutating func claim(_ arguments: [ArgumentSyntax]) {
    for argument in arguments {
      switch argument.value {
      case .string(let text) where argument.name.name == .queryName: generated.insert(Name(text.value))
      case .object(let fields, _):
        for field in fields where field.name.name == .provider {
          if case .string(let module) = field.value { generated.insert(.providedVariable(module.value)) }
        }
      default: break
      }
    }
  }

  mutating func formUnion(_ other: DefinitionNames) {
    fragments.formUnion(other.fragments)
    operations.formUnion(other.operations)
    generated.formUnion(other.generated)
    spread.formUnion(other.spread)
    proposed.formUnion(other.proposed)
  }

  /// The names of definitions and of what is generated that only one of them has.
  func difference(from other: DefinitionNames) -> Set<Name> {
    fragments.symmetricDifference(other.fragments).union(operations.symmetricDifference(other.operations))
      .union(generated.symmetricDifference(other.generated))
  }
}
