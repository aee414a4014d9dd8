import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Converts an HTTP response to GraphQL payloads, depending on its media type.
struct HTTPResponseReader {
  let request: NetworkRequest
  /// Counts the payloads until they have been consumed.
  let received: ReceivedBytes

  /// Reads `response` to its end.
  /// - Throws: ``RelayError/http(status:body:)`` for an error status whose body is not a GraphQL response,
  ///   ``RelayError/preflightRequired(header:)`` for a request that Apollo Server's CSRF prevention has blocked,
  ///   ``RelayError/malformedResponse(_:)`` for a stream that breaks off, ``RelayError/responseTooLarge(limit:)`` if more bytes wait than
  ///   the limit allows, and errors of the transport.
  func read(_ response: HTTPNetwork.Response, to receiver: PayloadReceiver) async throws {
    let type = response.headers["Content-Type"] ?? ""
    let isSuccess = (200..<300).contains(response.status)
    if isSuccess, let boundary = MultipartMixedParser.boundary(ofContentType: type) {
      return try await readParts(response, boundary: boundary, to: receiver)
    }
    let mediaType = type.mediaType
    if isSuccess, mediaType.hasBytePrefix("text/event-stream") {
      return try await readEvents(response, to: receiver)
    }
    let bytes = try await wholeBody(of: response)
    // A server that uses application/json may still answer an error status with a GraphQL response (GraphQL over HTTP, section 6.4).
    if response.status == 400, GraphQLError.blocksForWantOfPreflight(bytes) {
      throw RelayError.preflightRequired(header: HTTPRequestBuilder.preflightField)
    }
    if isSuccess || mediaType.hasBytePrefix("application/graphql-response+json") || GraphQLError.isResponse(bytes) {
      receiver.receive(try NetworkPayload(data: bytes).received(received))
    } else {
      throw RelayError.http(status: response.status, body: String(decoding: bytes.prefix(2_000), as: UTF8.self))
    }
  }

  /// The whole body.
  func wholeBody(of response: HTTPNetwork.Response) async throws -> Data {
    try await response.wholeBody(limit: received.limit) { received.count }
  }

  private func readParts(_ response: HTTPNetwork.Response, boundary: String, to receiver: PayloadReceiver) async throws {
    var parser = MultipartMixedParser(boundary: boundary)
    for try await chunk in response.body {
      for part in parser.append(chunk) {
        // Some servers open another part before the closing delimiter.
        guard part.contains(where: { !Self.isSpace($0) }) else { continue }
        if request.operationKind == .subscription {
          if let payload = try Self.subscriptionPayload(of: part) { receiver.receive(try payload.received(received)) }
        } else {
          receiver.receive(try NetworkPayload(data: part).received(received))
        }
      }
      if parser.isFinished { return }
      guard parser.pendingCount <= received.limit - received.count else { throw tooLarge }
    }
    try Task.checkCancellation()
    throw Self.brokenParts
  }

  /// The payload in a part of the multipart subscription protocol: `{"payload": {…}}`; an empty object is a heartbeat.
  private static func subscriptionPayload(of part: Data) throws -> NetworkPayload? {
    let message = try JSONDocument(part)
    guard message.isObject(0) else { throw RelayError.malformedResponse("a part of the subscription is not an object") }
    let members = message.find(["errors", "payload", "data"], in: 0)
    let (errors, payload, data) = (members[0], members[1], members[2])
    if errors >= 0, !message.isNull(errors) { throw RelayError.subscription(GraphQLError.list(message.value(at: errors))) }
    guard payload >= 0 else { return data < 0 ? nil : NetworkPayload(message) }
    return message.isNull(payload) ? nil : NetworkPayload(message, at: payload)
  }

  /// GraphQL over server-sent events, one connection per operation: `next` events with payloads, then `complete`.
  private func readEvents(_ response: HTTPNetwork.Response, to receiver: PayloadReceiver) async throws {
    var parser = EventStreamParser()
    for try await chunk in response.body {
      for event in parser.append(chunk) {
        switch event.type {
        case "next", "message":
          if !event.data.isEmpty { receiver.receive(try NetworkPayload(data: event.data).received(received)) }
        case "complete": return
        case "error":
          throw RelayError.subscription((try? GraphQLError.list(JSON(parsing: event.data))) ?? [])
        default: break
        }
      }
      guard parser.pendingCount <= received.limit - received.count else { throw tooLarge }
    }
    try Task.checkCancellation()
    throw Self.brokenEvents
  }

  private var tooLarge: RelayError { .responseTooLarge(limit: received.limit) }

  private static let brokenParts = RelayError.malformedResponse("the multipart response ended without its closing delimiter")
  private static let brokenEvents = RelayError.malformedResponse("the event stream ended without a complete event")

  /// Whether the answer broke off, rather than being an error itself.
  static func isInterruption(_ error: any Error) -> Bool {
    error is URLError || error as? RelayError == brokenParts || error as? RelayError == brokenEvents
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
