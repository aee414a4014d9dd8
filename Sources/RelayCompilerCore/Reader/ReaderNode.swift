/// A node of the reader AST: what a fragment or operation reads from the store, in the form of Relay's artifacts, together with the schema
/// types that the Swift emitter needs.
///
/// For `fragment F on User { name @required(action: LOG)  ...Avatar }`, the selections are `.required(action: .log, field:
/// .scalarField(name))` and `.fragmentSpread(Avatar)`.
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

/// A field with a scalar or enum value.
package struct ReaderScalarField: Sendable {
  /// The name in the store; for a field with a handle, `__<key>_<handle>`.
  package var name: Name
  /// nil if it equals the name.
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
  /// The field of the schema; nil for `__typename` and other meta-fields.
  package var field: FieldID?
  package var range: SourceRange
  /// Read only for the runtime: there is no property in Swift.
  package var isHidden: Bool

  package var responseKey: Name { alias ?? name }
}

/// A field with an object or a list of objects. The properties are as in `ReaderScalarField` and in Relay's
/// `LinkedField` node.
package struct ReaderLinkedField: Sendable {
  package var name: Name
  package var alias: Name?
  package var arguments: [ArgumentNode]
  package var storageKey: String?
  package var type: TypeReference
  package var field: FieldID?
  package var range: SourceRange
  /// Read only for the runtime: there is no property in Swift.
  package var isHidden: Bool
  /// The name of the object type; nil for an interface or union.
  package var concreteType: Name?
  package var isPlural: Bool
  /// Whether the field has `@connection` or `@stream_connection`, or its type is that of a connection.
  package var isConnection: Bool
  package var selections: [ReaderNode]

  package var responseKey: Name { alias ?? name }
}

/// An inline fragment, or the contents of an alias.
package struct ReaderInlineFragment: Sendable {
  package var type: TypeID
  package var typeName: Name
  /// false for `... @alias { }`, which has the type of the enclosing selection set.
  package var hasTypeCondition = true
  /// `__is<Type>` for an abstract type; nil for an object type.
  package var abstractKey: Name?
  package var selections: [ReaderNode]
}

/// A spread of a fragment. The fragment is read through a key.
package struct ReaderFragmentSpread: Sendable {
  package var name: Name
  package var arguments: [ArgumentNode]
  /// Whether the fragment may not match, or is under a condition, without an `@alias` to express that.
  package var isConditional: Bool
  /// For an `@assignable` fragment, the type that it is on.
  package var assignableType: TypeID?
  /// Whether the fragment is `@updatable`, and so intended for updaters rather than views.
  package var isUpdatable: Bool
}

/// A fragment spread or inline fragment with `@alias`.
package struct ReaderAliasedFragment: Sendable {
  package var alias: Name
  package var fragment: ReaderInlineFragment
  /// Whether the type condition holds for every value of the enclosing type, and there is no `@include` or `@skip`.
  package var alwaysMatches: Bool
}

/// A spread of an `@inline` fragment, which is read by value with these selections.
package struct ReaderInlineDataFragmentSpread: Sendable {
  package var name: Name
  package var selections: [ReaderNode]
  package var arguments: [ArgumentNode]
  package var argumentDefinitions: [ReaderArgumentDefinition]
}

/// A variable that a fragment's selections use: an argument of the fragment, or a variable of the operation.
package enum ReaderArgumentDefinition: Sendable {
  case local(name: Name, defaultValue: ConstantValue, type: TypeReference?)
  case root(name: Name)
}

/// The reader AST of a fragment, or of an operation.
package struct ReaderFragment: Sendable {
  package var name: Name
  package var type: TypeID
  package var typeName: Name
  package var abstractKey: Name?
  package var argumentDefinitions: [ReaderArgumentDefinition]
  /// The metadata of Relay's artifact; nil if there is none.
  package var metadata: ReaderMetadata?
  package var selections: [ReaderNode]
}

/// What the runtime must know about a fragment, apart from its selections.
package struct ReaderMetadata: Sendable {
  package var connections: [ConnectionMetadata] = []
  package var refetch: RefetchMetadata?
  package var plural = false
  /// Whether the definition is marked `@relay(mask: false)`.
  package var isUnmasked = false
  package var throwOnFieldError = false
  package var catchTo: CatchTarget?

  package init() {}
}
