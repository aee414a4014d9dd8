import Foundation

/// Sends a request to its URL, without following redirects.
protocol HTTPClient: Sendable {
  /// Sends `request` and returns when the head of the response has arrived. Redirects and challenges are returned like any other
  /// response.
  func exchange(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response
}
