/// Sees every HTTP request before it leaves and every response before it is read: adds credentials (``AuthenticationInterceptor``) and
/// sends again, signs, measures, answers from elsewhere. A ``WebSocketInterceptor`` sees connections.
public protocol NetworkInterceptor: Sendable {
  /// Handles one request.
  /// - Parameters:
  ///   - request: the request; pass a changed copy on to change it.
  ///   - next: sends a request to the interceptors after this one and finally to the server. May be called more than once, or never.
  func intercept(
    _ request: HTTPRequest, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}
