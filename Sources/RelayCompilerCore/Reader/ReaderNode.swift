/// A node of the reader AST: what a fragment or operation reads from the store, in the form of Relay's artifacts, together with the schema
/// types that the Swift emitter needs.
///
/// For `fragment F on User { name @required(action: LOG)  ...Avatar }`, the selections are `.required(action: .log, field:
/// .scalarField(name))` and `.fragmentSpread(Avatar)`.
///
/// Fields are immutable objects, because most nodes are fields and many walks read them. Every node takes one word.
enum ReaderNode: Sendable {
  case scalarField(ReaderScalarField)
  case linkedField(ReaderLinkedField)
  indirect case inlineFragment(ReaderInlineFragment)
  indirect case fragmentSpread(ReaderFragmentSpread)
  indirect case aliasedFragment(ReaderAliasedFragment)
  indirect case inlineDataFragmentSpread(ReaderInlineDataFragmentSpread)
  indirect case condition(variable: Name, passingValue: Bool, selections: [ReaderNode])
  indirect case `defer`(selections: [ReaderNode])
  indirect case stream(selections: [ReaderNode])
  indirect case clientExtension(selections: [ReaderNode])
  indirect case required(action: RequiredAction, field: ReaderNode)
  indirect case `catch`(to: CatchTarget, field: ReaderNode)
}

/// A field with a scalar or enum value, or a list of them.
///
/// `avatar: picture(size: 20)` has the name `picture` and the alias `avatar`.
final class ReaderScalarField: Sendable {
  /// The name in the store; for a field with a handle, `__<key>_<handle>`.
  let name: Name
  /// nil if it equals the name.
  let alias: Name?
  let arguments: [ArgumentNode]
  let type: TypeReference
  /// The field of the schema; nil for `__typename` and other meta-fields.
  let field: FieldID?
  let range: SourceRange
  /// Read only for the runtime: there is no property in Swift.
  let isHidden: Bool

  init(_ head: FieldHead) {
    name = head.name
    alias = head.alias
    arguments = ArgumentNode.nodes(head.arguments)
    type = head.type
    field = head.definition
    range = head.range
    isHidden = head.isHidden
  }

  var responseKey: Name { alias ?? name }

  /// The key in the store, if the field has arguments and none contains a variable: `picture(size:20)`.
  var storageKey: String? { ArgumentNode.storageKey(name, arguments) }
}

/// A field with an object or a list of objects, and the selections on them. The properties are as in `ReaderScalarField` and in Relay's
/// `LinkedField` node.
///
/// `todos { edges { cursor } }` has the name `todos`, the concrete type `TodoConnection` and one selection, the linked field `edges`.
final class ReaderLinkedField: Sendable {
  let name: Name
  let alias: Name?
  let arguments: [ArgumentNode]
  let type: TypeReference
  let field: FieldID?
  let range: SourceRange
  /// Read only for the runtime: there is no property in Swift.
  let isHidden: Bool
  /// The name of the object type; nil for an interface or union.
  let concreteType: Name?
  /// Whether the field has `@connection` or `@stream_connection`, or its type is that of a connection.
  let isConnection: Bool
  let selections: [ReaderNode]

  init(_ head: FieldHead, concreteType: Name?, isConnection: Bool, selections: [ReaderNode]) {
    name = head.name
    alias = head.alias
    arguments = ArgumentNode.nodes(head.arguments)
    type = head.type
    field = head.definition
    range = head.range
    isHidden = head.isHidden
    self.concreteType = concreteType
    self.isConnection = isConnection
    self.selections = selections
  }

  var isPlural: Bool { type.isList }

  var responseKey: Name { alias ?? name }
  var storageKey: String? { ArgumentNode.storageKey(name, arguments) }
}

/// An inline fragment with a type condition, or the contents of an alias.
///
/// `... on Node { id }` has the type `Node`, which is abstract, and the abstract key `__isNode`.
struct ReaderInlineFragment: Sendable {
  var type: TypeID
  var typeName: Name
  /// false for `... @alias { }`, which has the type of the enclosing selection set.
  var hasTypeCondition = true
  /// `__is<Type>` for an abstract type; nil for an object type.
  var abstractKey: Name?
  var selections: [ReaderNode]
}

/// The reader AST of a fragment, or of an operation, for which `type` is the root type.
///
/// `abstractKey` is `__is<Type>` for a fragment on an interface or union, and nil otherwise. `argumentDefinitions` are sorted by name.
struct ReaderFragmentSpread: Sendable {
  var name: Name
  var arguments: [ArgumentNode]
  /// Whether the fragment may not match, or is under a condition, without an `@alias` to express that.
  var isConditional: Bool
  /// The type that the fragment is on; nil for a fragment that does not exist.
  var type: TypeID?
  /// Whether the fragment is for lists (`@relay(plural: true)`).
  var isPlural: Bool
  /// For an `@assignable` fragment, the type that it is on.
  var assignableType: TypeID?
  /// Whether the fragment is `@updatable`, and so intended for updaters rather than views.
  var isUpdatable: Bool
}

/// A fragment spread or inline fragment with `@alias`, which is read as a separate value.
///
/// `...Avatar @alias(as: "picture")` has the alias `picture`, and a `fragment` whose only selection is the spread.
struct ReaderAliasedFragment: Sendable {
  var alias: Name
  var fragment: ReaderInlineFragment
  /// Whether the type condition holds for every value of the enclosing type, and there is no `@include` or `@skip`.
  var alwaysMatches: Bool
}

/// A spread of an `@inline` fragment, which is read by value with these selections.
///
/// The selections are those of the fragment. Its own variables are in `argumentDefinitions`, and the values passed to them in
/// `arguments`.
struct ReaderInlineDataFragmentSpread: Sendable {
  var name: Name
  var selections: [ReaderNode]
  var arguments: [ArgumentNode]
  var argumentDefinitions: [ReaderArgumentDefinition]
}

/// A variable that a fragment's selections use: an argument of the fragment with its default value, or a variable of the operation.
///
/// A fragment with `@argumentDefinitions(size: {type: "Int", defaultValue: 10})` that also uses `$scale` has `.local(size, 10)` and
/// `.root(scale)`.
enum ReaderArgumentDefinition: Sendable {
  case local(name: Name, defaultValue: ConstantValue, type: TypeReference?)
  case root(name: Name)
}

/// The reader AST of a fragment, or of an operation.
package struct ReaderFragment: Sendable {
  package var name: Name
  var type: TypeID
  var typeName: Name
  var abstractKey: Name?
  var argumentDefinitions: [ReaderArgumentDefinition]
  /// The metadata of Relay's artifact; nil if there is none.
  var metadata: ReaderMetadata?
  var selections: [ReaderNode]
}

/// What the runtime must know about a fragment, apart from its selections.
struct ReaderMetadata: Sendable {
  var connections: [ConnectionMetadata] = []
  var refetch: RefetchMetadata?
  var plural = false
  /// Whether the definition is marked `@relay(mask: false)`.
  var isUnmasked = false
  var throwOnFieldError = false
  var catchTo: CatchTarget?
}
