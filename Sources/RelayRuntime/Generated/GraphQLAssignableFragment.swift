/// An `@assignable` fragment: an object of the fragment's type that an updater can assign to a field.
///
/// To get one, call `asAssignable()` on data into which the fragment is spread. The result is optional if the data may have another type.
///
/// ```swift
/// func pin(_ todo: PinTodo_todo, in environment: RelayEnvironment) throws {
///   try environment.commitLocalUpdate { store in
///     store.readUpdatableQuery(PinsQuery()).user?.setPinned(todo)
///   }
/// }
/// ```
///
/// See <doc:Updaters>.
public protocol GraphQLAssignableFragment: Generated.AssignableValue, Hashable {
  /// The compiled form.
  static var definition: Generated.FragmentDefinition { get }
  /// The object's identity in the store. Empty for data that does not come from a store; it is assigned as null.
  var __id: String { get }
  /// Used by generated code if the object's type is certain.
  init(__id: String)
}

extension GraphQLAssignableFragment {
  /// The object of a record; `nil` if it does not exist or its type is not the fragment's.
  ///
  /// - Parameter record: a record that an updater has found or created. Only responses tell whether its type belongs to an interface or
  ///   union.
  public init?(_ record: RecordProxy) {
    guard record.transaction.record(record.id, fulfils: Self.definition.plan.typeCondition) else { return nil }
    self.init(__id: record.dataID)
  }

  /// Used by generated code: the object of an updater's view, if it has the fragment's type.
  public init?(__validating record: Generated.UpdatableRecord) { self.init(record.proxy) }

  /// Used by generated code: the object on which the fragment was spread, if it has the fragment's type.
  public init?(__validating pointer: FragmentPointer) {
    guard let store = pointer.store, store.record(pointer.dataID, fulfils: Self.definition.plan.typeCondition) else { return nil }
    self.init(__id: pointer.dataID)
  }

  public var __link: Generated.AssignedLink { Generated.AssignedLink(value: .string(__id)) }

  // Declared here so that the compiler does not synthesize them for every fragment.
  public static func == (left: Self, right: Self) -> Bool { left.__id.hasSameBytes(as: right.__id) }

  public func hash(into hasher: inout Hasher) { hasher.combine(__id) }
}

extension Generated {
  /// A value that can be assigned to a field that links to objects: a ``GraphQLAssignableFragment``, nil, or a list of them.
  public protocol AssignableValue: Sendable {
    /// The identities of the objects.
    var __link: Generated.AssignedLink { get }
  }
}

extension Generated {
  /// The objects that are assigned to a field.
  public struct AssignedLink: Sendable {
    /// An identity, null, or a list of them.
    let value: JSON
  }
}

extension Optional: Generated.AssignableValue where Wrapped: Generated.AssignableValue {
  public var __link: Generated.AssignedLink { self?.__link ?? Generated.AssignedLink(value: .null) }
}

extension Array: Generated.AssignableValue where Element: Generated.AssignableValue {
  public var __link: Generated.AssignedLink { Generated.AssignedLink(value: .array(map(\.__link.value))) }
}

/// A field without an assignable fragment can only be cleared: it can be set to `nil` or to an empty list.
extension Never: Generated.AssignableValue {
  public var __link: Generated.AssignedLink { switch self {} }
}
