import Foundation

/// Sends a request to its URL and nowhere else.
protocol HTTPClient: Sendable {
  /// Sends `request` and returns when the head of the response is there. Redirections and challenges are responses like any other.
  func exchange(_ request: HTTPRequest) async throws -> HTTPResponse
}
