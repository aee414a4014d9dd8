extension Generated {
  /// A GraphQL document in Swift code.
  ///
  /// It does nothing at run time: the build reads the document from the source and generates the types.
  public struct Literal: Sendable {
    /// The document's text.
    public let source: StaticString
  }
}

/// Declares GraphQL next to the code that uses it.
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
public func graphql(_ source: StaticString) -> Generated.Literal {
  Generated.Literal(source: source)
}
