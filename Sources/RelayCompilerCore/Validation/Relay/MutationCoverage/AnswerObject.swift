/// An object with an identity in a mutation's answer, and what the answer selects of it.
///
///     mutation M { saveArtwork { artwork { isSaved ...Button_artwork } } }   // artwork: isSaved, and what the fragment selects
struct AnswerObject {
  let operation: OperationDefinition
  /// The field of the mutation.
  let mutation: FieldID
  let type: TypeID
  /// The selections written in the document, where a spread may be added.
  let selections: [Selection]
  /// What the answer selects, with all fragments.
  let selected: SelectedFields
  /// What the document itself selects.
  let written: SelectedFields
  /// The fragments that the document itself spreads there.
  let spreads: Set<Name>
  /// Where it is in the answer.
  let path: [Name]
  /// The type that a reader of the document knows the object to have (see `transformFragmentAliases`).
  let knownType: TypeID
  let isConditional: Bool
  let isInList: Bool
  /// The edge type of the list into which the answer puts the object; nil if it does not.
  let insertion: TypeID?
  /// The name of the field.
  let range: SourceRange

  static func all(in operation: OperationDefinition, of program: Program, _ identities: Identities, options: CompilerOptions)
    -> [AnswerObject]
  {
    var finder = AnswerObjectFinder(operation: operation, program: program, identities: identities, options: options)
    for selection in operation.selections { finder.enter(root: selection) }
    return finder.found
  }
}

private struct AnswerObjectFinder {
  let operation: OperationDefinition
  let program: Program
  let identities: Identities
  let options: CompilerOptions
  var found: [AnswerObject] = []

  private struct Place {
    var mutation: FieldID
    var path: [Name] = []
    var knownType: TypeID
    var isConditional = false
    var isInList = false
    /// Whether it is below another object than the user.
    var isNested = false
    var insertion: TypeID?
    var range: SourceRange
    /// The selections of the field around an inline fragment that narrows it.
    var outer: [Selection] = []
  }

  init(operation: OperationDefinition, program: Program, identities: Identities, options: CompilerOptions) {
    self.operation = operation
    self.program = program
    self.identities = identities
    self.options = options
  }

  private var schema: Schema {
    _read { yield program.schema }
  }

  mutating func enter(root selection: Selection) {
    switch selection {
    case .linkedField(let field):
      guard let mutation = field.head.definition else { return }
      let place = Place(mutation: mutation, knownType: field.head.type.named, range: field.head.nameRange)
      enter(field, at: place)
    case .condition(let condition): for selection in condition.selections { enter(root: selection) }
    case .inlineFragment(let fragment): for selection in fragment.selections { enter(root: selection) }
    case .scalarField, .fragmentSpread: break
    }
  }

  private mutating func enter(_ field: LinkedField, at outer: Place) {
    let type = field.head.type.named
    var place = outer
    place.path.append(field.head.responseKey)
    place.knownType = type
    place.isConditional = false
    place.isInList = field.head.type.isList
    place.range = field.head.nameRange
    place.insertion = insertion(of: field, in: outer)
    place.outer = []
    if identities.isIdentified(type) {
      note(type, field.selections, at: place)
      // What is around the user is around everything: `me { orders }`. Otherwise only the objects next to the first one count.
      if !identities.actors.contains(type) {
        if place.isNested || place.isInList { return }
        place.isNested = true
      }
    }
    place.outer = field.selections
    walk(field.selections, on: type, at: place)
  }

  private mutating func walk(_ selections: [Selection], on type: TypeID, at place: Place) {
    for selection in selections {
      switch selection {
      case .linkedField(let field): enter(field, at: place)
      case .condition(let condition):
        var inner = place
        inner.isConditional = true
        walk(condition.selections, on: type, at: inner)
      case .inlineFragment(let fragment):
        var inner = place
        guard let narrowed = fragment.typeCondition, narrowed != type else {
          walk(fragment.selections, on: type, at: inner)
          continue
        }
        inner.path.append(schema[narrowed].name)
        if fragment.directives.contains(.alias) {
          inner.knownType = narrowed
          inner.isConditional = false
        }
        if identities.isIdentified(narrowed), !identities.isIdentified(type) {
          note(narrowed, fragment.selections, at: inner)
        } else if !identities.isIdentified(narrowed) {
          walk(fragment.selections, on: narrowed, at: inner)
        }
      case .scalarField, .fragmentSpread: break
      }
    }
  }

  /// The edge type of the list for whose items the field's value is meant.
  private func insertion(of field: LinkedField, in outer: Place) -> TypeID? {
    for directive in field.head.directives {
      switch directive.name {
      case .appendEdge, .prependEdge: return field.head.type.named
      case .appendNode, .prependNode:
        return directive.arguments.named(.edgeTypeName)?.value.stringLiteral.flatMap { schema.type(named: Name($0)) }
      default: continue
      }
    }
    let names = options.schema.connectionInterface
    let type = field.head.type.named
    if let node = schema.field(names.node, on: type), schema.field(names.cursor, on: type) != nil,
      schema.isComposite(schema[node].type.named),
      !outer.path.contains(where: { $0 == names.edges })
    {
      return type
    }
    return field.head.name == names.node ? outer.insertion : nil
  }

  private mutating func note(_ type: TypeID, _ selections: [Selection], at place: Place) {
    var everything = FieldCollector(program: program, identities: identities, spreads: .all)
    everything.collect(place.outer + selections, of: type)
    var written = FieldCollector(program: program, identities: identities, spreads: .none)
    written.collect(place.outer + selections, of: type)
    found.append(
      AnswerObject(
        operation: operation, mutation: place.mutation, type: type, selections: selections, selected: everything.selected,
        written: written.selected, spreads: Set(directSpreads(in: selections)), path: place.path, knownType: place.knownType,
        isConditional: place.isConditional, isInList: place.isInList, insertion: place.insertion, range: place.range))
  }

  private func directSpreads(in selections: [Selection]) -> [Name] {
    selections.flatMap { selection -> [Name] in
      switch selection {
      case .fragmentSpread(let spread): [spread.name]
      case .inlineFragment(let fragment): directSpreads(in: fragment.selections)
      case .condition(let condition): directSpreads(in: condition.selections)
      case .scalarField, .linkedField: []
      }
    }
  }
}
