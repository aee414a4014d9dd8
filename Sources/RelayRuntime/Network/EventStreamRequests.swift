import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The four requests of the protocol.
struct EventStreamRequests: Sendable {
  private static let tokenField = "X-GraphQL-Event-Stream-Token"
  /// The longest token, and the longest answer with which a server rejects a request, that are read, in bytes.
  static let (maximumToken, maximumRefusal) = (4_096, 1 << 18)

  let url: URL
  let configuration: EventStreamNetwork.Configuration
  let transport: any HTTPTransport

  /// Reserves a stream.
  /// - Returns: its token.
  /// - Throws: ``RelayError/http(status:body:)`` if the server rejects it.
  func reserve() async throws -> String {
    let response = try await send("PUT", url)
    let body = try await response.wholeBody(limit: Self.maximumRefusal)
    guard response.status == 201 || response.status == 200 else { throw Self.refusal(response, body) }
    let token = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty, body.count <= Self.maximumToken else {
      throw RelayError.malformedResponse("the server reserved an event stream without a token")
    }
    return token
  }

  /// Opens the reserved stream.
  func open(_ token: String) async throws -> HTTPNetwork.Response {
    let response = try await send("GET", url, token, accept: "text/event-stream")
    let type = response.headers["Content-Type"] ?? ""
    if response.status == 200, type.mediaType.hasBytePrefix("text/event-stream") { return response }
    // A server that was restarted in the meantime does not know the reservation.
    if response.status == 404 || response.status == 409 { throw URLError(.networkConnectionLost) }
    throw Self.refusal(response, try await response.wholeBody(limit: Self.maximumRefusal))
  }

  /// Sends an operation. Its answers arrive on the stream.
  /// - Parameter request: the operation's request, whose header fields and session count.
  /// - Returns: the errors with which the server rejected it; nil if the server accepted it.
  /// - Throws: `URLError` if the stream is gone; ``RelayError/storeCleared`` if the session is over before the request is sent.
  func start(_ operation: Data, _ token: String, _ request: NetworkRequest?) async throws -> JSON? {
    let response = try await send("POST", url, token, body: operation, of: request)
    if (200..<300).contains(response.status) { return nil }
    if response.status == 404 { throw URLError(.networkConnectionLost) }
    let body = try await response.wholeBody(limit: Self.maximumRefusal)
    let errors = (try? JSON(parsing: body))?["errors"]
    if case .array(let errors)? = errors, !errors.isEmpty { return .array(errors) }
    return [["message": .string("the server answered the operation with status \(response.status)")]]
  }

  /// Stops an operation. Errors are ignored: if the server is gone, the stream ends anyway.
  func stop(_ id: String, _ token: String) async {
    guard var url = URLComponents(url: self.url, resolvingAgainstBaseURL: true) else { return }
    url.queryItems = (url.queryItems ?? []) + [URLQueryItem(name: "operationId", value: id)]
    guard let url = url.url else { return }
    _ = try? await send("DELETE", url, token)
  }

  private func send(
    _ method: String, _ url: URL, _ token: String? = nil, accept: String = "*/*", body: Data? = nil, of given: NetworkRequest? = nil
  ) async throws -> HTTPNetwork.Response {
    var headers: HTTPNetwork.Headers = ["Accept": accept]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let token { headers[Self.tokenField] = token }
    headers.merge(configuration.headers)
    if let given { headers.merge(given.headers) }
    var operation = NetworkRequest(operationName: "", operationKind: .subscription, text: nil)
    operation.session = given?.session
    var request = HTTPNetwork.Request(
      url: url, method: method, headers: headers, body: body.map { .bytes($0) } ?? .none,
      timeout: method == "GET" ? configuration.streamTimeout : configuration.openingTimeout, operation: operation)
    request.maximumResponseSize = max(configuration.maximumEventSize, 0)
    request.isStream = method == "GET"
    do {
      return try await transport.send(request, through: configuration.interceptors[...])
    } catch let error where !(error is URLError || error is RelayError || error is CancellationError) {
      // The error of an interceptor: another attempt would end in the same way.
      throw WebSocketNetwork.Authentication.Failure(error: error)
    }
  }

  private static func refusal(_ response: HTTPNetwork.Response, _ body: Data) -> RelayError {
    .http(status: response.status, body: String(decoding: body.prefix(2_000), as: UTF8.self))
  }
}
