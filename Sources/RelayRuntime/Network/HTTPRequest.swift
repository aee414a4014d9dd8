public import Foundation

/// An HTTP request that carries a GraphQL operation.
public struct HTTPRequest: Sendable {
  /// What a request sends after its headers.
  public enum Body: Sendable {
    /// No body, as in a GET.
    case none
    /// These bytes.
    case bytes(Data)
    /// The contents of this file, read while sending: for uploads that should not be held in memory.
    case file(URL)
  }

  /// Where it goes, with the query of a GET.
  public var url: URL
  /// `GET` or `POST`.
  public var method: String
  /// The header fields, `Content-Type` among them.
  public var headers: HTTPHeaders
  /// What is sent.
  public var body: Body
  /// The time without a byte from the server after which the request fails; nil: never.
  public var timeout: Duration?
  /// The most bytes of the response, unpacked, that may wait for who reads them; more end it with ``RelayError/responseTooLarge(limit:)``.
  /// A transport that pauses while nothing reads never has so many. An ``HTTPNetwork`` sets it to that of its configuration.
  public var maximumResponseSize = Int.max
  /// Called with how much of the body has been sent, on any thread, by a transport that knows; ``URLSessionTransport`` does. An
  /// ``HTTPNetwork`` sets it for uploads, for their ``Upload/onProgress``.
  public var onUploadProgress: (@Sendable (UploadProgress) -> Void)?
  /// Receives the progress of the exchange from the client.
  var observer: ExchangeObserver?
  /// The GraphQL request this was made from; the first one of a batch.
  public let operation: NetworkRequest
  /// All GraphQL requests in it: more than one in a batch.
  public internal(set) var operations: [NetworkRequest]

  /// Creates a request.
  public init(
    url: URL, method: String, headers: HTTPHeaders, body: Body, timeout: Duration?, operation: NetworkRequest
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

extension HTTPRequest {
  /// Refuses a method or header field that contains a line break and would send something else than intended (RFC 9110, section 5.5).
  /// - Throws: ``RelayError/unsupportedOperation(_:)``.
  func validate() throws {
    guard Self.isToken(self.method) else { throw RelayError.unsupportedOperation("the HTTP method is none") }
    for (name, value) in headers {
      guard Self.isToken(name) else { throw RelayError.unsupportedOperation("'\(name)' cannot be the name of a header field") }
      // The message leaves out the value, which may be a secret.
      guard !value.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) else {
        throw RelayError.unsupportedOperation("the value of the header field '\(name)' has a line break or a null character")
      }
    }
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
