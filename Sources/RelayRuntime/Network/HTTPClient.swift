/// Sends requests to their URLs. It follows no redirects, answers no challenges for a password, and keeps no cookies.
protocol HTTPClient: Sendable {
  /// Sends `request` and returns when the head of the response has arrived. Redirects and challenges are returned like any other response.
  ///
  /// The body passes through a ``BodyInbox``: it arrives no faster than it is read, and the transfer ends when the body is dropped or the
  /// task that reads it is cancelled. A client that cannot pause a transfer ends it instead when more than
  /// ``HTTPNetwork/Request/maximumResponseSize`` bytes wait to be read.
  /// - Throws: `URLError` if the server cannot be reached, or is silent for longer than ``HTTPNetwork/Request/timeout``;
  ///   `CancellationError` if the calling task is cancelled before the head has arrived. The body throws the same errors.
  func exchange(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response
}
