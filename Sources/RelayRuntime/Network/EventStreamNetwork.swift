public import Foundation

/// GraphQL over one stream of server-sent events for all operations: the "single connection mode" of the GraphQL over SSE protocol, as
/// implemented by graphql-sse.
///
/// The network reserves a stream (`PUT`), opens it (`GET`), sends each operation in its own request (`POST`, which the server accepts
/// with 202), and receives all answers on the stream. A cancelled operation is stopped (`DELETE`). The stream is opened with the first
/// operation and closed some time after the last one has ended. If it is lost, it is reopened, and running subscriptions and queries are
/// sent again; a running mutation fails, because the server may have executed it.
///
/// Use it if HTTP/1.1 limits the number of connections to one host and WebSockets are not available. A server with the other mode, one
/// stream for each operation, needs only an ``HTTPNetwork``.
///
/// ```swift
/// let network = HTTPNetwork(url: url, subscriptions: EventStreamNetwork(url: url))
/// ```
///
/// See <doc:Networking>.
public struct EventStreamNetwork: RelayNetwork {
  /// How an ``EventStreamNetwork`` connects and stays connected.
  public struct Configuration: Sendable {
    /// Header fields of every request.
    public var headers: HTTPNetwork.Headers
    /// See every request before it is sent and its response before it is read; the first one is the outermost. An
    /// ``AuthenticationInterceptor`` renews credentials here in the same way as in an ``HTTPNetwork``.
    public var interceptors: [any NetworkInterceptor]
    /// The number of consecutive attempts to reconnect before the running operations fail; nil: subscriptions wait until they are
    /// cancelled, queries and mutations fail after five. The count restarts when a stream has delivered something for an operation or was
    /// open for half a minute.
    public var maximumRetries: Int?
    /// The time before the first attempt to reconnect. It doubles for each further attempt, up to 30 seconds.
    public var initialDelay: Duration
    /// The time that the server may take to reserve and open the stream; nil: no limit.
    public var openingTimeout: Duration?
    /// The maximum time without data from the server before the stream counts as lost and is opened again; nil: no limit. Keep-alive
    /// comments count as data.
    public var streamTimeout: Duration?
    /// How long a stream without operations stays open; nil: until the server closes it.
    public var idleTimeout: Duration?
    /// The longest accepted event, and the maximum size of one operation's events waiting to be read, in bytes (each event counts as at
    /// least 4,096). A longer event ends the stream, and its operations, with ``RelayError/responseTooLarge(limit:)``.
    public var maximumEventSize: Int
    /// What the server does with errors of fields that must not be null, as `onError` of every operation; nil: `onError` is not sent, and the
    /// server does what it does by default. Set it only for a server that knows it.
    public var onError: ErrorBehavior?

    /// Creates a configuration.
    public init(
      headers: HTTPNetwork.Headers = [:], interceptors: [any NetworkInterceptor] = [], maximumRetries: Int? = nil,
      initialDelay: Duration = .milliseconds(500), openingTimeout: Duration? = .seconds(10),
      streamTimeout: Duration? = .seconds(120), idleTimeout: Duration? = .seconds(5), maximumEventSize: Int = 256 << 20,
      onError: ErrorBehavior? = nil
    ) {
      self.streamTimeout = streamTimeout
      self.headers = headers
      self.interceptors = interceptors
      self.maximumRetries = maximumRetries
      self.initialDelay = initialDelay
      self.openingTimeout = openingTimeout
      self.idleTimeout = idleTimeout
      self.maximumEventSize = maximumEventSize
      self.onError = onError
    }
  }

  /// A stream carries the same messages as a WebSocket, so the same client handles them.
  private let messages: WebSocketNetwork

  /// Creates a network. Nothing is opened yet.
  /// - Parameters:
  ///   - url: the endpoint of the streams.
  ///   - configuration: headers, interceptors, reconnection.
  ///   - transport: sends the requests.
  public init(url: URL, configuration: Configuration = Configuration(), transport: any HTTPTransport = PlatformHTTPTransport()) {
    messages = WebSocketNetwork(
      url: url,
      configuration: WebSocketNetwork.Configuration(
        maximumRetries: configuration.maximumRetries, initialDelay: configuration.initialDelay,
        acknowledgementTimeout: configuration.openingTimeout, pingInterval: nil, idleTimeout: configuration.idleTimeout,
        maximumMessageSize: configuration.maximumEventSize, onError: configuration.onError),
      transport: EventStreamTransport(configuration: configuration, transport: transport))
  }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> { messages.execute(request) }

  /// Reopens a lost stream immediately if the network is waiting to do so.
  public func reconnect() { messages.reconnect() }
}

/// Opens event streams in place of WebSockets.
private struct EventStreamTransport: WebSocketTransport {
  let configuration: EventStreamNetwork.Configuration
  let transport: any HTTPTransport

  func connect(to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int) async throws
    -> any WebSocketConnection
  {
    let requests = EventStreamRequests(url: url, configuration: configuration, transport: transport)
    let token = try await requests.reserve()
    let response = try await requests.open(token)
    return EventStreamConnection(response, requests, token: token, maximumEventSize: maximumMessageSize)
  }
}
