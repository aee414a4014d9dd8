public import Foundation

/// A reason why a response cannot be normalized.
///
/// ```swift
/// let response = try await environment.response(to: HomeQuery(id: "me"))
/// let broken = response.errors.filter { $0.extensions["code"] == .string(NormalizationError.code) }
/// print(broken.map { $0.path ?? [] })
/// ```
///
/// See <doc:Errors>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum NormalizationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The response violates the schema, and no field above the place is nullable.
  ///
  /// - Parameters:
  ///   - path: the response keys and list indices from the root, joined by dots.
  ///   - expected: the type in the schema, or a description of what is expected.
  ///   - found: what the response has.
  case unexpectedValue(path: String, expected: String, found: String)
  /// An object of an interface or union without `__typename`.
  case missingTypename(path: String)
  /// The server has reported errors for non-null fields, and no field above them is nullable.
  case nullInPlaceOfData(path: String)

  /// The `code` in the extensions of a ``GraphQLError`` for a place where a response violates the schema.
  public static let code = "RESPONSE_BREAKS_SCHEMA"

  /// The reason as errors of a response.
  var graphQLErrors: [GraphQLError] {
    [GraphQLError(message: description, extensions: ["code": .string(NormalizationError.code)])]
  }

  public var description: String {
    switch self {
    case .unexpectedValue(let path, let expected, let found):
      "The response breaks the schema at \(path.isEmpty ? "its root" : path): expected \(expected), found \(found)."
    case .missingTypename(let path): "The object at \(path.isEmpty ? "the response's root" : path) has no __typename."
    case .nullInPlaceOfData(let path): "Because of errors, the answer has no data at \(path.isEmpty ? "the response's root" : path)."
    }
  }
}

extension NormalizationError: LocalizedError {
  public var errorDescription: String? { description }
}
