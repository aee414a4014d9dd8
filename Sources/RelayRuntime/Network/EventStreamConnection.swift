import Foundation

/// An open event stream, presented as a WebSocket that speaks `graphql-transport-ws`: messages that are sent become requests, and the
/// events of the stream become messages.
actor EventStreamConnection: RequestingWebSocketConnection {
  private let requests: EventStreamRequests
  private let token: String
  private let maximumEventSize: Int
  nonisolated let handshakeHeaders: HTTPNetwork.Headers
  /// The messages waiting to be received. More of the stream is read only if there are none.
  private var messages: [Data] = []
  private var receiver: CheckedContinuation<Data, any Error>?
  private var reader: CheckedContinuation<Void, Never>?
  /// The reason why the connection has ended.
  private var end: (any Error)?
  private var reading: Task<Void, Never>?
  /// The operations being sent, by id. An operation is stopped only after it has been sent.
  private var starts = [String: Task<Void, Never>]()

  init(_ response: HTTPNetwork.Response, _ requests: EventStreamRequests, token: String, maximumEventSize: Int) {
    self.requests = requests
    self.token = token
    self.maximumEventSize = maximumEventSize
    handshakeHeaders = response.headers
    Task { await read(response) }
  }

  // MARK: - Receiving

  private func read(_ response: HTTPNetwork.Response) {
    guard end == nil else { return }
    reading = Task {
      do {
        var parser = EventStreamParser()
        for try await chunk in response.body {
          for event in parser.append(chunk) { if let message = try Self.message(event) { deliver(message) } }
          guard parser.pendingCount <= maximumEventSize else { throw RelayError.responseTooLarge(limit: maximumEventSize) }
          await untilReceived()
        }
        throw URLError(.networkConnectionLost)
      } catch {
        finish(error)
      }
    }
  }

  /// The message of an event; nil for events of other types.
  private static func message(_ event: EventStreamParser.Event) throws -> Data? {
    guard event.type == "next" || event.type == "complete" else { return nil }
    // The data is the message without its type.
    guard let start = event.data.firstIndex(where: { !(0x09...0x0D).contains($0) && $0 != 0x20 }), event.data[start] == UInt8(ascii: "{")
    else { throw RelayError.malformedResponse("the data of an event is not an object") }
    return Data("{\"type\":\"\(event.type)\",".utf8) + event.data[event.data.index(after: start)...]
  }

  private func deliver(_ message: Data) {
    guard end == nil else { return }
    if let receiver {
      self.receiver = nil
      receiver.resume(returning: message)
    } else {
      messages.append(message)
    }
  }

  private func untilReceived() async {
    guard !messages.isEmpty, end == nil else { return }
    await withCheckedContinuation { reader = $0 }
  }

  func receive() async throws -> Data {
    if messages.isEmpty {
      if let end { throw end }
      resumeReader()
      return try await withCheckedThrowingContinuation { receiver = $0 }
    }
    let message = messages.removeFirst()
    if messages.isEmpty { resumeReader() }
    return message
  }

  private func resumeReader() {
    reader?.resume()
    reader = nil
  }

  private func finish(_ error: any Error) {
    guard end == nil else { return }
    end = error
    reading?.cancel()
    for start in starts.values { start.cancel() }
    starts.removeAll()
    resumeReader()
    // Messages that arrived before the end are delivered first.
    receiver?.resume(throwing: error)
    receiver = nil
  }

  nonisolated func close(code: Int, reason: String) {
    Task { await finish(RelayError.webSocket(code: code, reason: reason)) }
  }

  // MARK: - Sending

  func send(_ text: String) async throws { try self.send(text, of: nil) }

  func send(_ text: String, for request: NetworkRequest) async throws { try self.send(text, of: request) }

  private func send(_ text: String, of request: NetworkRequest?) throws {
    if let end { throw end }
    guard case .object(var message)? = try? JSON(parsing: Data(text.utf8)) else { return }
    let id = message["id"]?.stringValue ?? ""
    switch message["type"]?.stringValue {
    // The open stream needs no further acknowledgement.
    case "connection_init": deliver(Data(#"{"type":"connection_ack"}"#.utf8))
    case "subscribe":
      guard case .object(var operation)? = message.removeValue(forKey: "payload") else { return }
      var extensions = [String: JSON]()
      if case .object(let given)? = operation["extensions"] { extensions = given }
      extensions["operationId"] = .string(id)
      operation["extensions"] = .object(extensions)
      start(id, JSON.object(operation).data, request)
    case "complete":
      let start = starts[id]
      Task {
        await start?.value
        await requests.stop(id, token)
      }
    default: break
    }
  }

  /// Sends an operation. Other operations need not wait until it is accepted.
  private func start(_ id: String, _ operation: Data, _ request: NetworkRequest?) {
    starts[id] = Task {
      do {
        if let errors = try await requests.start(operation, token, request) { refuse(id, errors) }
      } catch RelayError.unsupportedOperation(let reason) {
        // Its header fields cannot be sent. The stream, and the other operations, have nothing to do with that.
        refuse(id, [["message": .string(reason)]])
      } catch {
        finish(error)
      }
      starts[id] = nil
    }
  }

  private func refuse(_ id: String, _ errors: JSON) {
    deliver(JSON.object(["type": "error", "id": .string(id), "payload": errors]).data)
  }
}
