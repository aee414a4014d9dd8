#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What the library's own transports do besides sending: ``URLSessionTransport`` and ``PlatformWebSocketTransport`` take it.
///
/// Without it no cookie is kept, nothing is cached, and certificates that the system does not trust are refused.
public struct TransportConfiguration: Sendable {
  /// Whom to trust, and the client's own certificate; nil: the system's authorities, and none.
  public var tls: TLSConfiguration?
  /// The configuration of the `URLSession`, as it is: with `waitsForConnectivity`, a cookie storage that is shared, `URLProtocol` classes of a
  /// monitoring tool or of tests. Nil stands for one that keeps and stores nothing.
  ///
  /// The library follows redirections itself, sets ``HTTPRequest/timeout`` for each request, and answers no challenge for a password.
  ///
  /// On Linux, HTTP uses `URLSession` only where this is set, and then with what FoundationNetworking can do; it is not for servers
  /// that you do not trust there. ``tls`` cannot be combined with it, and WebSockets have no session: both fail with
  /// ``RelayError/unsupportedOperation(_:)``.
  public var session: URLSessionConfiguration?
  #if canImport(Darwin)
    /// Answers the challenges of a `URLSession`, in place of ``tls``: for identities in a keychain, for rules of your own about certificates. Called
    /// for each challenge, on any thread. On Linux there are none.
    public var challengeHandler: (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?
  #endif
  /// Told what happens, on any thread and in order for each request and connection: for logs and for tools that measure. It should return at once.
  public var onEvent: (@Sendable (TransportEvent) -> Void)?

  /// Creates a configuration; without arguments, what holds without one.
  public init(
    tls: TLSConfiguration? = nil, session: URLSessionConfiguration? = nil, onEvent: (@Sendable (TransportEvent) -> Void)? = nil
  ) {
    self.tls = tls
    self.session = session
    self.onEvent = onEvent
  }

  /// What a session is made with.
  var sessionConfiguration: URLSessionConfiguration {
    if let session { return session }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // What one user is sent must not come back as another's.
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return configuration
  }
}
