import Foundation

/// How an ``HTTPNetwork`` refers to operations whose text the server may already know.
public enum PersistedQueries: Sendable, Hashable {
  /// Send the text. An operation that the compiler persisted without text sends its id as `id`.
  case off
  /// Send the compiler's persisted id in the body member `parameter` (`id`, `doc_id`, `documentId`), and the text after a server that
  /// does not know the id said so. An operation without an id sends its text.
  case identifiers(parameter: String = "id")
  /// Automatic persisted queries: send the SHA-256 of the text in `extensions.persistedQuery`, and the text beside it once the server
  /// has answered `PersistedQueryNotFound`. A server that turns out to have none is sent texts alone from then on.
  case automatic
}

extension PersistedQueries {
  /// What an answer to a request without text says about that.
  enum Standing: Sendable {
    case accepted
    /// The server does not know the operation.
    case unknown
    /// The server has no such thing as persisted queries, and says so.
    case unsupported
    /// Something was wrong with the request, such as that it has no text.
    case refused
  }

  /// Whether a response so short may be a refusal: keeps the answers of known operations from being parsed twice.
  static func mayBeUnknown(_ response: Data) -> Bool { response.count < 4_096 }

  /// What `response` says about a request without text.
  static func standing(_ response: Data) -> Standing {
    guard Self.mayBeUnknown(response), let value = try? JSON(parsing: response), let errors = value["errors"] else { return .accepted }
    let list = GraphQLError.list(errors)
    let codes = list.map { $0.extensions["code"]?.stringValue }
    func says(_ message: String, _ names: Set<String>) -> Bool {
      list.contains { $0.message == message } || codes.contains { $0.map(names.contains) ?? false }
    }
    if says("PersistedQueryNotSupported", ["PERSISTED_QUERY_NOT_SUPPORTED"]) { return .unsupported }
    if says("PersistedQueryNotFound", ["PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_ID_NOT_FOUND", "PERSISTED_DOCUMENT_NOT_FOUND"]) {
      return .unknown
    }
    // An error of the request: it has no data, not even null (GraphQL, section 7.1). A code tells what else was wrong.
    let isAboutRequest = value["data"] == nil && codes.allSatisfy { $0 == nil || $0 == "BAD_REQUEST" || $0 == "GRAPHQL_PARSE_FAILED" }
    return isAboutRequest && !list.isEmpty ? .refused : .accepted
  }

  /// Whether a server has turned out to take no automatic persisted queries.
  final class Support: Sendable {
    private let missing = Lock(false)

    var isMissing: Bool { missing.withLock { $0 } }

    func setMissing() { missing.withLock { $0 = true } }
  }
}
