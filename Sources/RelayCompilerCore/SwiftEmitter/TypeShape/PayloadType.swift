/// The Swift type of an object in a payload: the contents of a response for one selection set.
///
/// `node { __typename id ... on User { name } }` is a type with the cases `user(id:name:)` and `other(__typename:id:)`; an object type
/// has one case, which is an initializer.
struct PayloadType: Hashable, Sendable {
  /// The object types that have the same members, and how one of them is created.
  struct Case: Hashable, Sendable {
    /// The name of the function that creates it; nil for an initializer.
    var function: SwiftText?
    /// The name of the enum that contains the types nested only in this case.
    var namespace: SwiftText
    var typename: Typename
    /// The response keys whose value is the type name: `__typename`, and `__isUser` for an abstract type.
    var typenameKeys: [Name]
    var members: [Member]
    /// The types of members that only this case has.
    var nested: [PayloadType] = []
  }

  /// The value of the keys for the type name.
  enum Typename: Hashable, Sendable {
    case fixed(Name)
    /// A parameter without a default, because the case is for several types: a type that nobody chose would be written to the store as the
    /// object's own.
    case parameter
  }

  /// A member of the payload's object: one response key with its type.
  struct Member: Hashable, Sendable {
    var responseKey: Name
    /// The response key as the name of a parameter and property.
    var swiftName: Name
    /// The field's name in the schema.
    var name: Name
    var type: ValueType
    /// The innermost name of the Swift type.
    var base: SwiftText
    /// Whether the field is under a condition, in a deferred part, or known only to the client, so that a response may lack it.
    var isConditional: Bool
    /// Whether it is an object, whose type is nested in this one.
    var isObject: Bool

    var isOptional: Bool { isConditional || !type.isNonNull }

    /// The Swift type of the parameter and property.
    var swiftType: SwiftText {
      var type = type
      if isConditional { type.isNonNull = false }
      return type.swiftType(base)
    }
  }

  var name: SwiftText
  var cases: [Case]
  /// The types that several cases share, or that the only case has.
  var nested: [PayloadType] = []

  /// The members that all cases have with the same type.
  var shared: [Member] {
    guard let first = cases.first else { return [] }
    return first.members.filter { member in
      guard cases.dropFirst().allSatisfy({ $0.members.contains(member) }) else { return false }
      return !member.isObject || !cases.contains { $0.nested.contains { $0.name == member.base } }
    }
  }
}
