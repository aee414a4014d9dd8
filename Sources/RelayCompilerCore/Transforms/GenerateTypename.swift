/// Adds the selections that determine an object's type: `__typename` first in every linked field of an abstract type that does not select
/// it, and the discriminator `__is<Type>: __typename` first in every fragment, inline or not, on an abstract type that the server knows.
///
/// An inline fragment without a type condition refines the enclosing type. Inline fragments for `@defer`, an alias or a group of client
/// fields refine nothing.
func generateTypename(_ program: Program, options: CompilerOptions) -> Program {
  var transformer = TypenameTransformer(schema: program.schema, deferName: options.schema.deferStreamInterface.deferName)
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
  /// The key under which the store records that an object has the abstract type: `__is<Type>`.
  static func abstractKey(of type: Name) -> Name { Name(abstractKeyPrefix + type.string) }

  /// The type for a key made by `abstractKey(of:)`; nil for any other name.
  static func type(ofAbstractKey key: Name) -> Name? {
    key.string.hasPrefix(abstractKeyPrefix) ? Name(String(key.string.dropFirst(abstractKeyPrefix.count))) : nil
  }

  private static let abstractKeyPrefix = "__is"
}

private struct TypenameTransformer: SelectionTransformer {
  let schema: Schema
  let deferName: Name
  private let typename: Selection?
  private var discriminators: [TypeID: Selection] = [:]
  private var seen = TransformedNodes()

  init(schema: Schema, deferName: Name) {
    self.schema = schema
    self.deferName = deferName
    typename = schema.typenameField()
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if let known = seen.change(of: field) { return known }
    let type = field.head.type.named
    var selections = transform(field.selections, on: type)
    if let typename, schema.isAbstract(type), !field.selections.containsTypename {
      selections = [typename] + (selections ?? field.selections)
    }
    return seen.remember(field, as: selections.map { field.with(selections: $0) } ?? field)
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let type = fragment.typeCondition ?? parent
    if let known = seen.change(of: fragment, on: type) { return known }
    var selections = transform(fragment.selections, on: type)
    if fragment.role == .plain, !fragment.directives.contains(deferName), let discriminator = discriminator(of: type) {
      selections = [discriminator] + (selections ?? fragment.selections)
    }
    return seen.remember(fragment, on: type, as: selections.map { fragment.with(selections: $0) } ?? fragment)
  }

  /// nil for an object type, and for a type that only the client knows.
  mutating func discriminator(of type: TypeID) -> Selection? {
    if let known = discriminators[type] { return known }
    guard schema.isAbstract(type), !schema[type].isClientOnly,
      let selection = schema.typenameField(alias: .abstractKey(of: schema[type].name), isTypeDiscriminator: true)
    else { return nil }
    discriminators[type] = selection
    return selection
  }
}
