public import Foundation

/// The parameters for opening a WebSocket, as a ``WebSocketInterceptor`` sees them.
///
/// ```swift
/// struct RegionInterceptor: WebSocketInterceptor {
///   let host: @Sendable () async throws -> String
///
///   func intercept(
///     _ request: WebSocketRequest, next: @Sendable (WebSocketRequest) async throws -> any WebSocketConnection
///   ) async throws -> any WebSocketConnection {
///     var request = request
///     var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
///     parts?.host = try await host()
///     request.url = parts?.url ?? request.url
///     request.maximumMessageSize = 1 << 20
///     return try await next(request)
///   }
/// }
/// ```
///
/// See <doc:Transports>.
public struct WebSocketRequest: Sendable {
  /// A `ws:` or `wss:` URL.
  public var url: URL
  /// The subprotocol to offer.
  public var subprotocol: String
  /// Header fields of the opening handshake, in addition to its own.
  public var headers: HTTPNetwork.Headers
  /// The longest accepted message, in bytes.
  public var maximumMessageSize: Int

  /// Creates a request.
  public init(url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int) {
    self.url = url
    self.subprotocol = subprotocol
    self.headers = headers
    self.maximumMessageSize = maximumMessageSize
  }
}
