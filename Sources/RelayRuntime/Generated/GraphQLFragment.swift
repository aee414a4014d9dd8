/// A fragment that has been spread: where its data is, and how to read it.
///
/// A value of a fragment type is a standalone model: `let hero: HeroDetails = data.hero.fragments.heroDetails; hero.name` has the value
/// from when `data` was read, whatever happens to the store later. Copies share the data. Property wrappers, handles and
/// ``RelayEnvironment/values(of:)`` follow the store instead.
///
/// Every generated fragment is `Hashable`. Two fragments are equal if they point to the same object of the same operation, no matter when they were read.
///
/// ```swift
/// /// Calls a function with a fragment's data, now and after every change.
/// func follow<F: GraphQLFragment>(_ fragment: F, in environment: RelayEnvironment, show: (F.Data?) -> Void) async {
///   for await data in environment.values(of: fragment) { show(data) }
/// }
/// ```
///
/// See <doc:UsingFragments>.
@dynamicMemberLookup
public protocol GraphQLFragment: Sendable {
  /// The fragment's selections.
  associatedtype Data: SelectionSet
  /// The compiled form.
  static var definition: Generated.FragmentDefinition { get }
  /// Where the data is.
  var fragmentPointer: FragmentPointer { get }
  /// Makes the fragment that a pointer points to.
  init(fragmentPointer: FragmentPointer)
}

extension GraphQLFragment {
  /// Used by generated code: the fragment whose spread is deferred, under a condition or on another type; `nil` if the object does not
  /// have its data.
  public init?(__ifRead pointer: FragmentPointer) {
    guard pointer.hasData(Self.definition) else { return nil }
    self.init(fragmentPointer: pointer)
  }

  /// The data as of when the enclosing data was read.
  public var data: Data { Data(__row: Generated.RowReference(fragmentPointer.row(Self.definition) ?? Row.empty(Self.definition.shape(0)))) }

  /// Whether the store lacked some of the data at that time.
  public var isMissingData: Bool { fragmentPointer.isMissingData(Self.definition) }

  /// The identity in the store of the fragment's record.
  public var __id: String { fragmentPointer.dataID }

  /// A field of the data.
  public subscript<Value>(dynamicMember field: KeyPath<Data, Value>) -> Value { data[keyPath: field] }

  /// The slots of the `index`-th selection set, for generated code.
  public static func __rows(_ index: Int) -> Generated.RowShape { definition.shape(index) }

  public static func == (left: Self, right: Self) -> Bool { left.fragmentPointer == right.fragmentPointer }

  public func hash(into hasher: inout Hasher) { hasher.combine(fragmentPointer) }
}

extension FragmentPointer {
  /// Whether the object has the fragment's type, and nothing of the fragment's data was missing when it was read.
  func hasData(_ definition: Generated.FragmentDefinition) -> Bool {
    switch reading {
    case .row: return true
    case .other(let reading): return reading.isComplete
    case .none: break
    }
    if let sample { return Row(json: .object(sample.members), of: definition.plan, isWhole: sample.isWhole) != nil }
    guard let selector = selector(definition), let store, !selector.isUnmatched else { return false }
    let snapshot = store.capture(selector, after: nil)
    return snapshot.row != nil && !snapshot.isMissingData && snapshot.excess == nil
      && store.record(dataID, fulfils: definition.plan.typeCondition)
  }
}

/// An `@inline` fragment. It is read together with the enclosing data and passed around by value.
///
/// ```swift
/// func initials(_ user: Initials_user) -> String {
///   String(user.name.split(separator: " ").compactMap(\.first))
/// }
///
/// func title(of user: HomeQuery.Data.User_user) -> String {
///   initials(Initials_user(key: user))
/// }
/// ```
///
/// See <doc:UsingFragments>.
@dynamicMemberLookup
public protocol GraphQLInlineFragment: Sendable {
  /// The fragment's selections.
  associatedtype Data: SelectionSet
  /// The compiled form.
  static var definition: Generated.FragmentDefinition { get }
  /// The data as it was read.
  var data: Data { get }
  /// Makes the fragment from its data.
  init(data: Data)
}

extension GraphQLInlineFragment {
  /// Used by generated code: the fragment whose spread is under a condition; `nil` if the object does not have its data.
  public init?(__ifRead row: Generated.RowReference, _ slot: Int) {
    guard let data: Data = row.optionalObject(slot) else { return nil }
    self.init(data: data)
  }

  /// A field of the data.
  public subscript<Value>(dynamicMember field: KeyPath<Data, Value>) -> Value { data[keyPath: field] }

  /// The slots of the `index`-th selection set, for generated code.
  public static func __rows(_ index: Int) -> Generated.RowShape { definition.shape(index) }

  public static func == (left: Self, right: Self) -> Bool { left.data == right.data }

  public func hash(into hasher: inout Hasher) { hasher.combine(data.__row.row) }
}

/// A fragment with a query that refetches it (`@refetchable`).
///
/// ```swift
/// @MainActor
/// func reload<F: GraphQLRefetchableFragment>(_ handle: RefetchableHandle<F>) async throws {
///   try await handle.refetch().value
/// }
/// ```
///
/// See <doc:Queries>.
public protocol GraphQLRefetchableFragment: GraphQLFragment {
  /// The query that the compiler has generated for the fragment.
  associatedtype RefetchQuery: GraphQLQuery
}

/// A refetchable fragment with a connection to page through (`@connection`).
///
/// ```swift
/// @MainActor
/// func loadAll<F: GraphQLPaginationFragment>(_ list: PaginationHandle<F>) async throws {
///   while list.hasNext { try await list.loadNext(100).value }
/// }
/// ```
///
/// See <doc:Pagination>.
public protocol GraphQLPaginationFragment: GraphQLRefetchableFragment {}

extension Generated {
  /// A selection set into which fragments are spread. A protocol for each fragment refines this one.
  public protocol FragmentKey: SelectionSet {}
}

extension Generated.FragmentKey {
  /// The identity in the store of the record that this was read from. If `id` is selected, its property takes precedence.
  @_disfavoredOverload public var id: String { __row.row.dataID }
}
