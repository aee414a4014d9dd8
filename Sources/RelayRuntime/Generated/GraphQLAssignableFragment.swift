/// An `@assignable` fragment: an object of the fragment's type, to be assigned to a field by an updater.
///
/// `asAssignable()` on data that the fragment is spread into makes one. Where the data may be of another type, its result is optional.
public protocol GraphQLAssignableFragment: AssignableValue, Hashable {
  /// The compiled form.
  static var definition: FragmentDefinition { get }
  /// The object's identity in the store; empty for data that comes from none, which is assigned as null.
  var __id: String { get }
  /// Made by generated code, where the object's type is certain.
  init(__id: String)
}

extension GraphQLAssignableFragment {
  /// The object of a record; `nil` where it does not exist or its type is not the fragment's.
  ///
  /// - Parameter record: what an updater has found or made. Whether its type belongs to an interface or union is known from responses.
  public init?(_ record: RecordProxy) {
    guard record.transaction.record(record.id, fulfils: Self.definition.plan.typeCondition) else { return nil }
    self.init(__id: record.dataID)
  }

  /// Made by generated code: the object of a view of an updater, if it is of the fragment's type.
  public init?(__validating record: UpdatableRecord) { self.init(record.proxy) }

  /// Made by generated code: the object that the fragment was spread on, if it is of the fragment's type.
  public init?(__validating pointer: FragmentPointer) {
    guard let store = pointer.store, store.record(pointer.dataID, fulfils: Self.definition.plan.typeCondition) else { return nil }
    self.init(__id: pointer.dataID)
  }

  public var __link: AssignedLink { AssignedLink(value: .string(__id)) }

  // Said here, so that the compiler does not make them for every fragment.
  public static func == (left: Self, right: Self) -> Bool { left.__id.hasSameBytes(as: right.__id) }

  public func hash(into hasher: inout Hasher) { hasher.combine(__id) }
}

/// What a field that links to objects can be set to: an ``GraphQLAssignableFragment``, nothing, or a list of them.
public protocol AssignableValue: Sendable {
  /// The identities of the objects.
  var __link: AssignedLink { get }
}

/// The objects that are assigned to a field.
public struct AssignedLink: Sendable {
  /// An identity, null, or a list of these.
  let value: JSON
}

extension Optional: AssignableValue where Wrapped: AssignableValue {
  public var __link: AssignedLink { self?.__link ?? AssignedLink(value: .null) }
}

extension Array: AssignableValue where Element: AssignableValue {
  public var __link: AssignedLink { AssignedLink(value: .array(map(\.__link.value))) }
}

/// A field that no assignable fragment is spread into can be set to nothing: `nil`, or an empty list.
extension Never: AssignableValue {
  public var __link: AssignedLink { switch self {} }
}
