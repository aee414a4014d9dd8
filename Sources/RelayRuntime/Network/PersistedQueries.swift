import Foundation

/// How an ``HTTPNetwork`` refers to operations whose text the server may already know.
public enum PersistedQueries: Sendable, Hashable {
  /// Send the text. An operation that the compiler persisted without text sends its id as `id`.
  case off
  /// Send the compiler's persisted id in the body member `parameter` (`id`, `doc_id`, `documentId`), and the text after a server that
  /// does not know the id said so. An operation without an id sends its text.
  case identifiers(parameter: String = "id")
  /// Automatic persisted queries: send the SHA-256 of the text in `extensions.persistedQuery`, and the text beside it once the server
  /// has answered `PersistedQueryNotFound`.
  case automatic
}

extension PersistedQueries {
  /// Whether a response so short may be a refusal: keeps the answers of known operations from being parsed twice.
  static func mayBeUnknown(_ response: Data) -> Bool { response.count < 4_096 }

  /// Whether `errors` say that the server does not know the operation.
  static func isUnknown(_ errors: [GraphQLError]) -> Bool {
    errors.contains { error in
      if ["PersistedQueryNotFound", "PersistedQueryNotSupported"].contains(error.message) { return true }
      guard case .string(let code)? = error.extensions["code"] else { return false }
      return [
        "PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_NOT_SUPPORTED", "PERSISTED_QUERY_ID_NOT_FOUND", "PERSISTED_DOCUMENT_NOT_FOUND",
      ].contains(code)
    }
  }
}
