/// The reader AST: what a fragment or an operation reads from the store, in the form of Relay's artifacts, with the schema types
/// that the Swift emitter needs beside it.
package indirect enum ReaderNode: Sendable {
  case scalarField(ReaderScalarField)
  case linkedField(ReaderLinkedField)
  case inlineFragment(ReaderInlineFragment)
  case fragmentSpread(ReaderFragmentSpread)
  case aliasedFragment(ReaderAliasedFragment)
  case inlineDataFragmentSpread(ReaderInlineDataFragmentSpread)
  case condition(variable: Name, passingValue: Bool, selections: [ReaderNode])
  case `defer`(selections: [ReaderNode])
  case stream(selections: [ReaderNode])
  case clientExtension(selections: [ReaderNode])
  case required(action: RequiredAction, field: ReaderNode)
  case `catch`(to: CatchTarget, field: ReaderNode)
}

package struct ReaderScalarField: Sendable {
  /// The name in the store; a handle field's is `__<key>_<handle>`.
  package var name: Name
  /// nil where it equals the name.
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
  /// nil for `__typename` and its like.
  package var field: FieldID?
  package var range: SourceRange
  /// Read for the runtime alone: no property in Swift.
  package var isHidden: Bool

  package var responseKey: Name { alias ?? name }
}

package struct ReaderLinkedField: Sendable {
  package var name: Name
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
  package var field: FieldID?
  package var range: SourceRange
  /// Read for the runtime alone: no property in Swift.
  package var isHidden: Bool
  /// The object type's name, nil for interfaces and unions.
  package var concreteType: Name?
  package var isPlural: Bool
  /// Whether the field carries `@connection` or `@stream_connection`, or is a connection by its type.
  package var isConnection: Bool
  package var selections: [ReaderNode]

  package var responseKey: Name { alias ?? name }
}

package struct ReaderInlineFragment: Sendable {
  package var type: TypeID
  package var typeName: Name
  /// false for an aliased `... @alias { }`, which stands on the enclosing type.
  package var hasTypeCondition = true
  /// `__is<Type>` for an abstract type.
  package var abstractKey: Name?
  package var selections: [ReaderNode]
}

package struct ReaderFragmentSpread: Sendable {
  package var name: Name
  package var arguments: [ArgumentNode]
  /// The spread may not match, or stands under a condition, and has no `@alias` to say so.
  package var isConditional: Bool
  /// The type that the fragment is on, for an `@assignable` one.
  package var assignableType: TypeID?
  /// The fragment is for updaters, not for views.
  package var isUpdatable: Bool
}

package struct ReaderAliasedFragment: Sendable {
  package var alias: Name
  package var fragment: ReaderInlineFragment
  /// The type condition holds for every value of the enclosing type, and no `@include` or `@skip` stands there.
  package var alwaysMatches: Bool
}

package struct ReaderInlineDataFragmentSpread: Sendable {
  package var name: Name
  package var selections: [ReaderNode]
  package var arguments: [ArgumentNode]
  package var argumentDefinitions: [ReaderArgumentDefinition]
}

package enum ReaderArgumentDefinition: Sendable {
  case local(name: Name, defaultValue: ConstantValue, type: TypeReference?)
  case root(name: Name)
}

/// A fragment, or the fragment side of an operation.
package struct ReaderFragment: Sendable {
  package var name: Name
  package var type: TypeID
  package var typeName: Name
  package var abstractKey: Name?
  package var argumentDefinitions: [ReaderArgumentDefinition]
  /// As Relay's artifact has it, nil where empty.
  package var metadata: ReaderMetadata?
  package var selections: [ReaderNode]
}

package struct ReaderMetadata: Sendable {
  package var connections: [ConnectionMetadata] = []
  package var refetch: RefetchMetadata?
  package var plural = false
  /// `@relay(mask: false)` on the definition.
  package var isUnmasked = false
  package var throwOnFieldError = false
  package var catchTo: CatchTarget?

  package init() {}
}
