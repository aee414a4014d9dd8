/// The Swift type of a selection set, ready to be written: a view of a row.
///
/// `{ user { id name } }` becomes an `ObjectType` `Data` with a property `user` of the nested type `User_user`, which has the properties
/// `id` and `name` and is `Identifiable`. Each part of the written declaration has one property here.
struct ObjectType: Sendable {
  /// A protocol to which the type conforms, in addition to that of selection sets.
  enum Conformance: Sendable, Hashable {
    case identifiable
    /// The key protocol of a fragment.
    case key(SwiftText)
    /// Fragments are spread into the type, but it has no key protocol.
    case fragmentKey
    case connectionCollection(edge: SwiftText)
    case connectionEdge(node: SwiftText)
    case connectionNode
    /// The type is used as a generic argument.
    case rowValue

    /// Whether the protocol is one for connections. Such protocols refine that of selection sets.
    var isOfConnection: Bool {
      switch self {
      case .connectionCollection, .connectionEdge, .connectionNode: true
      case .identifiable, .key, .fragmentKey, .rowValue: false
      }
    }
  }

  var name: SwiftText
  /// The schema type on which fields are selected.
  var type: TypeID
  /// The index of the row's shape.
  var shape: Int
  /// Whether it is the data of a whole definition.
  var isRoot = false
  var conformances: [Conformance] = []
  var properties: [Property] = []
  var fragments: [FragmentProperty] = []
  /// The name of the methods that pass on fragments without a key protocol.
  var fragmentMethod = SwiftText()
  var assignables: [AssignableFragment] = []
  /// The name of the methods that create them.
  var assignableMethod = SwiftText()
  var typeCases: [TypeCase] = []
  /// The name of the property that distinguishes the type cases, and of its enum; nil if there is nothing to
  /// distinguish.
  var typeCaseProperty: SwiftText?
  /// The types of properties that are not declared elsewhere.
  var nested: [ObjectType] = []

  /// A property for a field or an aliased fragment.
  struct Property: Sendable {
    var name: SwiftText
    var slot: Int
    var type: ValueType
    /// The innermost name of the Swift type.
    var base = SwiftText()
    /// The field of the schema, with its documentation; nil for an aliased fragment or a meta-field.
    var field: FieldID?
    /// How the property is written in an `@updatable` document; nil if it is read-only.
    var update: FieldUpdate?
  }

  /// A spread of a fragment: the key to it or, for an `@inline` fragment, its data.
  struct FragmentProperty: Sendable {
    var name: Name
    var slot: Int
    /// The Swift type, qualified with its module if that is a different one.
    var type: SwiftText
    var isInline: Bool
    var isUpdatable: Bool
    var isPlural: Bool
    /// Whether the object has the fragment's data. Otherwise the spread is deferred, under a condition or on another type: the type then
    /// does not have the fragment's key protocol, which promises the data, and the accessor is optional.
    var isCertain: Bool
  }

  /// A spread `@assignable` fragment.
  struct AssignableFragment: Sendable {
    /// The Swift type, qualified with its module if that is a different one.
    var type: SwiftText
    var slot: Int
    /// Whether every object of the enclosing type has the fragment's type.
    var isCertain: Bool
  }

  /// An inline fragment with a type condition.
  struct TypeCase: Sendable {
    /// `asDroid`
    var property: SwiftText
    /// `droid`
    var enumCase: SwiftText
    /// The number of object types of an interface or union; 0 for an object type, so that no other case of this breadth matches the same value.
    var breadth: Int
    var marker: Int
    var view: ObjectType
  }
}

extension ObjectType {
  /// The types of fragments that the declaration refers to, here and in nested types: of those that an object may not have, and of `@inline`
  /// ones.
  var fragmentsReferredTo: Set<SwiftText> {
    var types: Set<SwiftText> = []
    addFragmentsReferredTo(to: &types)
    return types
  }

  private func addFragmentsReferredTo(to types: inout Set<SwiftText>) {
    for fragment in fragments where !fragment.isCertain || fragment.isInline { types.insert(fragment.type) }
    for index in nested.indices { nested[index].addFragmentsReferredTo(to: &types) }
    for index in typeCases.indices { typeCases[index].view.addFragmentsReferredTo(to: &types) }
  }
}
