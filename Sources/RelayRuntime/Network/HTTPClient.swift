import Foundation

/// What sends a request to where it goes, and nowhere else.
protocol HTTPClient: Sendable {
  /// Sends `request` and returns when the head of the response is there. Redirections and challenges are responses like any other.
  func exchange(_ request: HTTPRequest) async throws -> HTTPResponse
}
