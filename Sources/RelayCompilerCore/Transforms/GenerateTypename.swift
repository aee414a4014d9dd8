/// Adds what tells an object's type: `__typename` first in every linked field of an abstract type that does not select it, and the
/// discriminator `__is<Type>: __typename` first in every fragment on an abstract type that the server knows, inline or not.
///
/// An inline fragment without a type condition refines the type that it stands on; those that stand for `@defer`, an alias or a group
/// of client fields refine nothing.
func generateTypename(_ program: Program, options: CompilerOptions) -> Program {
  var transformer = TypenameTransformer(schema: program.schema, deferName: options.schema.deferStreamInterface.deferName)
  guard let string = program.schema.type(named: .stringType) else { return program }
  transformer.stringType = TypeReference(string).nonNull
  return program.with(
    operations: program.operations.map { transformer.transform($0) },
    fragments: program.fragments.map { fragment in
      let selections = transformer.transform(fragment.selections, on: fragment.type)
      guard let discriminator = transformer.discriminator(of: fragment.type) else {
        return selections.map { fragment.with(selections: $0) } ?? fragment
      }
      return fragment.with(selections: [discriminator] + (selections ?? fragment.selections))
    })
}

extension Name {
  /// The key under which a store knows that an object has the abstract type: `__is<Type>`.
  static func abstractKey(of type: Name) -> Name { Name("__is" + type.string) }
}

private struct TypenameTransformer: SelectionTransformer {
  let schema: Schema
  let deferName: Name
  var stringType: TypeReference?
  private var discriminators: [TypeID: Selection] = [:]
  private var typename: Selection?
  private var seenFields: [ObjectIdentifier: LinkedField] = [:]
  private var seenFragments: [FragmentKey: InlineFragment] = [:]

  private struct FragmentKey: Hashable {
    var fragment: ObjectIdentifier
    var type: TypeID
  }

  init(schema: Schema, deferName: Name) {
    self.schema = schema
    self.deferName = deferName
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if let known = seenFields[ObjectIdentifier(field)] { return known === field ? .keep : .replace(.linkedField(known)) }
    let type = field.head.type.named
    var selections = transform(field.selections, on: type)
    if schema.isAbstract(type), !field.selections.containsTypename, let typename = typenameField() {
      selections = [typename] + (selections ?? field.selections)
    }
    let result = selections.map { field.with(selections: $0) } ?? field
    seenFields[ObjectIdentifier(field)] = result
    return result === field ? .keep : .replace(.linkedField(result))
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let type = fragment.typeCondition ?? parent
    let key = FragmentKey(fragment: ObjectIdentifier(fragment), type: type)
    if let known = seenFragments[key] { return known === fragment ? .keep : .replace(.inlineFragment(known)) }
    var selections = transform(fragment.selections, on: type)
    if fragment.role == .plain, !fragment.directives.contains(deferName), let discriminator = discriminator(of: type) {
      selections = [discriminator] + (selections ?? fragment.selections)
    }
    let result = selections.map { fragment.with(selections: $0) } ?? fragment
    seenFragments[key] = result
    return result === fragment ? .keep : .replace(.inlineFragment(result))
  }

  /// nil for a concrete type and for one that only the client knows.
  mutating func discriminator(of type: TypeID) -> Selection? {
    if let known = discriminators[type] { return known }
    guard schema.isAbstract(type), !schema[type].isClientOnly, let stringType else { return nil }
    let selection = Selection.scalarField(
      ScalarField(
        FieldHead(alias: .abstractKey(of: schema[type].name), name: .typename, definition: nil, type: stringType),
        isTypeDiscriminator: true))
    discriminators[type] = selection
    return selection
  }

  private mutating func typenameField() -> Selection? {
    if typename == nil, let stringType {
      typename = .scalarField(ScalarField(FieldHead(name: .typename, definition: nil, type: stringType)))
    }
    return typename
  }
}
