/// The normalization AST: what a response holds and how it goes into the store, in the form of Relay's artifacts.
package indirect enum NormalizationNode: Sendable {
  case scalarField(NormalizationScalarField)
  case linkedField(NormalizationLinkedField)
  case scalarHandle(HandleNode)
  case linkedHandle(HandleNode)
  case inlineFragment(type: Name, abstractKey: Name?, selections: [NormalizationNode])
  case typeDiscriminator(abstractKey: Name)
  case condition(variable: Name, passingValue: Bool, selections: [NormalizationNode])
  /// `variable` is the name of the variable of `if`, nil where it is absent or literally true.
  case `defer`(variable: Name?, label: String, selections: [NormalizationNode])
  case stream(variable: Name?, label: String, selections: [NormalizationNode])
  case clientExtension(selections: [NormalizationNode])
}

package struct NormalizationScalarField: Sendable {
  package var name: Name
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
}

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

/// Directly after its field: what a handler does with the field's value once it is in the store.
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

package struct NormalizationOperation: Sendable {
  package var name: Name
  package var argumentDefinitions: [(name: Name, defaultValue: ConstantValue)]
  package var selections: [NormalizationNode]
  /// For abstract client types: which concrete types have them.
  package var clientAbstractTypes: [(key: Name, types: [Name])]
}
