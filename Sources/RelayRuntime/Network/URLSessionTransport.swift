import Foundation

/// HTTP over `URLSession`, with response bodies delivered as they arrive.
///
/// On Linux it uses the library that `URLSession` is made of there, libcurl, where it finds it (`libcurl.so.4`, 7.68 or newer): FoundationNetworking
/// itself can be brought down by a server. No cookies are kept and nothing is cached; credentials are sent only in header fields that the request
/// has, and a server that asks for others (401, 407) has answered. A certificate that the system does not trust is refused. A
/// ``TransportConfiguration`` can have all of this otherwise, and tells what happens.
public final class URLSessionTransport: HTTPTransport {
  private let client: any HTTPClient
  private let onEvent: (@Sendable (TransportEvent) -> Void)?

  /// Creates a transport with connections of its own.
  /// - Parameter configuration: whom to trust, cookies and the like, and who is told what happens.
  public init(configuration: TransportConfiguration = TransportConfiguration()) {
    client = Self.client(configuration)
    onEvent = configuration.onEvent
  }

  /// A transport with another client, for tests.
  init(client: any HTTPClient, onEvent: (@Sendable (TransportEvent) -> Void)? = nil) {
    self.client = client
    self.onEvent = onEvent
  }

  private static func client(_ configuration: TransportConfiguration) -> any HTTPClient {
    #if canImport(Darwin)
      return URLSessionClient(configuration)
    #else
      if configuration.session != nil, configuration.tls != nil {
        return RefusingClient(reason: "on Linux a transport has either TransportConfiguration.tls or a session, not both")
      }
      #if arch(x86_64) || arch(arm64)
        if configuration.session == nil, let client = CurlClient(tls: configuration.tls) { return client }
      #endif
      guard configuration.tls == nil else {
        return RefusingClient(reason: "TransportConfiguration.tls needs libcurl.so.4 (7.77 or newer) on Linux, which this system lacks")
      }
      return URLSessionClient(configuration)
    #endif
  }

  /// Sends `request`, and sends it on where the server says so: a GET after the statuses 301, 302, 303, 307 and 308, a POST with its body after
  /// 307 and 308 (RFC 9110, section 15.4), at most five times. To another origin no header field of the request goes along, besides `Accept` and
  /// `Content-Type` as the library itself sets them, and they do not come back.
  /// - Throws: `URLError` when the server could not be reached; ``RelayError/malformedResponse(_:)`` for a redirection that must not be followed:
  ///   from https to http, to another scheme, with credentials, or one too many; ``RelayError/unsupportedOperation(_:)`` for header fields that
  ///   cannot be sent, and for a configuration that this platform cannot have; `CancellationError`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    for _ in 0...HTTPRedirection.maximum {
      try request.validate()
      request.observer = onEvent.map { ExchangeObserver(request, $0) }
      let response: HTTPResponse
      do {
        response = try await client.exchange(request)
      } catch {
        request.observer?.end(nil, error)
        throw error
      }
      // Dropping the response ends its body.
      guard let next = try HTTPRedirection.request(after: response, to: request) else { return response }
      request = next
    }
    throw RelayError.malformedResponse("it redirects more than \(HTTPRedirection.maximum) times")
  }
}

/// Says why nothing can be sent.
private struct RefusingClient: HTTPClient {
  let reason: String

  func exchange(_ request: HTTPRequest) async throws -> HTTPResponse { throw RelayError.unsupportedOperation(reason) }
}
