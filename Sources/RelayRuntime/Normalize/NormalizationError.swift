public import Foundation

/// A reason why a response cannot become records.
public enum NormalizationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The response breaks the schema, and no field above the place may be null.
  ///
  /// - Parameters:
  ///   - path: the response keys and list indices down from the root, joined by dots.
  ///   - expected: the type in the schema, or a description of what should be there.
  ///   - found: what the response has.
  case unexpectedValue(path: String, expected: String, found: String)
  /// An object of an interface or union without `__typename`.
  case missingTypename(path: String)
  /// The server has reported errors for fields that must not be null, and no field above them may be null either.
  case nullInPlaceOfData(path: String)

  /// The `code` in the extensions of a ``GraphQLError`` that stands for a place where a response breaks the schema.
  public static let code = "RESPONSE_BREAKS_SCHEMA"

  /// The reason in the form of a response's errors.
  var graphQLErrors: [GraphQLError] {
    [GraphQLError(message: description, extensions: ["code": .string(NormalizationError.code)])]
  }

  public var description: String {
    switch self {
    case .unexpectedValue(let path, let expected, let found):
      "The response breaks the schema at \(path.isEmpty ? "its root" : path): expected \(expected), found \(found)."
    case .missingTypename(let path): "The object at \(path.isEmpty ? "the response's root" : path) has no __typename."
    case .nullInPlaceOfData(let path): "Errors of the server leave nothing of \(path.isEmpty ? "the response" : path)."
    }
  }
}

extension NormalizationError: LocalizedError {
  public var errorDescription: String? { description }
}
