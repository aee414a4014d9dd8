import Foundation

/// Sees every WebSocket before it is opened, and the connection before it is used, for example to sign the handshake, to connect
/// elsewhere, or to measure. It may return a ``WebSocketConnection`` that wraps the connection and sees every message.
///
/// It is to ``WebSocketNetwork/Configuration/interceptors`` what a ``NetworkInterceptor`` is to HTTP.
///
/// ```swift
/// struct TraceInterceptor: WebSocketInterceptor {
///   func intercept(
///     _ request: WebSocketRequest, next: @Sendable (WebSocketRequest) async throws -> any WebSocketConnection
///   ) async throws -> any WebSocketConnection {
///     var request = request
///     request.headers["X-Trace-ID"] = UUID().uuidString
///     return try await next(request)
///   }
/// }
/// ```
///
/// See <doc:Transports>.
public protocol WebSocketInterceptor: Sendable {
  /// Handles the opening of one connection.
  /// - Parameters:
  ///   - request: the parameters of the connection. To change them, pass a changed copy on.
  ///   - next: opens the connection, through the interceptors after this one. It may be called any number of times.
  func intercept(
    _ request: WebSocketRequest, next: @Sendable (WebSocketRequest) async throws -> any WebSocketConnection
  ) async throws -> any WebSocketConnection
}

/// Opens connections through interceptors.
struct InterceptedWebSocketTransport: WebSocketTransport {
  let interceptors: [any WebSocketInterceptor]
  let transport: any WebSocketTransport

  func connect(
    to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
  ) async throws -> any WebSocketConnection {
    let request = WebSocketRequest(url: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
    return try await open(request, through: interceptors[...])
  }

  private func open(
    _ request: WebSocketRequest, through interceptors: ArraySlice<any WebSocketInterceptor>
  ) async throws -> any WebSocketConnection {
    guard let interceptor = interceptors.first else {
      try WebSocketHandshake.validate(request.headers)
      return try await transport.connect(
        to: request.url, subprotocol: request.subprotocol, headers: request.headers, maximumMessageSize: request.maximumMessageSize)
    }
    return try await interceptor.intercept(request) { try await self.open($0, through: interceptors.dropFirst()) }
  }
}
