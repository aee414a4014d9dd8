public import Foundation

extension HTTPNetwork {
  /// An HTTP response whose body is still arriving.
  public struct Response: Sendable {
    /// The status code, such as 200.
    public var status: Int
    /// The header fields.
    public var headers: HTTPNetwork.Headers
    /// The body, in chunks as they arrive. Dropping the stream stops the transfer.
    public var body: AsyncThrowingStream<Data, any Error>

    /// Creates a response.
    public init(status: Int, headers: HTTPNetwork.Headers, body: AsyncThrowingStream<Data, any Error>) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// A response that is already complete, for tests and for interceptors that answer themselves.
    public init(status: Int, headers: HTTPNetwork.Headers, body bytes: Data) {
      self.init(status: status, headers: headers, body: .one(bytes))
    }
  }
}

extension HTTPNetwork.Response {
  /// The whole body.
  /// - Parameters:
  ///   - limit: the maximum number of received bytes.
  ///   - received: the number of bytes received earlier, which count as well.
  /// - Throws: ``RelayError/responseTooLarge(limit:)``; `CancellationError`; errors of the transfer.
  func wholeBody(limit: Int, besides received: () -> Int = { 0 }) async throws -> Data {
    var bytes = Data()
    for try await chunk in body {
      guard chunk.count <= limit - received() - bytes.count else { throw RelayError.responseTooLarge(limit: limit) }
      if bytes.isEmpty, chunk.startIndex == 0 { bytes = chunk } else { bytes += chunk }
    }
    // A stream also ends if the reading task is cancelled, and the bytes so far are not the whole answer.
    try Task.checkCancellation()
    return bytes
  }
}
