/// An `@updatable` fragment that has been spread: which record an updater may write, and which of its fields.
///
/// ``RecordSourceProxy/readUpdatableFragment(_:)`` gives its data to an updater. Views cannot read it.
///
/// ```swift
/// func toggle(_ todo: TodoCheckbox_updatable, in environment: RelayEnvironment) throws {
///   try environment.commitLocalUpdate { store in
///     guard let todo = store.readUpdatableFragment(todo) else { return }
///     todo.complete = !todo.complete
///   }
/// }
/// ```
///
/// See <doc:Updaters>.
public protocol GraphQLUpdatableFragment: Sendable {
  /// The fields that can be read and written.
  associatedtype Data: Generated.UpdatableSelectionSet
  /// The compiled form.
  static var definition: Generated.FragmentDefinition { get }
  /// Where the record is.
  var fragmentPointer: FragmentPointer { get }
  /// Makes the fragment that a pointer points to.
  init(fragmentPointer: FragmentPointer)
}

extension GraphQLUpdatableFragment {
  /// The identity in the store of the fragment's record.
  public var __id: String { fragmentPointer.dataID }

  public static func == (left: Self, right: Self) -> Bool { left.fragmentPointer == right.fragmentPointer }

  public func hash(into hasher: inout Hasher) { hasher.combine(fragmentPointer) }
}

/// An `@updatable` query with its variables: what an updater may write, starting at the query root.
///
/// ``RecordSourceProxy/readUpdatableQuery(_:)`` gives its data to an updater. It is never sent to a server.
///
/// ```swift
/// try environment.commitLocalUpdate { store in
///   let data = store.readUpdatableQuery(RenameUserQuery(id: "me"))
///   data.user?.name = "Ada"
/// }
/// ```
///
/// See <doc:Updaters>.
public protocol GraphQLUpdatableQuery: Sendable {
  /// The query's variables.
  associatedtype Variables: OperationVariables
  /// The fields that can be read and written.
  associatedtype Data: Generated.UpdatableSelectionSet
  /// The compiled form.
  static var definition: Generated.FragmentDefinition { get }
  /// The variables' values.
  var variables: Variables { get set }
  /// Makes the query with its variables.
  init(variables: Variables)
}
