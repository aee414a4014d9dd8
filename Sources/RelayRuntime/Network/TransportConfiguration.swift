#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Further options of the library's own transports, ``PlatformHTTPTransport`` and ``PlatformWebSocketTransport``.
///
/// By default, no cookies are kept, nothing is cached, and certificates that the system does not trust are rejected.
///
/// ```swift
/// let configuration = TransportConfiguration(sendsBodiesToOtherOrigins: false)
/// let network = HTTPNetwork(url: url, transport: PlatformHTTPTransport(configuration: configuration))
/// ```
///
/// See <doc:Transports>.
public struct TransportConfiguration: Sendable {
  /// The trusted authorities and the client's certificate. With nil, the system's authorities are trusted, and there is
  /// no client certificate.
  public var tls: TransportConfiguration.TLS?
  /// The configuration of the `URLSession`, used as it is: for `waitsForConnectivity`, a shared cookie storage, or `URLProtocol` classes
  /// of a monitoring tool or of tests. With nil, the session stores nothing.
  ///
  /// The library still follows redirects itself, sets ``HTTPNetwork/Request/timeout`` for each request, and answers no challenge for a password.
  ///
  /// On Linux, HTTP uses `URLSession` only if this is set, with the limitations of FoundationNetworking; do not use it there with servers
  /// that you do not trust. It cannot be combined with ``tls``, and WebSockets have no session: both fail with
  /// ``RelayError/unsupportedOperation(_:)``.
  public var session: URLSessionConfiguration?
  /// The options that only this platform has.
  var platformOptions = SystemNetworking.options
  /// Whether a redirect to another origin (scheme, host or port) with status 307 or 308 is followed with the request's body: the text of
  /// the operation, its variables and its uploads. If not, the request fails with ``RelayError/malformedResponse(_:)``. Header fields are
  /// not sent to another origin in either case.
  public var sendsBodiesToOtherOrigins: Bool
  /// How many requests are in progress at the same time, on Linux. Others wait for a place. On Apple's platforms, `URLSession` limits the
  /// connections to each host (`URLSessionConfiguration.httpMaximumConnectionsPerHost`).
  public var limits: TransferLimits
  /// Called with events, on any thread and in order for each request and connection, for logs and measuring tools. It should return
  /// quickly.
  public var onEvent: (@Sendable (TransportEvent) -> Void)?

  /// Creates a configuration. Without arguments, it has no effect.
  public init(
    tls: TransportConfiguration.TLS? = nil, session: URLSessionConfiguration? = nil, limits: TransferLimits = TransferLimits(),
    sendsBodiesToOtherOrigins: Bool = true, onEvent: (@Sendable (TransportEvent) -> Void)? = nil
  ) {
    self.limits = limits
    self.sendsBodiesToOtherOrigins = sendsBodiesToOtherOrigins
    self.tls = tls
    self.session = session
    self.onEvent = onEvent
  }

  /// The configuration for a session.
  var sessionConfiguration: URLSessionConfiguration {
    if let session { return session }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // A response to one user must not be cached for another.
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return configuration
  }
}
