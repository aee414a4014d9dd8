public import Foundation

/// GraphQL over one stream of server-sent events for all operations: the "single connection mode" of the GraphQL over SSE protocol, which
/// graphql-sse speaks.
///
/// The network reserves a stream (`PUT`), opens it (`GET`), sends each operation by itself (`POST`, which the server accepts with 202), and finds the
/// answers of all of them on the stream; an operation that is cancelled is stopped (`DELETE`). The stream is opened with the first operation and closes
/// a while after the last one ended. When it is lost, it is opened again, and running subscriptions and queries are sent again; a running
/// mutation fails, for the server may have executed it.
///
/// It serves where HTTP/1.1 allows few connections to one host, and where WebSockets are not to be had. A server that has the other mode, a
/// stream for each operation, needs no network of its own: ``HTTPNetwork`` does that.
public struct EventStreamNetwork: Network {
  /// How an ``EventStreamNetwork`` connects and stays connected.
  public struct Configuration: Sendable {
    /// Header fields of every request.
    public var headers: HTTPHeaders
    /// See every request before it leaves and its response before it is read; the first one is the outermost. An ``AuthenticationInterceptor``
    /// renews credentials here as it does in an ``HTTPNetwork``.
    public var interceptors: [any NetworkInterceptor]
    /// Attempts to reconnect in a row before the running operations fail; nil: subscriptions wait until they are cancelled, queries and
    /// mutations fail after five. The count starts anew when a stream has brought something for an operation or was open for half a minute.
    public var maximumRetries: Int?
    /// The time before the first attempt to reconnect; doubled for each one after it, up to 30 seconds.
    public var initialDelay: Duration
    /// The time that the server has to reserve and open the stream; nil: as long as it likes.
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

  /// The messages of a stream and of a WebSocket are the same; only their way differs.
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

/// The four requests of the protocol.
struct EventStreamRequests: Sendable {
  private static let tokenField = "X-GraphQL-Event-Stream-Token"
  /// The longest token, and the longest answer of a server that refuses something, that are read, in bytes.
  private static let (maximumToken, maximumRefusal) = (4_096, 1 << 18)

  let url: URL
  let configuration: EventStreamNetwork.Configuration
  let transport: any HTTPTransport

  /// Reserves a stream.
  /// - Returns: its token.
  /// - Throws: ``RelayError/http(status:body:)`` where the server refuses it.
  func reserve() async throws -> String {
    let response = try await send("PUT", url)
    let body = try await response.wholeBody(limit: Self.maximumRefusal)
    guard response.status == 201 || response.status == 200 else { throw Self.refusal(response, body) }
    let token = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty, body.count <= Self.maximumToken else {
      throw RelayError.malformedResponse("the server reserved an event stream without a token")
    }
    return token
  }

  /// Opens the stream that was reserved.
  func open(_ token: String) async throws -> HTTPResponse {
    let response = try await send("GET", url, token, accept: "text/event-stream")
    let type = response.headers["Content-Type"] ?? ""
    if response.status == 200, type.lowercased().hasPrefix("text/event-stream") { return response }
    // A server that was started again meanwhile does not know the reservation.
    if response.status == 404 || response.status == 409 { throw URLError(.networkConnectionLost) }
    throw Self.refusal(response, try await response.wholeBody(limit: Self.maximumRefusal))
  }

  /// Sends an operation, whose answers come on the stream.
  /// - Returns: the errors with which the server refused it; nil where it has accepted it.
  /// - Throws: `URLError` where the stream is gone.
  func start(_ operation: Data, _ token: String) async throws -> JSON? {
    let response = try await send("POST", url, token, body: operation)
    if (200..<300).contains(response.status) { return nil }
    if response.status == 404 { throw URLError(.networkConnectionLost) }
    let body = try await response.wholeBody(limit: Self.maximumRefusal)
    let errors = (try? JSON(parsing: body))?["errors"]
    if case .array(let errors)? = errors, !errors.isEmpty { return .array(errors) }
    return [["message": .string("the server answered the operation with status \(response.status)")]]
  }

  /// Stops an operation. That it could not be told shows on the stream.
  func stop(_ id: String, _ token: String) async {
    guard var url = URLComponents(url: self.url, resolvingAgainstBaseURL: true) else { return }
    url.queryItems = (url.queryItems ?? []) + [URLQueryItem(name: "operationId", value: id)]
    guard let url = url.url else { return }
    _ = try? await send("DELETE", url, token)
  }

  private func send(
    _ method: String, _ url: URL, _ token: String? = nil, accept: String = "*/*", body: Data? = nil
  ) async throws -> HTTPResponse {
    var headers: HTTPHeaders = ["Accept": accept]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let token { headers[Self.tokenField] = token }
    headers.merge(configuration.headers)
    let operation = NetworkRequest(operationName: "", operationKind: .subscription, text: nil)
    var request = HTTPRequest(
      url: url, method: method, headers: headers, body: body.map { .bytes($0) } ?? .none,
      timeout: method == "GET" ? nil : configuration.openingTimeout, operation: operation)
    request.maximumResponseSize = max(configuration.maximumEventSize, 0)
    do {
      return try await transport.send(request, through: configuration.interceptors[...])
    } catch let error where !(error is URLError || error is RelayError || error is CancellationError) {
      // An interceptor's: another attempt would end in the same way.
      throw WebSocketNetwork.Authentication.Failure(error: error)
    }
  }

  private static func refusal(_ response: HTTPResponse, _ body: Data) -> RelayError {
    .http(status: response.status, body: String(decoding: body.prefix(2_000), as: UTF8.self))
  }
}
