/// Sends one HTTP request. ``URLSessionTransport`` is the one that reaches the network.
public protocol HTTPTransport: Sendable {
  /// Sends `request` and returns as soon as the response's status and headers are there.
  /// Throws when the server could not be reached, and `CancellationError` when the calling task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

extension HTTPTransport {
  /// Sends `request` through interceptors, the first one first.
  func send(_ request: HTTPRequest, through interceptors: ArraySlice<any NetworkInterceptor>) async throws -> HTTPResponse {
    guard let interceptor = interceptors.first else {
      try request.validate()
      return try await self.send(request)
    }
    return try await interceptor.intercept(request) { try await self.send($0, through: interceptors.dropFirst()) }
  }
}
