public import Foundation

/// An HTTP response whose body is still arriving.
public struct HTTPResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body in the chunks in which it arrives. Dropping the stream stops the transfer.
  public var body: AsyncThrowingStream<Data, any Error>

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders, body: AsyncThrowingStream<Data, any Error>) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response that is complete already, for interceptors that answer themselves and for tests.
  public init(status: Int, headers: HTTPHeaders, body bytes: Data) {
    self.init(status: status, headers: headers, body: .one(bytes))
  }
}

extension HTTPResponse {
  /// All of the body.
  /// - Parameters:
  ///   - limit: the maximum number of received bytes.
  ///   - received: the number of bytes received before, which count too.
  /// - Throws: ``RelayError/responseTooLarge(limit:)``; `CancellationError`; what the transfer throws.
  func wholeBody(limit: Int, besides received: () -> Int = { 0 }) async throws -> Data {
    var bytes = Data()
    for try await chunk in body {
      guard chunk.count <= limit - received() - bytes.count else { throw RelayError.responseTooLarge(limit: limit) }
      if bytes.isEmpty, chunk.startIndex == 0 { bytes = chunk } else { bytes += chunk }
    }
    // A stream also ends if the reading task is cancelled; the bytes until then are not the whole answer.
    try Task.checkCancellation()
    return bytes
  }
}
