/// Sends one HTTP request. ``PlatformHTTPTransport`` is the implementation for networks.
///
/// ```swift
/// struct RecordingTransport: HTTPTransport {
///   let transport: any HTTPTransport
///   let record: @Sendable (String, Int) -> Void
///
///   func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
///     let response = try await transport.send(request)
///     record(request.operation.operationName, response.status)
///     return response
///   }
/// }
/// ```
///
/// See <doc:Transports>.
public protocol HTTPTransport: Sendable {
  /// Sends `request` and returns as soon as the response's status and headers have arrived. Throws if the server cannot
  /// be reached, and `CancellationError` if the calling task is cancelled.
  func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response
}

extension HTTPTransport {
  /// Sends `request` through interceptors, starting with the first one.
  func send(_ request: HTTPNetwork.Request, through interceptors: ArraySlice<any NetworkInterceptor>) async throws -> HTTPNetwork.Response {
    guard let interceptor = interceptors.first else {
      try request.validate()
      // Interceptors may have waited, for example for a credential, which is now another user's.
      guard request.operations.allSatisfy(\.isCurrent) else { throw RelayError.storeCleared }
      return try await self.send(request)
    }
    return try await interceptor.intercept(request) { try await self.send($0, through: interceptors.dropFirst()) }
  }
}
