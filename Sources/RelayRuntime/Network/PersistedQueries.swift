import Foundation

/// How an ``HTTPNetwork`` refers to operations whose text the server may already know.
///
/// ```swift
/// let configuration = HTTPNetwork.Configuration(persistedQueries: .identifiers(parameter: "documentId"))
/// let network = HTTPNetwork(url: url, configuration: configuration)
/// ```
///
/// See <doc:PersistedOperations>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PersistedQueries: Sendable, Hashable {
  /// Send the text. An operation that the compiler persisted without text sends its id as `id`.
  case off
  /// Send the compiler's persisted id in the body member `parameter` (`id`, `doc_id`, `documentId`). If the server answers that it does
  /// not know the id, send the text. An operation without an id sends its text.
  case identifiers(parameter: String = "id")
  /// Automatic persisted queries: send the SHA-256 of the text in `extensions.persistedQuery`, and the text as well after the server has
  /// answered `PersistedQueryNotFound`. To a server that turns out not to support them, only texts are sent from then on.
  ///
  /// An operation that the compiler persisted without text sends its id in the same place, where Apollo Server and GraphOS look for the
  /// operations of a manifest.
  case automatic
}

extension PersistedQueries {
  /// The meaning of an answer to a request without text.
  enum Standing: Sendable {
    case accepted
    /// The server does not know the operation.
    case unknown
    /// The server says that it does not support persisted queries.
    case unsupported
    /// The request was rejected, for example because it has no text.
    case refused
  }

  /// Whether a response is short enough to be a rejection. This avoids parsing the answers of known operations twice.
  static func mayBeUnknown(_ response: Data) -> Bool { response.count < 4_096 }

  /// The meaning of `response` for a request without text.
  static func standing(_ response: Data) -> Standing {
    guard Self.mayBeUnknown(response), let value = try? JSON(parsing: response), let errors = value["errors"] else { return .accepted }
    let list = GraphQLError.list(errors)
    let codes = list.map { $0.extensions["code"]?.stringValue }
    func says(_ message: String, _ names: Set<String>) -> Bool {
      list.contains { $0.message.hasSameBytes(as: message) } || codes.contains { $0.map(names.contains) ?? false }
    }
    if says("PersistedQueryNotSupported", ["PERSISTED_QUERY_NOT_SUPPORTED"]) { return .unsupported }
    if says("PersistedQueryNotFound", ["PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_ID_NOT_FOUND", "PERSISTED_DOCUMENT_NOT_FOUND"]) {
      return .unknown
    }
    // A request error has no data, not even null (GraphQL, section 7.1). A code means that something else is wrong.
    let isAboutRequest = value["data"] == nil && codes.allSatisfy { $0 == nil || $0 == "BAD_REQUEST" || $0 == "GRAPHQL_PARSE_FAILED" }
    return isAboutRequest && !list.isEmpty ? .refused : .accepted
  }

  /// Whether a server has turned out not to support automatic persisted queries.
  final class Support: Sendable {
    private let missing = Lock(false)

    var isMissing: Bool { missing.withLock { $0 } }

    func setMissing() { missing.withLock { $0 = true } }
  }
}
