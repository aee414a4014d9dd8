#if canImport(Darwin)
  import Dispatch
  import Foundation

  /// WebSockets over `URLSession`.
  final class URLSessionWebSocketTransport: WebSocketTransport {
    private let session: URLSession
    private let delegate: Delegate

    init(_ configuration: TransportConfiguration) {
      delegate = Delegate(configuration)
      session = URLSession(configuration: configuration.sessionConfiguration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    func connect(
      to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
    ) async throws -> any WebSocketConnection {
      try WebSocketHandshake.validate(headers)
      var request = URLRequest(url: url)
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      request.setValue(subprotocol, forHTTPHeaderField: "Sec-WebSocket-Protocol")
      let task = session.webSocketTask(with: request)
      task.maximumMessageSize = maximumMessageSize
      try await delegate.open(task)
      return URLSessionWebSocketConnection(task: task, maximumMessageSize: maximumMessageSize)
    }
  }

  /// Waits until connections are open, and answers their challenges.
  private final class Delegate: NSObject, URLSessionWebSocketDelegate, Sendable {
    private struct Opening: Sendable {
      let continuation: CheckedContinuation<Void, any Error>
      /// Why a challenge was rejected. The session itself only reports that the task was cancelled.
      var refusal: (any Error)?
    }

    private let openings = Lock([Int: Opening]())
    private let challenges: SessionChallenges

    init(_ configuration: TransportConfiguration) { challenges = SessionChallenges(configuration) }

    func open(_ task: URLSessionWebSocketTask) async throws {
      try await withCancellableContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        self.openings.withLock { $0[task.taskIdentifier] = Opening(continuation: continuation) }
        task.resume()
      } onCancel: {
        task.cancel()
      }
    }

    func urlSession(_ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?) {
      guard let opening = openings.withLock({ $0.removeValue(forKey: webSocketTask.taskIdentifier) }) else { return }
      let offered = webSocketTask.originalRequest?.value(forHTTPHeaderField: "Sec-WebSocket-Protocol")
      guard let offered, offered != subprotocol else { return opening.continuation.resume() }
      webSocketTask.cancel()
      opening.continuation.resume(throwing: WebSocketHandshake.refusal(of: offered, chosen: subprotocol))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let opening = openings.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
      let failure: any Error
      if let refusal = opening.refusal {
        let rejected = RelayError.webSocket(code: CloseStatus.tlsHandshake, reason: refusal.localizedDescription)
        failure = refusal is RelayError ? refusal : rejected
      } else if let status = (task.response as? HTTPURLResponse)?.statusCode, status != 101 {
        failure = RelayError.http(status: status, body: "")
      } else if (error as? URLError)?.code == .cancelled {
        failure = CancellationError()
      } else {
        let reason = error?.localizedDescription ?? "the connection ended during the handshake"
        failure = RelayError.webSocket(code: CloseStatus.abnormal, reason: reason)
      }
      opening.continuation.resume(throwing: failure)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      challenges.answer(challenge, completionHandler) { refusal in
        self.openings.withLock { $0[task.taskIdentifier]?.refusal = refusal }
      }
    }

    /// Does not follow redirects of a handshake: its header fields would be sent along.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }

  private struct URLSessionWebSocketConnection: WebSocketConnection {
    /// The maximum time for sending the close frame.
    private static let closingTime = 0.5

    let task: URLSessionWebSocketTask
    let maximumMessageSize: Int

    func send(_ text: String) async throws {
      do {
        try await task.send(.string(text))
      } catch {
        throw closure(error)
      }
    }

    func receive() async throws -> Data {
      do {
        switch try await task.receive() {
        case .string(let text): return Data(text.utf8)
        case .data(let data): return data
        @unknown default: return Data()
        }
      } catch {
        throw closure(error)
      }
    }

    var handshakeHeaders: HTTPNetwork.Headers {
      var headers = HTTPNetwork.Headers.Builder()
      for (name, value) in (task.response as? HTTPURLResponse)?.allHeaderFields ?? [:] {
        if let name = name as? String, let value = value as? String { headers.add(name, value) }
      }
      return headers.headers
    }

    func close(code: Int, reason: String) {
      task.cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure, reason: Data(reason.utf8))
      // The close frame has to wait for data that the peer has not accepted, possibly forever.
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.closingTime) { [task] in task.cancel() }
    }

    /// The server's close code if there is one: `URLSession` reports a closed connection as a socket error.
    private func closure(_ error: any Error) -> any Error {
      let cause = error as NSError
      if cause.domain == NSPOSIXErrorDomain, cause.code == Int(EMSGSIZE) {
        close(code: URLSessionWebSocketTask.CloseCode.messageTooBig.rawValue, reason: "message too long")
        return RelayError.responseTooLarge(limit: maximumMessageSize)
      }
      let code = task.closeCode.rawValue
      guard code > 0 else { return RelayError.webSocket(code: CloseStatus.abnormal, reason: error.localizedDescription) }
      return RelayError.webSocket(code: code, reason: task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }
#endif
