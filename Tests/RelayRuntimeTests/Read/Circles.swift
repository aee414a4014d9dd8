import RelayRuntime

/// Users who are friends of each other, and operations with nested lists of friends.
enum Circles {
  /// - Parameter depth: the number of nested lists.
  static func operation(_ depth: Int) -> OperationDefinition {
    Plans.operation(
      "CircleQuery", normalization: [.linked("me", of: "User", normalization(depth))], reader: [.linked("me", of: "User", reader(depth))])
  }

  static func normalization(_ depth: Int) -> [NormalizationPlanNode] {
    let user: [NormalizationPlanNode] = [.scalar("id", "D!"), .scalar("name", "S")]
    return (0..<depth).reduce(user) { inner, _ in user + [.linked("friends", "[O]", of: "User", inner)] }
  }

  static func reader(_ depth: Int) -> [ReaderPlanNode] {
    (0..<depth).reduce([.scalar("name", "S")]) { inner, _ in [.scalar("name", "S"), .linked("friends", "[O]", of: "User", inner)] }
  }

  /// A response in which the user `1` is `count` times a friend of herself. The outermost list is the last to be written.
  static func ofOne(_ count: Int) -> String {
    let friends = Array(repeating: #"{"id":"1","name":"Ada","friends":[]}"#, count: count).joined(separator: ",")
    return #"{"data":{"me":{"id":"1","name":"Ada","friends":[\#(friends)]}}}"#
  }

  /// A response in which each of `count` users is a friend of all.
  static func ofAll(_ count: Int) -> String {
    let friends = (0..<count).map { #"{"id":"\#($0)","name":"User \#($0)","friends":[]}"# }.joined(separator: ",")
    let users = (0..<count).map { #"{"id":"\#($0)","name":"User \#($0)","friends":[\#(friends)]}"# }.joined(separator: ",")
    return #"{"data":{"me":{"id":"0","name":"User 0","friends":[\#(users)]}}}"#
  }
}
