/// A node of the normalization AST: the contents of a response and how they are written to the store, in the form of Relay's artifacts.
///
/// A selection set contains each response key once. `id` and `__typename` are included where the store needs them, and fragments are
/// inlined.
///
/// For `query Q { user { name } }`, the selections are `.linkedField(user)` with `.scalarField(name)` and `.scalarField(id)` in it.
///
/// Fields are immutable objects, because most nodes are fields and many operations share them. Every node takes one word.
enum NormalizationNode: Sendable {
  case scalarField(NormalizationScalarField)
  case linkedField(NormalizationLinkedField)
  indirect case scalarHandle(HandleNode)
  indirect case linkedHandle(HandleNode)
  indirect case inlineFragment(type: Name, abstractKey: Name?, selections: [NormalizationNode])
  indirect case typeDiscriminator(abstractKey: Name)
  indirect case condition(variable: Name, passingValue: Bool, selections: [NormalizationNode])
  /// `variable` is the variable of the argument `if`; nil if that is absent or literally true.
  indirect case `defer`(variable: Name?, label: String, selections: [NormalizationNode])
  indirect case stream(variable: Name?, label: String, selections: [NormalizationNode])
  indirect case clientExtension(selections: [NormalizationNode])
}

/// A field with a scalar or enum value, or a list of them.
final class NormalizationScalarField: Sendable {
  let name: Name
  let alias: Name?
  let arguments: [ArgumentNode]
  let type: TypeReference
  /// The field of the schema; nil for meta-fields.
  let definition: FieldID?
  /// What documents say of the field's age, and what is stale once it has a value. Relay's artifacts have neither.
  let freshness: Freshness?

  init(_ head: FieldHead, _ arguments: [ArgumentNode]) {
    name = head.name
    alias = head.alias
    self.arguments = arguments
    type = head.type
    definition = head.definition
    freshness = head.freshness
  }

  /// The key in the store, if the field has arguments and none contains a variable: `picture(size:20)`.
  var storageKey: String? { ArgumentNode.storageKey(name, arguments) }
}

/// A field with an object or a list of objects, and the selections on them. `concreteType` is nil for interfaces and unions, whose
/// objects name their types.
///
/// For `node(id: $id) { ... on User { name } }`, it is nil, and the selections start with `__typename`.
final class NormalizationLinkedField: Sendable {
  let name: Name
  let alias: Name?
  let arguments: [ArgumentNode]
  let type: TypeReference
  let concreteType: Name?
  let selections: [NormalizationNode]
  let definition: FieldID?
  let freshness: Freshness?

  init(_ head: FieldHead, _ arguments: [ArgumentNode], concreteType: Name?, selections: [NormalizationNode]) {
    name = head.name
    alias = head.alias
    self.arguments = arguments
    type = head.type
    self.concreteType = concreteType
    self.selections = selections
    definition = head.definition
    freshness = head.freshness
  }

  var isPlural: Bool { type.isList }
  var storageKey: String? { ArgumentNode.storageKey(name, arguments) }
}

/// What a handler does with a field's value after the value has been written to the store. The node directly follows that of its field.
///
/// For `todos(first: $count) @connection(key: "List_todos")`, the name is `todos`, the handle `connection` and the key `List_todos`.
struct HandleNode: Sendable {
  var name: Name
  var alias: Name?
  var arguments: [ArgumentNode]
  var handle: String
  var key: String
  var filters: [Name]?
  var dynamicKey: ArgumentNode?
  var handleArguments: [ArgumentNode]
}

/// The normalization AST of an operation. `selections` are those of the root type, and `argumentDefinitions` the operation's variables.
struct NormalizationOperation: Sendable {
  var name: Name
  var argumentDefinitions: [(name: Name, defaultValue: ConstantValue)]
  var selections: [NormalizationNode]
  /// How old a document lets the operation's data be.
  var age: AgeDirective?
  /// For each abstract type of a client extension by which the operation refines: the key `__is<Type>`, and the object types that have
  /// it.
  var clientAbstractTypes: [(key: Name, types: [Name])]
}
