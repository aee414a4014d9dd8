public import Foundation

/// GraphQL over one WebSocket in the `graphql-transport-ws` protocol: subscriptions, and queries and mutations too if wanted.
///
/// The connection opens with the first operation and closes a while after the last one ended. When it is lost, it is opened again
/// and running subscriptions and queries are sent again; a running mutation fails, for the server may have executed it.
public struct WebSocketNetwork: Network {
  /// How a ``WebSocketNetwork`` connects and stays connected.
  // One property for each option.
  public struct Configuration: Sendable {
    /// Header fields of the opening handshake. Those that belong to the handshake itself (`Host`, `Connection`, `Upgrade`,
    /// `Sec-WebSocket-…`, `Content-Length` and the like), and values with line breaks, are refused: operations fail with
    /// ``RelayError/unsupportedOperation(_:)``.
    public var headers: HTTPHeaders
    /// See every connection before it is opened and used; the first one is the outermost.
    public var interceptors: [any WebSocketInterceptor]
    /// Makes the payload of `connection_init`, such as credentials; called for every connection.
    public var connectionPayload: @Sendable () async throws -> JSON?
    /// The credential of every connection, which is renewed when the server refuses it; nil: a refusal is final.
    public var authentication: Authentication?
    /// Attempts to reconnect in a row before the running operations fail; nil: subscriptions wait until they are cancelled, queries and
    /// mutations fail after five. The count starts anew when a connection has brought something for an operation (`next`) or was open
    /// for half a minute.
    public var maximumRetries: Int?
    /// The time before the first attempt to reconnect; doubled for each one after it, up to 30 seconds.
    public var initialDelay: Duration
    /// The time that the server has to answer and to acknowledge the connection; nil: no limit.
    public var acknowledgementTimeout: Duration?
    /// The time between pings; a connection on which nothing arrived for two of them counts as lost. Nil, zero or less sends none.
    public var pingInterval: Duration?
    /// How long a connection without operations stays open; nil: until the server closes it.
    public var idleTimeout: Duration?
    /// The longest message that is accepted, and how much of one operation's messages may wait for who reads them, in bytes (each counts as
    /// 4,096 at least). With a longer message the connection is closed (1009) and its operations fail with
    /// ``RelayError/responseTooLarge(limit:)``; an operation for which more would wait fails alone.
    public var maximumMessageSize: Int
    /// How long a connection must be open to end a row of failures.
    var provingTime = Duration.seconds(30)

    /// Creates a configuration.
    public init(
      headers: HTTPHeaders = [:], interceptors: [any WebSocketInterceptor] = [],
      connectionPayload: @escaping @Sendable () async throws -> JSON? = { nil },
      authentication: Authentication? = nil, maximumRetries: Int? = nil,
      initialDelay: Duration = .milliseconds(500), acknowledgementTimeout: Duration? = .seconds(10),
      pingInterval: Duration? = .seconds(20), idleTimeout: Duration? = .seconds(5),
      maximumMessageSize: Int = 256 << 20
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
    }
  }

  private let client: GraphQLTransportWSClient

  /// Creates a network; nothing is opened yet.
  /// - Parameters:
  ///   - url: a `ws:` or `wss:` URL.
  ///   - configuration: headers, credentials, reconnection.
  ///   - transport: what opens the connections.
  public init(
    url: URL, configuration: Configuration = Configuration(), transport: any WebSocketTransport = PlatformWebSocketTransport()
  ) {
    let interceptors = configuration.interceptors
    client = GraphQLTransportWSClient(
      url: url, configuration: configuration,
      transport: interceptors.isEmpty ? transport : InterceptedWebSocketTransport(interceptors: interceptors, transport: transport))
  }

  /// Opens a lost connection again at once where the network waits to do so.
  public func reconnect() { client.reconnect() }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let client = self.client
    return .produced { yield in
      for try await payload in await client.start(request) { yield(payload) }
    }
  }
}
