/// What one HTTP request took.
public struct TransportMetrics: Sendable, Hashable {
  /// From the start to the end of the response's body, the time included in which nobody read it.
  public var duration: Duration
  /// The time to find the host's address; nil for a connection that was there already.
  public var nameLookup: Duration?
  /// The time to open the connection, without TLS; nil for a connection that was there already.
  public var connect: Duration?
  /// The time to secure it; nil for a connection that was there already, and without TLS.
  public var secureConnect: Duration?
  /// From the start to the first byte of the response; nil if there was none.
  public var firstByte: Duration?
  /// The bytes of the request's body that were sent.
  public var requestBodyBytes: Int64
  /// The bytes of the response's body that were received, as they were transferred: not unpacked.
  public var responseBodyBytes: Int64
  /// The protocol's name, as in TLS (RFC 7301): `http/1.1`, `h2`, `h3`; nil if it is not known.
  public var networkProtocol: String?
  /// Whether the connection was there already.
  public var isReusedConnection: Bool
  /// The server's address; nil if it is not known.
  public var remoteAddress: String?

  /// Creates metrics, for transports of your own and for tests.
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
