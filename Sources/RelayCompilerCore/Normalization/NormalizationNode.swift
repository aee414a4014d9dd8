/// A node of the normalization AST: the contents of a response and how they are written to the store, in the form of Relay's artifacts.
///
/// A selection set contains each response key once. `id` and `__typename` are included where the store needs them, and fragments are
/// inlined.
///
/// For `query Q { user { name } }`, the selections are `.linkedField(user)` with `.scalarField(name)` and `.scalarField(id)` in it.
package indirect enum NormalizationNode: Sendable {
  case scalarField(NormalizationScalarField)
  case linkedField(NormalizationLinkedField)
  case scalarHandle(HandleNode)
  case linkedHandle(HandleNode)
  case inlineFragment(type: Name, abstractKey: Name?, selections: [NormalizationNode])
  case typeDiscriminator(abstractKey: Name)
  case condition(variable: Name, passingValue: Bool, selections: [NormalizationNode])
  /// `variable` is the variable of the argument `if`; nil if that is absent or literally true.
  case `defer`(variable: Name?, label: String, selections: [NormalizationNode])
  case stream(variable: Name?, label: String, selections: [NormalizationNode])
  case clientExtension(selections: [NormalizationNode])
}

/// A field with a scalar or enum value, or a list of them. `storageKey` is its key in the store, if the field has arguments and none
/// contains a variable.
package struct NormalizationScalarField: Sendable {
  package var name: Name
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
}

/// A field with an object or a list of objects, and the selections on them. `concreteType` is nil for interfaces and unions, whose
/// objects name their types.
///
/// For `node(id: $id) { ... on User { name } }`, it is nil, and the selections start with `__typename`.
package struct NormalizationLinkedField: Sendable {
  package var name: Name
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
  package var concreteType: Name?
  package var isPlural: Bool
  package var selections: [NormalizationNode]
}

/// What a handler does with a field's value after the value has been written to the store. The node directly follows that of its field.
///
/// For `todos(first: $count) @connection(key: "List_todos")`, the name is `todos`, the handle `connection` and the key `List_todos`.
package struct HandleNode: Sendable {
  package var name: Name
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var handle: String
  package var key: String
  package var filters: [Name]?
  package var dynamicKey: ArgumentNode?
  package var handleArguments: [ArgumentNode]
}

/// The normalization AST of an operation. `selections` are those of the root type, and `argumentDefinitions` the operation's variables.
package struct NormalizationOperation: Sendable {
  package var name: Name
  package var argumentDefinitions: [(name: Name, defaultValue: ConstantValue)]
  package var selections: [NormalizationNode]
  /// For each abstract type of a client extension by which the operation refines: the key `__is<Type>`, and the object types that have
  /// it.
  package var clientAbstractTypes: [(key: Name, types: [Name])]
}
