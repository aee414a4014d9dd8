public import Foundation

/// GraphQL over one stream of server-sent events for all operations: the "single connection mode" of the GraphQL over SSE protocol, which
/// graphql-sse speaks.
///
/// The network reserves a stream (`PUT`), opens it (`GET`), sends each operation by itself (`POST`, which the server accepts with 202), and
/// finds the answers of all of them on the stream; an operation that is cancelled is stopped (`DELETE`). The stream is opened with the
/// first operation and closes a while after the last one ended. When it is lost, it is opened again, and running subscriptions and queries
/// are sent again; a running mutation fails, for the server may have executed it.
///
/// Use it where HTTP/1.1 allows few connections to one host, and where WebSockets are not available. A server that has the other mode, a
/// stream for each operation, needs no network of its own: ``HTTPNetwork`` does that.
public struct EventStreamNetwork: Network {
  /// How an ``EventStreamNetwork`` connects and stays connected.
  public struct Configuration: Sendable {
    /// Header fields of every request.
    public var headers: HTTPHeaders
    /// See every request before it leaves and its response before it is read; the first one is the outermost. An
    /// ``AuthenticationInterceptor`` renews credentials here as it does in an ``HTTPNetwork``.
    public var interceptors: [any NetworkInterceptor]
    /// Attempts to reconnect in a row before the running operations fail; nil: subscriptions wait until they are cancelled, queries and
    /// mutations fail after five. The count starts anew when a stream has brought something for an operation or was open for half a minute.
    public var maximumRetries: Int?
    /// The time before the first attempt to reconnect; doubled for each one after it, up to 30 seconds.
    public var initialDelay: Duration
    /// The time that the server has to reserve and open the stream; nil: no limit.
    public var openingTimeout: Duration?
    /// How long a stream without operations stays open; nil: until the server closes it.
    public var idleTimeout: Duration?
    /// The longest event that is accepted, and how much of one operation's events may wait for who reads them, in bytes (each counts as
    /// 4,096 at least). A longer event ends the stream, and its operations, with ``RelayError/responseTooLarge(limit:)``.
    public var maximumEventSize: Int

    /// Creates a configuration.
    public init(
      headers: HTTPHeaders = [:], interceptors: [any NetworkInterceptor] = [], maximumRetries: Int? = nil,
      initialDelay: Duration = .milliseconds(500), openingTimeout: Duration? = .seconds(10), idleTimeout: Duration? = .seconds(5),
      maximumEventSize: Int = 256 << 20
    ) {
      self.headers = headers
      self.interceptors = interceptors
      self.maximumRetries = maximumRetries
      self.initialDelay = initialDelay
      self.openingTimeout = openingTimeout
      self.idleTimeout = idleTimeout
      self.maximumEventSize = maximumEventSize
    }
  }

  /// A stream carries the same messages as a WebSocket, so the same client handles them.
  private let messages: WebSocketNetwork

  /// Creates a network; nothing is opened yet.
  /// - Parameters:
  ///   - url: the endpoint of the streams.
  ///   - configuration: headers, interceptors, reconnection.
  ///   - transport: what sends the requests.
  public init(url: URL, configuration: Configuration = Configuration(), transport: any HTTPTransport = URLSessionTransport()) {
    messages = WebSocketNetwork(
      url: url,
      configuration: WebSocketNetwork.Configuration(
        maximumRetries: configuration.maximumRetries, initialDelay: configuration.initialDelay,
        acknowledgementTimeout: configuration.openingTimeout, pingInterval: nil, idleTimeout: configuration.idleTimeout,
        maximumMessageSize: configuration.maximumEventSize),
      transport: EventStreamTransport(configuration: configuration, transport: transport))
  }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> { messages.execute(request) }

  /// Opens a lost stream again at once where the network waits to do so.
  public func reconnect() { messages.reconnect() }
}

/// Opens streams of events as if they were WebSockets.
private struct EventStreamTransport: WebSocketTransport {
  let configuration: EventStreamNetwork.Configuration
  let transport: any HTTPTransport

  func connect(to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int) async throws -> any WebSocketConnection {
    let requests = EventStreamRequests(url: url, configuration: configuration, transport: transport)
    let token = try await requests.reserve()
    let response = try await requests.open(token)
    return EventStreamConnection(response, requests, token: token, maximumEventSize: maximumMessageSize)
  }
}
