/// A GraphQL document that stands in Swift code.
///
/// It does nothing when the program runs: the build reads it from the source and generates the types.
public struct GraphQLLiteral: Sendable {
  /// The document as it stands in the source.
  public let source: StaticString
}

/// Declares GraphQL beside the code that uses it.
///
/// ```swift
/// private let todoFragment = graphql("""
///   fragment ToDoItem_todo on Todo {
///     text
///     complete
///   }
///   """)
/// ```
///
/// - Parameter source: One or more operations and fragments, as a literal without interpolation: `relay-compiler-swift` reads it
///   from the Swift file.
public func graphql(_ source: StaticString) -> GraphQLLiteral {
  GraphQLLiteral(source: source)
}
