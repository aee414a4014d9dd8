import Foundation

/// HTTP over `URLSession`, with response bodies delivered as they arrive.
///
/// On Linux it uses libcurl directly, the library beneath `URLSession` there, if it is available (`libcurl.so.4`, 7.68 or newer), because
/// a server can crash FoundationNetworking. No cookies are kept and nothing is cached. Credentials are sent only in the request's header
/// fields; if a server asks for others (401, 407), that is its answer. A certificate that the system does not trust is rejected. A
/// ``TransportConfiguration`` can change all of this, and can observe the transport.
///
/// ```swift
/// let transport = PlatformHTTPTransport(configuration: TransportConfiguration(limits: TransferLimits(maximumTransfers: 32)))
/// let todos = HTTPNetwork(url: url.appending(path: "todos"), transport: transport)
/// let accounts = HTTPNetwork(url: url.appending(path: "accounts"), transport: transport)
/// ```
///
/// See <doc:Transports>.
public final class PlatformHTTPTransport: HTTPTransport {
  private let client: any HTTPClient
  private let onEvent: (@Sendable (TransportEvent) -> Void)?
  private let sendsBodiesToOtherOrigins: Bool

  /// Creates a transport with its own connections.
  /// - Parameter configuration: trust, session and observation.
  public init(configuration: TransportConfiguration = TransportConfiguration()) {
    client = SystemNetworking.httpClient(configuration)
    onEvent = configuration.onEvent
    sendsBodiesToOtherOrigins = configuration.sendsBodiesToOtherOrigins
  }

  /// A transport with a different client, for tests.
  init(client: any HTTPClient, onEvent: (@Sendable (TransportEvent) -> Void)? = nil) {
    self.client = client
    self.onEvent = onEvent
    sendsBodiesToOtherOrigins = true
  }

  /// Sends `request` and follows redirects: a GET after the statuses 301, 302, 303, 307 and 308, a POST with its body after 307 and 308
  /// (RFC 9110, section 15.4), at most five times. To another origin, no header field of the request is sent, except `Accept` and
  /// `Content-Type` as the library itself sets them, and later redirects do not restore the others. The body of a POST, with the
  /// operation's variables and uploads, is sent to another origin unless ``TransportConfiguration/sendsBodiesToOtherOrigins`` is false.
  /// - Throws: `URLError` if the server cannot be reached, or with the code `resourceUnavailable` if the system has no thread or
  ///   descriptor for the transfer or the ``TransferLimits`` no place; ``RelayError/malformedResponse(_:)`` for a redirect that must not be followed:
  ///   from https to http, to another scheme, with credentials, or beyond the limit; ``RelayError/unsupportedOperation(_:)`` for invalid
  ///   header fields, and for a configuration that this platform does not support; `CancellationError`.
  public func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
    var request = request
    for _ in 0...HTTPRedirection.maximum {
      try request.validate()
      request.observer = onEvent.map { ExchangeObserver(request, $0) }
      let response: HTTPNetwork.Response
      do {
        response = try await client.exchange(request)
      } catch {
        request.observer?.end(nil, error)
        throw error
      }
      // Dropping the response stops its body.
      let next = try HTTPRedirection.request(after: response, to: request, sendsBodies: sendsBodiesToOtherOrigins)
      guard let next else { return response }
      request = next
    }
    throw RelayError.malformedResponse("it redirects more than \(HTTPRedirection.maximum) times")
  }
}
