extension Generated {
  /// The members of an object of a payload, by response key, in the form in which a server would send them.
  public struct PayloadFields: Sendable, Hashable {
    /// The members.
    public private(set) var values: [String: JSON]

    /// No members.
    public init() { values = [:] }

    /// The given members.
    public init(_ values: [String: JSON]) { self.values = values }

    /// The members that determine an object's type.
    ///
    /// - Parameters:
    ///   - typename: the object's type.
    ///   - keys: the response keys whose value is the type name: `__typename`, and `__isType` for each selected abstract type that the
    ///     object belongs to.
    public init(typename: String, in keys: [String]) {
      values = Dictionary(keys.map { ($0, .string(typename)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The member `name`, or the type's fallback if the member is absent.
    public func value<T: Generated.InputValue>(_ name: String) -> T { T.__input(values[name]) }

    /// Sets the member `name`; `nil` sets it to null.
    public mutating func set<T: Generated.InputValue>(_ name: String, _ value: T) { values[name] = value.__json ?? .null }

    /// Sets the member `name`, which a response contains only under a condition; `nil` leaves it out.
    public mutating func setIfPresent<T: Generated.InputValue>(_ name: String, _ value: T?) { values[name] = value?.__json }
  }
}
