public import Foundation

extension HTTPNetwork {
  /// An HTTP request that carries a GraphQL operation.
  public struct Request: Sendable {
    /// The body of a request.
    public enum Body: Sendable {
      /// No body, as in a GET.
      case none
      /// These bytes.
      case bytes(Data)
      /// The contents of this file, read while sending: for uploads that should not be held in memory.
      case file(URL)
    }

    /// The URL, including the query of a GET.
    public var url: URL
    /// `GET` or `POST`.
    public var method: String
    /// The header fields, including `Content-Type`.
    public var headers: HTTPNetwork.Headers
    public var body: Body
    /// The maximum time without data from the server before the request fails; nil: no limit.
    public var timeout: Duration?
    /// The maximum number of bytes of the response, after decompression, that may wait to be read. More bytes end it with
    /// ``RelayError/responseTooLarge(limit:)``. A transport that pauses while nothing is read never reaches the limit. An ``HTTPNetwork``
    /// sets it from its configuration.
    public var maximumResponseSize = Int.max
    /// Called on any thread with the upload progress, by transports that support it; ``PlatformHTTPTransport`` does. An ``HTTPNetwork`` sets
    /// it for uploads that have an ``GraphQLUpload/onProgress``.
    public var onUploadProgress: (@Sendable (UploadProgress) -> Void)?
    /// Whether the response is an event stream, which may stay open for any time.
    var isStream = false
    /// Receives the progress of the exchange from the client.
    var observer: ExchangeObserver?
    /// The GraphQL request that this was made from; the first one of a batch.
    public let operation: NetworkRequest
    /// All GraphQL requests in this request; there are several in a batch.
    public internal(set) var operations: [NetworkRequest]

    /// Creates a request.
    public init(
      url: URL, method: String, headers: HTTPNetwork.Headers, body: Body, timeout: Duration?, operation: NetworkRequest
    ) {
      self.url = url
      self.method = method
      self.headers = headers
      self.body = body
      self.timeout = timeout
      self.operation = operation
      operations = [operation]
    }
  }
}

extension HTTPNetwork.Request {
  var hasBody: Bool {
    if case .none = body { false } else { true }
  }

  /// Rejects a method or header field with a line break, which would change the meaning of the request (RFC 9110, section 5.5).
  /// - Throws: ``RelayError/unsupportedOperation(_:)``.
  func validate() throws {
    guard method.utf8.isHTTPToken else { throw RelayError.unsupportedOperation("the HTTP method is invalid") }
    for (name, value) in headers {
      guard name.utf8.isHTTPToken else { throw RelayError.unsupportedOperation("'\(name)' cannot be the name of a header field") }
      // The message omits the value, which may be a secret.
      guard !value.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) else {
        throw RelayError.unsupportedOperation("the value of the header field '\(name)' has a line break or a null character")
      }
    }
  }
}
