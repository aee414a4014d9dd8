/// The members of an object of a payload, by response key, in the form in which a server would send them.
public struct PayloadFields: Sendable, Hashable {
  /// The members.
  public private(set) var values: [String: JSON]

  /// No members.
  public init() { values = [:] }

  /// The given members.
  public init(_ values: [String: JSON]) { self.values = values }

  /// The members that tell an object's type.
  ///
  /// - Parameters:
  ///   - typename: the object's type.
  ///   - keys: the response keys that have its name: `__typename`, and for each abstract type that is selected on and that it has,
  ///     `__isType`.
  public init(typename: String, in keys: [String]) {
    values = Dictionary(keys.map { ($0, .string(typename)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The member `name`, or the type's fallback where it is absent.
  public func value<T: InputValue>(_ name: String) -> T { T.__input(values[name]) }

  /// Sets the member `name`; `nil` is null.
  public mutating func set<T: InputValue>(_ name: String, _ value: T) { values[name] = value.__json ?? .null }

  /// Sets the member `name`, which a response lacks unless a condition holds; `nil` leaves it out.
  public mutating func setIfPresent<T: InputValue>(_ name: String, _ value: T?) { values[name] = value?.__json }
}
