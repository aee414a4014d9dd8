/// The Swift type of one selection set, ready to be written: a view over a row.
struct ObjectType: Sendable {
  enum Conformance: Sendable, Hashable {
    case identifiable
    /// The key protocol of a fragment.
    case key(SwiftText)
    case connectionCollection(edge: SwiftText)
    case connectionEdge(node: SwiftText)
    case connectionNode
    /// Read as a part of a generic type.
    case rowValue

    /// Whether it is to a protocol of connections, which are protocols of selection sets.
    var isOfConnection: Bool {
      switch self {
      case .connectionCollection, .connectionEdge, .connectionNode: true
      case .identifiable, .key, .rowValue: false
      }
    }
  }

  var name: SwiftText
  /// The schema type that is selected on.
  var type: TypeID
  /// The index of the row's shape.
  var shape: Int
  /// The data of a whole definition.
  var isRoot = false
  var conformances: [Conformance] = []
  var properties: [Property] = []
  var fragments: [FragmentProperty] = []
  var assignables: [AssignableFragment] = []
  /// The name of the method that makes each of them.
  var assignableMethod = SwiftText()
  var typeCases: [TypeCase] = []
  /// The property and the enum that tell the type cases apart; nil where there is nothing to tell apart.
  var typeCaseProperty: SwiftText?
  /// The types of the properties that no other type has.
  var nested: [ObjectType] = []

  struct Property: Sendable {
    var name: SwiftText
    var slot: Int
    var type: ValueType
    /// What stands in the middle of the Swift type.
    var base = SwiftText()
    var documentation: String?
    var deprecation: String?
    /// In an `@updatable` document; nil for what can only be read.
    var update: FieldUpdate?
  }

  /// A spread fragment: its pointer, or for an `@inline` fragment its data.
  struct FragmentProperty: Sendable {
    var name: Name
    var slot: Int
    /// The Swift type, with its module where that is another.
    var type: SwiftText
    var isInline: Bool
    var isUpdatable: Bool
  }

  /// A spread `@assignable` fragment.
  struct AssignableFragment: Sendable {
    /// The Swift type, with its module where that is another.
    var type: SwiftText
    var slot: Int
    /// Every object of the type that is selected on is of the fragment's type.
    var isCertain: Bool
  }

  /// An inline fragment with a type condition.
  struct TypeCase: Sendable {
    /// `asDroid`
    var property: SwiftText
    /// `droid`
    var enumCase: SwiftText
    /// An object type: no other case can match the same value.
    var isConcrete: Bool
    var marker: Int
    var view: ObjectType
  }
}

extension SwiftText: Hashable {
  package static func == (left: SwiftText, right: SwiftText) -> Bool { left.bytes == right.bytes }
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
