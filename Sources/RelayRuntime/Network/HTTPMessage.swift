public import Foundation

/// Header fields of an HTTP message. Names compare without regard to case (RFC 9110, section 5.1); order is kept.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
  private var fields: [(name: String, value: String)] = []

  /// No fields.
  public init() {}

  /// Fields in their order; of two with one name the later one stays.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// Fields in their order, of which no two have one name.
  init(unique fields: [(name: String, value: String)]) { self.fields = fields }

  /// The value of a field, nil when it is absent; setting nil removes the field.
  public subscript(_ name: String) -> String? {
    get { self.index(of: name).map { fields[$0].value } }
    set {
      switch (self.index(of: name), newValue) {
      case (let index?, let value?): fields[index] = (name, value)
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// Sets every field of `other`, replacing those already here.
  public mutating func merge(_ other: HTTPHeaders) {
    for (name, value) in other.fields { self[name] = value }
  }

  public func makeIterator() -> AnyIterator<(name: String, value: String)> {
    AnyIterator(fields.makeIterator())
  }

  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name.lowercased() == $1.name.lowercased() && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for (name, value) in fields {
      hasher.combine(name.lowercased())
      hasher.combine(value)
    }
  }

  private func index(of name: String) -> Int? {
    fields.firstIndex { $0.name.count == name.count && $0.name.lowercased() == name.lowercased() }
  }
}

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
  /// A transport that pauses while nobody reads never has so many. An ``HTTPNetwork`` sets it to that of its configuration.
  public var maximumResponseSize = Int.max
  /// Told how much of the body has been sent, on any thread. A transport that knows calls it; ``URLSessionTransport`` does. An ``HTTPNetwork``
  /// sets it for uploads, for their ``Upload/onProgress``.
  public var onUploadProgress: (@Sendable (UploadProgress) -> Void)?
  /// Hears of the exchange from the client that makes it.
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
  /// Refuses a method or header fields that would end their line, and so send something else than was meant (RFC 9110, section 5.5).
  /// - Throws: ``RelayError/unsupportedOperation(_:)``.
  func validate() throws {
    guard Self.isToken(self.method) else { throw RelayError.unsupportedOperation("the HTTP method is none") }
    for (name, value) in headers {
      guard Self.isToken(name) else { throw RelayError.unsupportedOperation("'\(name)' cannot be the name of a header field") }
      // Not the value: it may be a secret.
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
    self.init(
      status: status, headers: headers,
      body: AsyncThrowingStream { continuation in
        continuation.yield(bytes)
        continuation.finish()
      })
  }
}

extension HTTPResponse {
  /// All of the body.
  /// - Parameters:
  ///   - limit: how many bytes may have been received.
  ///   - received: how many of those are others.
  /// - Throws: ``RelayError/responseTooLarge(limit:)``; `CancellationError`; what the transfer throws.
  func wholeBody(limit: Int, besides received: () -> Int = { 0 }) async throws -> Data {
    var bytes = Data()
    for try await chunk in self.body {
      guard chunk.count <= limit - received() - bytes.count else { throw RelayError.responseTooLarge(limit: limit) }
      if bytes.isEmpty, chunk.startIndex == 0 { bytes = chunk } else { bytes += chunk }
    }
    // A stream also ends when the task that reads it was cancelled; what came until then is not the answer.
    try Task.checkCancellation()
    return bytes
  }
}

/// Sends one HTTP request. ``URLSessionTransport`` is the one that reaches the network.
public protocol HTTPTransport: Sendable {
  /// Sends `request` and returns as soon as the response's status and headers are there.
  /// Throws when the server could not be reached, and `CancellationError` when the calling task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// Sees every HTTP request before it leaves and every response before it is read: adds credentials (``AuthenticationInterceptor``) and
/// sends again, signs, measures, answers from elsewhere. A ``WebSocketInterceptor`` sees connections.
public protocol NetworkInterceptor: Sendable {
  /// Handles one request.
  /// - Parameters:
  ///   - request: the request; pass a changed copy on to change it.
  ///   - next: sends a request to the interceptors after this one and finally to the server. May be called more than once, or never.
  func intercept(
    _ request: HTTPRequest, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}

extension HTTPTransport {
  /// Sends `request` through interceptors, the first one first.
  func send(_ request: HTTPRequest, through interceptors: ArraySlice<any NetworkInterceptor>) async throws -> HTTPResponse {
    guard let interceptor = interceptors.first else {
      try request.validate()
      return try await self.send(request)
    }
    return try await interceptor.intercept(request) { try await self.send($0, through: interceptors.dropFirst()) }
  }
}
