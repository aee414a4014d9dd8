/// A fragment spread somewhere: where its data is, and how it is read.
///
/// A value of a fragment type is a standalone model: `let hero: HeroDetails = data.hero.fragments.heroDetails; hero.name` shows what there
/// was when `data` was handed out, whatever happens to the store meanwhile. Copies share it. Property wrappers, handles and
/// ``RelayEnvironment/values(of:)`` follow the store instead.
///
/// Every generated fragment is `Hashable`. Two are equal when they point to the same object of the same operation, whenever they were read.
@dynamicMemberLookup
public protocol GraphQLFragment: Sendable {
  /// What the fragment selects.
  associatedtype Data: SelectionSet
  /// The compiled form.
  static var definition: FragmentDefinition { get }
  /// Where the data is.
  var fragmentPointer: FragmentPointer { get }
  /// Makes the fragment that a pointer points to.
  init(fragmentPointer: FragmentPointer)
}

extension GraphQLFragment {
  /// The data as it was when what the fragment is spread into was handed out.
  public var data: Data { Data(__row: fragmentPointer.row(Self.definition) ?? Row.empty(Self.definition.shape(0))) }

  /// Whether the store lacked some of the data then.
  public var isMissingData: Bool { fragmentPointer.isMissingData(Self.definition) }

  /// The identity in the store of the record that the fragment is on.
  public var __id: String { fragmentPointer.dataID }

  /// A field of the data.
  public subscript<Value>(dynamicMember field: KeyPath<Data, Value>) -> Value { data[keyPath: field] }

  /// The slots of the `index`-th selection set, for generated code.
  public static func __rows(_ index: Int) -> RowShape { definition.shape(index) }

  public static func == (left: Self, right: Self) -> Bool { left.fragmentPointer == right.fragmentPointer }

  public func hash(into hasher: inout Hasher) { hasher.combine(fragmentPointer) }
}

/// An `@inline` fragment: read together with what it is spread into, and handed around by value.
@dynamicMemberLookup
public protocol GraphQLInlineFragment: Sendable {
  /// What the fragment selects.
  associatedtype Data: SelectionSet
  /// The compiled form.
  static var definition: FragmentDefinition { get }
  /// The data as it was read.
  var data: Data { get }
  /// Makes the fragment of its data.
  init(data: Data)
}

extension GraphQLInlineFragment {
  /// A field of the data.
  public subscript<Value>(dynamicMember field: KeyPath<Data, Value>) -> Value { data[keyPath: field] }

  /// The slots of the `index`-th selection set, for generated code.
  public static func __rows(_ index: Int) -> RowShape { definition.shape(index) }

  public static func == (left: Self, right: Self) -> Bool { left.data == right.data }

  public func hash(into hasher: inout Hasher) { hasher.combine(data.__row) }
}

/// A fragment with a query that fetches it again (`@refetchable`).
public protocol GraphQLRefetchableFragment: GraphQLFragment {
  /// The query that the compiler made for the fragment.
  associatedtype RefetchQuery: GraphQLQuery
}

/// A refetchable fragment with a connection to page through (`@connection`).
public protocol GraphQLPaginationFragment: GraphQLRefetchableFragment {}

/// A selection set into which fragments are spread; each fragment has its own protocol that refines this one.
public protocol FragmentKey: SelectionSet {}

extension FragmentKey {
  /// The identity in the store of the record that this was read from. A selected `id` takes its place.
  @_disfavoredOverload public var id: String { __row.dataID }
}
