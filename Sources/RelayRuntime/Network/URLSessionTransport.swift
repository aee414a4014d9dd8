import Foundation

/// HTTP over `URLSession`, with response bodies delivered as they arrive.
///
/// On Linux it uses the library that `URLSession` is made of there, libcurl, where it finds it (`libcurl.so.4`, 7.68 or newer): FoundationNetworking
/// itself can be brought down by a server. No cookies are kept and nothing is cached; credentials are sent only in header fields that the request
/// has, and a server that asks for others (401, 407) has answered. A certificate that the system does not trust is refused.
public final class URLSessionTransport: HTTPTransport {
  private let client: any HTTPClient

  /// Creates a transport with connections of its own.
  public init() {
    #if !canImport(Darwin) && (arch(x86_64) || arch(arm64))
      self.client = CurlClient() ?? URLSessionClient()
    #else
      self.client = URLSessionClient()
    #endif
  }

  /// A transport with another client, for tests.
  init(client: any HTTPClient) {
    self.client = client
  }

  /// Sends `request`, and sends it on where the server says so: a GET after the statuses 301, 302, 303, 307 and 308, a POST with its body after
  /// 307 and 308 (RFC 9110, section 15.4), at most five times. To another origin no header field of the request goes along, besides `Accept` and
  /// `Content-Type` as the library itself sets them, and they do not come back.
  /// - Throws: `URLError` when the server could not be reached; ``RelayError/malformedResponse(_:)`` for a redirection that must not be followed:
  ///   from https to http, to another scheme, with credentials, or one too many; ``RelayError/unsupportedOperation(_:)`` for header fields that
  ///   cannot be sent; `CancellationError`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    for _ in 0...HTTPRedirection.maximum {
      try request.validate()
      let response = try await self.client.exchange(request)
      // Dropping the response ends its body.
      guard let next = try HTTPRedirection.request(after: response, to: request) else { return response }
      request = next
    }
    throw RelayError.malformedResponse("it redirects more than \(HTTPRedirection.maximum) times")
  }
}

/// What sends a request to where it goes, and nowhere else.
protocol HTTPClient: Sendable {
  /// Sends `request` and returns when the head of the response is there. Redirections and challenges are responses like any other.
  func exchange(_ request: HTTPRequest) async throws -> HTTPResponse
}
