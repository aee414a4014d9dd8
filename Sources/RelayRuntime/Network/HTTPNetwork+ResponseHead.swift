extension HTTPNetwork {
  /// The status and the header fields of an HTTP response.
  public struct ResponseHead: Sendable, Hashable {
    /// The status code, such as 200.
    public var status: Int
    /// The header fields.
    public var headers: HTTPNetwork.Headers

    /// Creates a head.
    public init(status: Int, headers: HTTPNetwork.Headers) {
      self.status = status
      self.headers = headers
    }
  }
}

extension NetworkRequest {
  /// Reports the head of the server's response to the environment, for its log (``RelayLogEvent/networkResponse(id:response:)``) and for
  /// ``OperationResponse/response``. ``HTTPNetwork`` does so for each response, including errors and responses after which it retries.
  /// Your own network may do the same.
  public func report(_ response: HTTPNetwork.ResponseHead) { onResponse?(response) }
}
