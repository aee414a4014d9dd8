/// The status and the header fields of an HTTP response.
public struct HTTPResponseHead: Sendable, Hashable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders

  /// Creates a head.
  public init(status: Int, headers: HTTPHeaders) {
    self.status = status
    self.headers = headers
  }
}

extension NetworkRequest {
  /// Tells the environment that asks what the server's response begins with: for its log
  /// (``RelayLogEvent/networkResponse(id:response:)``) and for ``OperationResponse/response``. ``HTTPNetwork`` does so for each response, those included
  /// that are errors or after which it tries again; a network of your own may.
  public func report(_ response: HTTPResponseHead) { onResponse?(response) }
}
