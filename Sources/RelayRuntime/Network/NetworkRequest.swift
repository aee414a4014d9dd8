/// One GraphQL request from the environment to a ``RelayNetwork``.
///
/// ```swift
/// let network = FetchNetwork(fetch: { request in
///   guard request.operationName == "HomeQuery" else { throw URLError(.unsupportedURL) }
///   return NetworkPayload(["data": ["user": ["id": request.variables["id"] ?? nil, "name": "Ada"]]])
/// })
/// ```
///
/// See <doc:Networking>.
public struct NetworkRequest: Sendable {
  /// The operation's name as in the document.
  public var operationName: String
  /// Query, mutation or subscription.
  public var operationKind: OperationDefinition.Kind
  /// The id under which the operation's text was persisted, if the compiler was configured to persist.
  public var operationID: String?
  /// A hash of the operation's text. It identifies the operation in caches even if the operation is not persisted.
  public var cacheID: String
  /// The operation's text; nil if only the persisted id was kept.
  public var text: String?
  /// The variables as they are sent, a JSON object.
  public var variables: JSON
  /// The caller's options: bypassing caches, values for the network layer.
  public var cacheConfig: CacheConfig
  /// Files to upload, keyed by the path of the variable that holds each (`"file"`, `"input.attachments.0"`). Only an ``HTTPNetwork``
  /// sends them; over other networks of the library, a request with some fails with ``RelayError/unsupportedOperation(_:)``.
  public var uploads: [String: GraphQLUpload]
  /// Whether the operation contains `@defer` or `@stream`, so that the answer may come in several parts.
  public var isIncremental: Bool
  /// Header fields of this request alone, for networks that use HTTP; they override those of ``HTTPNetwork/Configuration/headers``. A request
  /// with some is not batched. A WebSocket has none.
  public var headers: HTTPNetwork.Headers = [:]
  /// Members of the request's `extensions`, for networks that send them.
  public var extensions = [String: JSON]()
  /// The operation, for networks that generate answers to it; nil in a request that was not made by an environment.
  package var operation: OperationDescriptor?
  /// The session of the store that the answer is for; nil in a request that was not made by an environment.
  var session: StoreSession?
  /// Called when the connection's state changes.
  var onConnectionChange: (@Sendable (ConnectionState, (any Error)?) -> Void)?
  /// Called with the head of each response.
  package var onResponse: (@Sendable (HTTPNetwork.ResponseHead) -> Void)?
  /// Called when the request is given up because its credential cannot be renewed. The server has not executed it.
  package var onCredentialFailure: (@Sendable () -> Void)?
  /// The environment's progress with the answer.
  let progress = ExecutionProgress()

  /// Creates a request.
  public init(
    operationName: String, operationKind: OperationDefinition.Kind, operationID: String? = nil, cacheID: String = "", text: String?,
    variables: JSON = .object([:]), cacheConfig: CacheConfig = CacheConfig(), uploads: [String: GraphQLUpload] = [:],
    isIncremental: Bool = false
  ) {
    self.operationName = operationName
    self.operationKind = operationKind
    self.operationID = operationID
    self.cacheID = cacheID
    self.text = text
    self.variables = variables
    self.cacheConfig = cacheConfig
    self.uploads = uploads
    self.isIncremental = isIncremental
  }

  /// Whether the store that the answer is for has not been cleared since the request was made; true for a request that was not made by an
  /// environment.
  ///
  /// A store is cleared when its user logs out. A network that keeps answers, or sends requests later or again, must do neither with a
  /// request that is no longer current; ``RelayError/storeCleared`` is the error to end it with.
  public var isCurrent: Bool { session?.isOver != true }
}
