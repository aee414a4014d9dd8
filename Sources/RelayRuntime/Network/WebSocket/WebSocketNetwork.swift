public import Foundation

/// GraphQL over one WebSocket with the `graphql-transport-ws` protocol: subscriptions, and optionally queries and mutations.
///
/// The connection is opened with the first operation and closed some time after the last one has ended. If it is lost, it is reopened,
/// and running subscriptions and queries are sent again; a running mutation fails, because the server may have executed it.
///
/// ```swift
/// let sockets = WebSocketNetwork(
///   url: url, configuration: WebSocketNetwork.Configuration(pingInterval: .seconds(30)))
/// let network = HTTPNetwork(url: url, subscriptions: sockets)
/// ```
///
/// See <doc:Networking>.
public struct WebSocketNetwork: RelayNetwork {
  /// How a ``WebSocketNetwork`` connects and stays connected.
  // Each option is one property.
  public struct Configuration: Sendable {
    /// Header fields of the opening handshake. Fields that belong to the handshake itself (`Host`, `Connection`, `Upgrade`,
    /// `Sec-WebSocket-…`, `Content-Length` and the like), and values with line breaks, are rejected: operations fail with
    /// ``RelayError/unsupportedOperation(_:)``.
    public var headers: HTTPNetwork.Headers
    /// See every connection before it is opened and used; the first one is the outermost.
    public var interceptors: [any WebSocketInterceptor]
    /// Makes the payload of `connection_init`, such as credentials. Called for every connection.
    public var connectionPayload: @Sendable () async throws -> JSON?
    /// The credential for every connection, which is renewed when the server rejects it. With nil, a rejection is final.
    public var authentication: Authentication?
    /// The number of consecutive attempts to reconnect before the running operations fail; nil: subscriptions wait until they are
    /// cancelled, queries and mutations fail after five. The count restarts when a connection has delivered something for an operation
    /// (`next`) or was open for half a minute.
    public var maximumRetries: Int?
    /// The time before the first attempt to reconnect. It doubles for each further attempt, up to 30 seconds.
    public var initialDelay: Duration
    /// The time that the server may take to answer and acknowledge the connection; nil: no limit.
    public var acknowledgementTimeout: Duration?
    /// The time between pings. A connection without data for two to three intervals, in which two pings were not answered, counts as lost.
    /// With nil or a value of zero or less, no pings are sent.
    public var pingInterval: Duration?
    /// How long a connection without operations stays open; nil: until the server closes it.
    public var idleTimeout: Duration?
    /// The longest accepted message, and the maximum size of one operation's messages waiting to be read, in bytes (each message counts
    /// as at least 4,096). A longer message closes the connection (1009), and its operations fail with
    /// ``RelayError/responseTooLarge(limit:)``. If more messages wait for one operation, only that operation fails.
    public var maximumMessageSize: Int
    /// What the server does with errors of fields that must not be null, as `onError` of every operation; nil: `onError` is not sent, and the
    /// server does what it does by default. Set it only for a server that knows it.
    public var onError: ErrorBehavior?
    /// How long a connection must be open to reset the count of failures.
    var provingTime = Duration.seconds(30)

    /// Creates a configuration.
    public init(
      headers: HTTPNetwork.Headers = [:], interceptors: [any WebSocketInterceptor] = [],
      connectionPayload: @escaping @Sendable () async throws -> JSON? = { nil },
      authentication: Authentication? = nil, maximumRetries: Int? = nil,
      initialDelay: Duration = .milliseconds(500), acknowledgementTimeout: Duration? = .seconds(10),
      pingInterval: Duration? = .seconds(20), idleTimeout: Duration? = .seconds(5),
      maximumMessageSize: Int = 256 << 20, onError: ErrorBehavior? = nil
    ) {
      self.headers = headers
      self.interceptors = interceptors
      self.connectionPayload = connectionPayload
      self.authentication = authentication
      self.maximumRetries = maximumRetries
      self.initialDelay = initialDelay
      self.acknowledgementTimeout = acknowledgementTimeout
      self.pingInterval = pingInterval
      self.idleTimeout = idleTimeout
      self.maximumMessageSize = maximumMessageSize
      self.onError = onError
    }
  }

  private let client: GraphQLTransportWSClient

  /// Creates a network. Nothing is opened yet.
  /// - Parameters:
  ///   - url: a `ws:` or `wss:` URL.
  ///   - configuration: headers, credentials, reconnection.
  ///   - transport: opens the connections.
  public init(
    url: URL, configuration: Configuration = Configuration(), transport: any WebSocketTransport = PlatformWebSocketTransport()
  ) {
    let interceptors = configuration.interceptors
    client = GraphQLTransportWSClient(
      url: url, configuration: configuration,
      transport: interceptors.isEmpty ? transport : InterceptedWebSocketTransport(interceptors: interceptors, transport: transport))
  }

  /// Reopens a lost connection immediately if the network is waiting to do so.
  public func reconnect() { client.reconnect() }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let client = self.client
    return .produced { yield in
      for try await payload in await client.start(request) { yield(payload) }
    }
  }
}
