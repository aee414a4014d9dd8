/// A selection of the intermediate representation.
///
/// Nodes are immutable objects: a pass that changes one field shares everything else with its input, and a pass that meets an object again
/// can reuse its earlier result.
///
///     user {                       linkedField(user)
///       name                         scalarField(name)
///       ...Avatar @include(if: $a)   condition($a, passing true)
///     }                                fragmentSpread(Avatar)
package enum Selection: Sendable {
  case scalarField(ScalarField)
  case linkedField(LinkedField)
  case fragmentSpread(FragmentSpread)
  case inlineFragment(InlineFragment)
  case condition(Condition)

  package var range: SourceRange {
    switch self {
    case .scalarField(let node): node.range
    case .linkedField(let node): node.range
    case .fragmentSpread(let node): node.range
    case .inlineFragment(let node): node.range
    case .condition(let node): node.range
    }
  }

  /// The identity of the node. It is unique only while the node is alive.
  var identity: NodeIdentity {
    switch self {
    case .scalarField(let node): NodeIdentity(node)
    case .linkedField(let node): NodeIdentity(node)
    case .fragmentSpread(let node): NodeIdentity(node)
    case .inlineFragment(let node): NodeIdentity(node)
    case .condition(let node): NodeIdentity(node)
    }
  }
}

/// The common part of scalar and linked fields: everything except selections.
package struct FieldHead: Sendable {
  var alias: Name?
  var name: Name
  /// The field of the schema; nil for `__typename`, `__id` and `__token`, which no type declares.
  var definition: FieldID?
  var type: TypeReference
  var arguments: [Argument]
  var directives: [Directive]
  /// Handlers of the runtime for the field's value: connections, declarative mutation directives and `@__clientField`.
  var handles: [FieldHandle]
  var required: RequiredAction?
  var `catch`: CatchTarget?
  /// How old a document lets the value be, and what is stale once there is one.
  var freshness: Freshness?
  /// Whether only the runtime reads the field, for pagination. It is not in the document, so generated Swift has no property for it.
  var isHidden = false
  var range: SourceRange
  /// The range of the alias or, without one, of the name.
  var nameRange: SourceRange

  init(
    alias: Name? = nil, name: Name, definition: FieldID?, type: TypeReference, arguments: [Argument] = [],
    directives: [Directive] = [], range: SourceRange = .generated, nameRange: SourceRange? = nil
  ) {
    self.alias = alias
    self.name = name
    self.definition = definition
    self.type = type
    self.arguments = arguments
    self.directives = directives
    handles = []
    required = nil
    self.catch = nil
    freshness = nil
    self.range = range
    self.nameRange = nameRange ?? range
  }

  var responseKey: Name { alias ?? name }
}

/// A field of a scalar or enum type.
package final class ScalarField: Sendable {
  let head: FieldHead
  /// Whether this is the `__is<Type>` that `generateTypename` adds to a type refinement.
  let isTypeDiscriminator: Bool

  init(_ head: FieldHead, isTypeDiscriminator: Bool = false) {
    self.head = head
    self.isTypeDiscriminator = isTypeDiscriminator
  }

  package var range: SourceRange { head.range }

  package func with(head: FieldHead) -> ScalarField { ScalarField(head, isTypeDiscriminator: isTypeDiscriminator) }
}

/// A field of an object, interface or union type. It always has selections.
package final class LinkedField: Sendable {
  let head: FieldHead
  let selections: [Selection]
  /// Whether the field had `@connection` or `@stream_connection`.
  let isConnection: Bool

  init(_ head: FieldHead, selections: [Selection], isConnection: Bool = false) {
    self.head = head
    self.selections = selections
    self.isConnection = isConnection
  }

  package var range: SourceRange { head.range }

  package func with(head: FieldHead? = nil, selections: [Selection]? = nil) -> LinkedField {
    LinkedField(head ?? self.head, selections: selections ?? self.selections, isConnection: isConnection)
  }
}

/// `...F @arguments(x: 1)`: `arguments` holds those of `@arguments`.
package final class FragmentSpread: Sendable {
  package let name: Name
  package let arguments: [Argument]
  let directives: [Directive]
  package let range: SourceRange
  let nameRange: SourceRange

  init(
    name: Name, arguments: [Argument] = [], directives: [Directive] = [], range: SourceRange = .generated, nameRange: SourceRange? = nil
  ) {
    self.name = name
    self.arguments = arguments
    self.directives = directives
    self.range = range
    self.nameRange = nameRange ?? range
  }

  package func with(name: Name? = nil, arguments: [Argument]? = nil, directives: [Directive]? = nil) -> FragmentSpread {
    FragmentSpread(
      name: name ?? self.name, arguments: arguments ?? self.arguments, directives: directives ?? self.directives, range: range,
      nameRange: nameRange)
  }
}

/// `... on T { }`, `... { }`, or a group created by a pass.
package final class InlineFragment: Sendable {
  /// The reason why the inline fragment exists.
  package enum Role: Hashable, Sendable {
    case plain
    /// It has an `@alias`, or wraps a spread that has one.
    case aliased(FragmentAlias)
    /// It groups the fields that only the client knows, at the end of their selection set.
    case clientExtension
    /// It holds the selections of an `@inline` fragment at the position of its spread.
    case inlineData(InlineDataSpread)
  }

  let typeCondition: TypeID?
  package let role: Role
  let directives: [Directive]
  let selections: [Selection]
  package let range: SourceRange

  init(
    typeCondition: TypeID?, role: Role = .plain, directives: [Directive] = [], selections: [Selection],
    range: SourceRange = .generated
  ) {
    self.typeCondition = typeCondition
    self.role = role
    self.directives = directives
    self.selections = selections
    self.range = range
  }

  package func with(
    role: Role? = nil, directives: [Directive]? = nil, selections: [Selection]? = nil
  ) -> InlineFragment {
    InlineFragment(
      typeCondition: typeCondition, role: role ?? self.role, directives: directives ?? self.directives,
      selections: selections ?? self.selections, range: range)
  }
}

/// `@include` or `@skip` around selections.
package final class Condition: Sendable {
  /// The value of the argument `if`.
  package enum Value: Hashable, Sendable {
    case constant(Bool)
    case variable(Variable)
  }

  package let value: Value
  /// The value of the variable for which the selections apply: true for `@include`, false for `@skip`.
  let passingValue: Bool
  let selections: [Selection]
  package let range: SourceRange

  init(value: Value, passingValue: Bool, selections: [Selection], range: SourceRange = .generated) {
    self.value = value
    self.passingValue = passingValue
    self.selections = selections
    self.range = range
  }

  package func with(selections: [Selection]) -> Condition {
    Condition(value: value, passingValue: passingValue, selections: selections, range: range)
  }
}

/// A handler of the runtime that processes a field's value.
struct FieldHandle: Hashable, Sendable {
  var key: String
  var handle: String
  /// The arguments that distinguish instances; nil means all arguments of the field.
  var filters: [Name]?
  var dynamicKey: Value?
  var arguments: [Argument]

  init(key: String, handle: String, filters: [Name]? = nil, dynamicKey: Value? = nil, arguments: [Argument] = []) {
    self.key = key
    self.handle = handle
    self.filters = filters
    self.dynamicKey = dynamicKey
    self.arguments = arguments
  }

  /// The name in the store to which the handler writes: `__<key>_<handle>`.
  func storageName(of field: Name) -> Name {
    Name("__" + (key.isEmpty ? field.string : key) + "_" + handle)
  }
}

/// The alias of a fragment spread or inline fragment.
package struct FragmentAlias: Hashable, Sendable {
  var name: Name
  /// The type of the aliased selection: the type condition of the inline fragment, or the type of the fragment.
  var type: TypeID
  var alwaysMatches: Bool
  var `catch`: CatchTarget?
  /// Whether the alias is on a spread rather than on an inline fragment.
  var isSpread: Bool
}

/// A spread of an `@inline` fragment.
package struct InlineDataSpread: Hashable, Sendable {
  var name: Name
  var arguments: [Argument]
}

extension [Directive] {
  /// `@relay(mask: false)`: the fragment's selections belong to the definition that spreads it.
  var isUnmasked: Bool { named(.relay)?.arguments.named(.mask)?.value.booleanLiteral == false }
}

extension FragmentSpread {
  var isUnmasked: Bool { directives.isUnmasked }
}

extension Schema {
  /// A selection of `__typename`, or nil if the schema has no type `String`.
  func typenameField(alias: Name? = nil, isHidden: Bool = false, isTypeDiscriminator: Bool = false) -> Selection? {
    guard let string = type(named: .stringType) else { return nil }
    var head = FieldHead(alias: alias, name: .typename, definition: nil, type: TypeReference(string).nonNull)
    head.isHidden = isHidden
    return .scalarField(ScalarField(head, isTypeDiscriminator: isTypeDiscriminator))
  }
}

extension [Selection] {
  /// Whether `__typename` is selected here directly, without an alias.
  var containsTypename: Bool {
    contains { selection in
      if case .scalarField(let field) = selection { field.head.name == .typename && field.head.alias == nil } else { false }
    }
  }
}
