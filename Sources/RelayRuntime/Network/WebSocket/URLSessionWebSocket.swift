#if canImport(Darwin)
  import Dispatch
  import Foundation

  /// WebSockets over `URLSession`.
  struct URLSessionWebSocketTransport: WebSocketTransport {
    private let session = URLSession(configuration: .ephemeral)

    func connect(
      to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int
    ) async throws -> any WebSocketConnection {
      try WebSocketHandshake.validate(headers)
      var request = URLRequest(url: url)
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      request.setValue(subprotocol, forHTTPHeaderField: "Sec-WebSocket-Protocol")
      let task = self.session.webSocketTask(with: request)
      task.maximumMessageSize = maximumMessageSize
      task.resume()
      return URLSessionWebSocketConnection(task: task, maximumMessageSize: maximumMessageSize)
    }
  }

  private struct URLSessionWebSocketConnection: WebSocketConnection {
    /// How long the close frame may take to go out.
    private static let closingTime = 0.5

    let task: URLSessionWebSocketTask
    let maximumMessageSize: Int

    func send(_ text: String) async throws {
      do {
        try await self.task.send(.string(text))
      } catch {
        throw self.closure(error)
      }
    }

    func receive() async throws -> Data {
      do {
        switch try await self.task.receive() {
        case .string(let text): return Data(text.utf8)
        case .data(let data): return data
        @unknown default: return Data()
        }
      } catch {
        throw self.closure(error)
      }
    }

    func close(code: Int, reason: String) {
      self.task.cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure, reason: Data(reason.utf8))
      // The close frame waits behind what the other side has not taken, however long that is.
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.closingTime) { [task] in task.cancel() }
    }

    /// The server's close code where there is one: `URLSession` reports a closed connection as an error of the socket.
    private func closure(_ error: any Error) -> any Error {
      let cause = error as NSError
      if cause.domain == NSPOSIXErrorDomain, cause.code == Int(EMSGSIZE) {
        self.close(code: URLSessionWebSocketTask.CloseCode.messageTooBig.rawValue, reason: "message too long")
        return RelayError.responseTooLarge(limit: self.maximumMessageSize)
      }
      let code = self.task.closeCode.rawValue
      guard code > 0 else { return RelayError.webSocket(code: 1006, reason: error.localizedDescription) }
      return RelayError.webSocket(code: code, reason: self.task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }
#endif
