/// The selections of the intermediate representation: immutable objects, so that a pass that changes one field shares everything
/// else with its input, and a pass that has seen an object before can reuse what it made of it.
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

  /// The identity of the object, for caches that live as long as the object does.
  package var identity: ObjectIdentifier {
    switch self {
    case .scalarField(let node): ObjectIdentifier(node)
    case .linkedField(let node): ObjectIdentifier(node)
    case .fragmentSpread(let node): ObjectIdentifier(node)
    case .inlineFragment(let node): ObjectIdentifier(node)
    case .condition(let node): ObjectIdentifier(node)
    }
  }
}

/// What scalar and linked fields have in common.
package struct FieldHead: Sendable {
  package var alias: Name?
  package var name: Name
  /// nil for `__typename`, `__id` and `__token`, which no type declares.
  package var definition: FieldID?
  package var type: TypeReference
  package var arguments: [Argument]
  package var directives: [Directive]
  /// Client-side handlers of the field's value: connections, declarative mutation directives, `@__clientField`.
  package var handles: [FieldHandle]
  package var required: RequiredAction?
  package var `catch`: CatchTarget?
  /// Read for the runtime alone, which pages with it: nobody wrote it, so generated Swift does not show it.
  package var isHidden = false
  package var range: SourceRange
  /// Where the alias, or else the name, stands.
  package var nameRange: SourceRange

  package init(
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
    self.range = range
    self.nameRange = nameRange ?? range
  }

  package var responseKey: Name { alias ?? name }
}

package final class ScalarField: Sendable {
  package let head: FieldHead
  /// The `__is<Type>` that `generateTypename` adds to a type refinement.
  package let isTypeDiscriminator: Bool

  package init(_ head: FieldHead, isTypeDiscriminator: Bool = false) {
    self.head = head
    self.isTypeDiscriminator = isTypeDiscriminator
  }

  package var range: SourceRange { head.range }

  package func with(head: FieldHead) -> ScalarField { ScalarField(head, isTypeDiscriminator: isTypeDiscriminator) }
}

package final class LinkedField: Sendable {
  package let head: FieldHead
  package let selections: [Selection]
  /// Whether the field carried `@connection` or `@stream_connection`.
  package let isConnection: Bool

  package init(_ head: FieldHead, selections: [Selection], isConnection: Bool = false) {
    self.head = head
    self.selections = selections
    self.isConnection = isConnection
  }

  package var range: SourceRange { head.range }

  package func with(head: FieldHead? = nil, selections: [Selection]? = nil) -> LinkedField {
    LinkedField(head ?? self.head, selections: selections ?? self.selections, isConnection: isConnection)
  }
}

package final class FragmentSpread: Sendable {
  package let name: Name
  package let arguments: [Argument]
  package let directives: [Directive]
  package let range: SourceRange
  package let nameRange: SourceRange

  package init(
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

package final class InlineFragment: Sendable {
  /// What a pass made this inline fragment for.
  package enum Role: Hashable, Sendable {
    case plain
    /// `@alias` on a spread or inline fragment.
    case aliased(FragmentAlias)
    /// The fields that only the client knows, at the end of their selection set.
    case clientExtension
    /// An `@inline` fragment where it is spread.
    case inlineData(InlineDataSpread)
  }

  package let typeCondition: TypeID?
  package let role: Role
  package let directives: [Directive]
  package let selections: [Selection]
  package let range: SourceRange

  package init(
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

package final class Condition: Sendable {
  package enum Value: Hashable, Sendable {
    case constant(Bool)
    case variable(Variable)
  }

  package let value: Value
  /// true for `@include`, false for `@skip`.
  package let passingValue: Bool
  package let selections: [Selection]
  package let range: SourceRange

  package init(value: Value, passingValue: Bool, selections: [Selection], range: SourceRange = .generated) {
    self.value = value
    self.passingValue = passingValue
    self.selections = selections
    self.range = range
  }

  package func with(selections: [Selection]) -> Condition {
    Condition(value: value, passingValue: passingValue, selections: selections, range: range)
  }
}

/// What a handler of the runtime does with a field's value.
package struct FieldHandle: Hashable, Sendable {
  package var key: String
  package var handle: String
  /// The arguments that tell one instance from another; nil means all of the field's.
  package var filters: [Name]?
  package var dynamicKey: Value?
  package var arguments: [Argument]

  package init(key: String, handle: String, filters: [Name]? = nil, dynamicKey: Value? = nil, arguments: [Argument] = []) {
    self.key = key
    self.handle = handle
    self.filters = filters
    self.dynamicKey = dynamicKey
    self.arguments = arguments
  }

  /// The field's name in the store once the handler has been there.
  package func storageName(of field: Name) -> Name {
    Name("__" + (key.isEmpty ? field.string : key) + "_" + handle)
  }
}

/// `@alias`
package struct FragmentAlias: Hashable, Sendable {
  package var name: Name
  /// The type of the selection that is aliased: the inline fragment's condition or the fragment's type.
  package var type: TypeID
  package var alwaysMatches: Bool
  package var `catch`: CatchTarget?
  /// The alias is on a spread, not on an inline fragment.
  package var isSpread: Bool
}

/// A spread of an `@inline` fragment.
package struct InlineDataSpread: Hashable, Sendable {
  package var name: Name
  package var arguments: [Argument]
}

extension [Directive] {
  /// `@relay(mask: false)`: what the fragment selects belongs to whoever spreads it.
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
