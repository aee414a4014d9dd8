/// Sees every HTTP request before it is sent and every response before it is read, for example to add credentials and retry
/// (``AuthenticationInterceptor``), to sign, to measure, or to answer from elsewhere. For connections, see ``WebSocketInterceptor``.
///
/// ```swift
/// struct Signature: NetworkInterceptor {
///   let sign: @Sendable (HTTPNetwork.Request) -> String
///
///   func intercept(
///     _ request: HTTPNetwork.Request,
///     next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
///   ) async throws -> HTTPNetwork.Response {
///     var request = request
///     request.headers["X-Signature"] = sign(request)
///     return try await next(request)
///   }
/// }
/// ```
///
/// See <doc:Networking>.
public protocol NetworkInterceptor: Sendable {
  /// Handles one request.
  /// - Parameters:
  ///   - request: the request. To change it, pass a changed copy on.
  ///   - next: sends a request to the interceptors after this one and finally to the server. It may be called any number of times.
  func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response
}
