import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// HTTP with a session.
final class URLSessionClient: HTTPClient {
  private let session: URLSession
  private let delegate: SessionDelegate

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // What one user is sent must not come back as another's.
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    self.delegate = SessionDelegate()
    self.session = URLSession(configuration: configuration, delegate: self.delegate, delegateQueue: nil)
  }

  deinit {
    self.session.finishTasksAndInvalidate()
  }

  func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = request.method
    // Sessions count in milliseconds of 32 bits.
    urlRequest.timeoutInterval = min(request.timeout?.seconds ?? .infinity, 2_000_000)
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let task: URLSessionTask
    switch request.body {
    case .none: task = self.session.dataTask(with: urlRequest)
    case .bytes(let bytes):
      urlRequest.httpBody = bytes
      task = self.session.dataTask(with: urlRequest)
    case .file(let url): task = self.session.uploadTask(with: urlRequest, fromFile: url)
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        self.delegate.start(task, limit: request.maximumResponseSize, head: continuation)
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Routes a session's callbacks to the exchange that each task belongs to.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange: Sendable {
    /// Until the head of the response is there.
    var head: CheckedContinuation<HTTPResponse, any Error>?
    let inbox: BodyInbox
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])

  /// So many bytes of a body wait for their reader before the task is paused.
  private static let capacity = 1 << 18

  func start(_ task: URLSessionTask, limit: Int, head: CheckedContinuation<HTTPResponse, any Error>) {
    let inbox = BodyInbox(capacity: Self.capacity, limit: limit) {
      #if canImport(Darwin)
        task.resume()
      #endif
    } onAbandon: {
      task.cancel()
    }
    self.exchanges.withLock { $0[task.taskIdentifier] = Exchange(head: head, inbox: inbox) }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    self.receiveHead(response, of: dataTask)
    completionHandler(.allow)
  }

  /// A session follows no redirection: it would send the request's header fields along.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Certificates are judged by the system. What else is asked for is not there, so that what asks is the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Darwin)
      switch challenge.protectionSpace.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate: completionHandler(.performDefaultHandling, nil)
      default: completionHandler(.rejectProtectionSpace, nil)
      }
    #else
      // FoundationNetworking asks when the whole response is there. It does nothing more for an answer by default, and gives the task up for a
      // rejection.
      if let response = challenge.failureResponse ?? task.response { self.receiveHead(response, of: task) }
      self.exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.inbox.finish()
      completionHandler(.cancelAuthenticationChallenge, nil)
    #endif
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let inbox = self.exchanges.withLock({ $0[dataTask.taskIdentifier]?.inbox }) else { return }
    switch inbox.add(data) {
    case .hasRoom: break
    case .isFull:
      #if canImport(Darwin)
        dataTask.suspend()
        // Its reader may have been faster than this.
        if !inbox.isFull { dataTask.resume() }
      #endif
    case .isClosed: dataTask.cancel()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // Some responses have no head of their own in FoundationNetworking, such as a redirection to nowhere.
    if error == nil, let response = task.response { self.receiveHead(response, of: task) }
    guard let exchange = self.exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    let failure = error.map(Self.translate)
    exchange.head?.resume(throwing: failure ?? RelayError.malformedResponse("the connection ended before a response"))
    exchange.inbox.finish(throwing: failure)
  }

  private func receiveHead(_ response: URLResponse, of task: URLSessionTask) {
    guard let response = response as? HTTPURLResponse else { return }
    let exchange = self.exchanges.withLock { exchanges -> Exchange? in
      defer { exchanges[task.taskIdentifier]?.head = nil }
      return exchanges[task.taskIdentifier]
    }
    guard let exchange, let head = exchange.head else { return }
    var headers = HTTPHeaders.Builder()
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers.add(name, value[...]) }
    }
    head.resume(returning: HTTPResponse(status: response.statusCode, headers: headers.headers, body: exchange.inbox.stream))
  }

  private static func translate(_ error: any Error) -> any Error {
    (error as? URLError)?.code == .cancelled ? CancellationError() : error
  }
}
