/// Measurements of one HTTP request.
///
/// ```swift
/// let configuration = TransportConfiguration(onEvent: { event in
///   guard case .completed(_, let metrics?, _) = event, metrics.duration > .seconds(2) else { return }
///   print("Slow: \(metrics.duration), first byte after \(metrics.firstByte ?? .zero), \(metrics.responseBodyBytes) bytes")
/// })
/// let network = HTTPNetwork(url: url, transport: PlatformHTTPTransport(configuration: configuration))
/// ```
///
/// See <doc:Transports>.
public struct TransportMetrics: Sendable, Hashable {
  /// From the start to the end of the response's body, including time in which the body was not read.
  public var duration: Duration
  /// The time for resolving the host name; nil for a reused connection.
  public var nameLookup: Duration?
  /// The time for opening the connection, without TLS; nil for a reused connection.
  public var connect: Duration?
  /// The time for TLS; nil for a reused connection, and without TLS.
  public var secureConnect: Duration?
  /// From the start to the first byte of the response; nil if there was none.
  public var firstByte: Duration?
  /// The bytes of the request's body that were sent.
  public var requestBodyBytes: Int64
  /// The number of bytes of the response's body as transferred, before decompression.
  public var responseBodyBytes: Int64
  /// The protocol's name as in TLS (RFC 7301): `http/1.1`, `h2`, `h3`; nil if unknown.
  public var networkProtocol: String?
  /// Whether the connection was reused.
  public var isReusedConnection: Bool
  /// The server's address; nil if unknown.
  public var remoteAddress: String?

  /// Creates metrics, for your own transports and for tests.
  public init(
    duration: Duration, nameLookup: Duration? = nil, connect: Duration? = nil, secureConnect: Duration? = nil, firstByte: Duration? = nil,
    requestBodyBytes: Int64 = 0, responseBodyBytes: Int64 = 0, networkProtocol: String? = nil, isReusedConnection: Bool = false,
    remoteAddress: String? = nil
  ) {
    self.duration = duration
    self.nameLookup = nameLookup
    self.connect = connect
    self.secureConnect = secureConnect
    self.firstByte = firstByte
    self.requestBodyBytes = requestBodyBytes
    self.responseBodyBytes = responseBodyBytes
    self.networkProtocol = networkProtocol
    self.isReusedConnection = isReusedConnection
    self.remoteAddress = remoteAddress
  }
}
