import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// HTTP with a `URLSession`.
final class URLSessionClient: HTTPClient {
  private let session: URLSession
  private let delegate: SessionDelegate

  init(_ configuration: TransportConfiguration = TransportConfiguration()) {
    delegate = SessionDelegate(configuration)
    session = URLSession(configuration: configuration.sessionConfiguration, delegate: delegate, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  func exchange(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
    try Task.checkCancellation()
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = request.method
    // Sessions use 32-bit milliseconds.
    urlRequest.timeoutInterval = min(request.timeout?.seconds ?? .infinity, 2_000_000)
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let task: URLSessionTask
    switch request.body {
    case .none: task = session.dataTask(with: urlRequest)
    case .bytes(let bytes):
      urlRequest.httpBody = bytes
      task = session.dataTask(with: urlRequest)
    case .file(let url): task = session.uploadTask(with: urlRequest, fromFile: url)
    }
    return try await withCancellableContinuation {
      delegate.start(task, request, head: $0)
    } onCancel: {
      task.cancel()
    }
  }
}

/// Routes a session's callbacks to the exchange of each task.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange: Sendable {
    /// Set until the head of the response has arrived.
    var head: CheckedContinuation<HTTPNetwork.Response, any Error>?
    let inbox: BodyInbox
    let onUploadProgress: (@Sendable (UploadProgress) -> Void)?
    let observer: ExchangeObserver?
    var metrics: TransportMetrics?
    /// Why a challenge was rejected. The session itself only reports that the task was cancelled.
    var refusal: (any Error)?
  }

  private let exchanges = Lock([Int: Exchange]())
  private let platform: SystemNetworking.Session

  init(_ configuration: TransportConfiguration) { platform = SystemNetworking.Session(configuration) }

  /// The number of waiting bytes of a body at which the task is paused.
  private static let capacity = 1 << 18

  func start(_ task: URLSessionTask, _ request: HTTPNetwork.Request, head: CheckedContinuation<HTTPNetwork.Response, any Error>) {
    let inbox = BodyInbox(capacity: Self.capacity, limit: request.maximumResponseSize) { [platform] in
      platform.resume(task)
    } onAbandon: {
      task.cancel()
    }
    exchanges.withLock {
      $0[task.taskIdentifier] = Exchange(
        head: head, inbox: inbox, onUploadProgress: request.onUploadProgress, observer: request.observer)
    }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    receiveHead(response, of: dataTask)
    completionHandler(.allow)
  }

  /// Does not let the session follow redirects: it would also send the request's header fields.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Certificates are checked by the system or according to the configuration. Other challenges cannot be met, so the response that
  /// contains them is the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    platform.answer(challenge, completionHandler) { refusal in
      self.exchanges.withLock { $0[task.taskIdentifier]?.refusal = refusal }
    } onResponse: { response in
      if let response = response ?? task.response { receiveHead(response, of: task) }
      let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      exchange?.inbox.finish()
      exchange?.observer?.end(nil, nil)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let inbox = exchanges.withLock({ $0[dataTask.taskIdentifier]?.inbox }) else { return }
    switch inbox.add(data) {
    case .hasRoom: break
    case .isFull: platform.pause(dataTask, inbox)
    case .isClosed: dataTask.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    guard let report = exchanges.withLock({ $0[task.taskIdentifier]?.onUploadProgress }), totalBytesExpectedToSend > 0 else { return }
    report(UploadProgress(bytesSent: totalBytesSent, totalBytes: totalBytesExpectedToSend))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // FoundationNetworking does not deliver the head of some responses, such as a redirect without a target.
    if error == nil, let response = task.response { receiveHead(response, of: task) }
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    let failure = error == nil ? nil : exchange.refusal ?? error.map(Self.translate)
    exchange.observer?.end(exchange.metrics, failure)
    exchange.head?.resume(throwing: failure ?? RelayError.malformedResponse("the connection ended before a response"))
    exchange.inbox.finish(throwing: failure)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
    let measured = platform.measured(metrics)
    exchanges.withLock { $0[task.taskIdentifier]?.metrics = measured }
  }

  private func receiveHead(_ response: URLResponse, of task: URLSessionTask) {
    guard let response = response as? HTTPURLResponse else { return }
    let exchange = exchanges.withLock { exchanges -> Exchange? in
      defer { exchanges[task.taskIdentifier]?.head = nil }
      return exchanges[task.taskIdentifier]
    }
    guard let exchange, let head = exchange.head else { return }
    var headers = HTTPNetwork.Headers.Builder()
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers.add(name, value[...]) }
    }
    exchange.observer?.receive(response.statusCode, headers.headers)
    head.resume(returning: HTTPNetwork.Response(status: response.statusCode, headers: headers.headers, body: exchange.inbox.stream))
  }

  private static func translate(_ error: any Error) -> any Error {
    (error as? URLError)?.code == .cancelled ? CancellationError() : error
  }
}
