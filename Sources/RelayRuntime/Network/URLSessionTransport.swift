import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// HTTP over `URLSession`, with response bodies delivered as they arrive (FoundationNetworking has no `bytes(for:)`).
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let delegate: SessionDelegate

  /// Creates a transport with a session of its own: no cookies, no cache on disk.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // With a cache, FoundationNetworking looks into it on another queue first, and traps where a task is cancelled meanwhile.
    configuration.urlCache = nil
    self.delegate = SessionDelegate()
    self.session = URLSession(configuration: configuration, delegate: self.delegate, delegateQueue: nil)
  }

  deinit {
    self.session.finishTasksAndInvalidate()
  }

  /// Sends `request`, and sends it on unchanged where the server says so (RFC 9110, sections 15.4.8 and 15.4.9): FoundationNetworking by
  /// itself would lose the body.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    for _ in 0..<Self.maximumRedirections {
      let response = try await self.exchange(request)
      guard [307, 308].contains(response.status), let target = Self.redirection(of: request, by: response) else { return response }
      // Credentials are for the server that they were made for.
      if target.host != request.url.host || target.port != request.url.port { request.headers["Authorization"] = nil }
      request.url = target
    }
    return try await self.exchange(request)
  }

  private static let maximumRedirections = 5

  private static func redirection(of request: HTTPRequest, by response: HTTPResponse) -> URL? {
    guard let location = response.headers["Location"], let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), scheme == "https" || scheme == request.url.scheme?.lowercased()
    else { return nil }
    return target
  }

  private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
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
        self.delegate.start(task, head: continuation)
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Routes a session's callbacks to the exchange that each task belongs to.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private enum Exchange: Sendable {
    case awaitingHead(CheckedContinuation<HTTPResponse, any Error>)
    case streaming(AsyncThrowingStream<Data, any Error>.Continuation)
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])

  func start(_ task: URLSessionTask, head: CheckedContinuation<HTTPResponse, any Error>) {
    self.exchanges.withLock { $0[task.taskIdentifier] = .awaitingHead(head) }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    self.receiveHead(response, of: dataTask)
    completionHandler(.allow)
  }

  /// A POST is not redirected as the GET that sessions make of it: the operation would be lost on the way. `send` follows what it can.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(task.originalRequest?.httpMethod == "GET" ? request : nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let exchange = self.exchanges.withLock { $0[dataTask.taskIdentifier] }
    if case .streaming(let body)? = exchange { body.yield(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = self.exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    let failure = error.map(Self.translate)
    switch exchange {
    case .awaitingHead(let head)?:
      head.resume(throwing: failure ?? RelayError.malformedResponse("the connection ended before a response"))
    case .streaming(let body)?: body.finish(throwing: failure)
    case nil: break
    }
  }

  private func receiveHead(_ response: URLResponse, of task: URLSessionTask) {
    guard let response = response as? HTTPURLResponse else { return }
    let (stream, body) = AsyncThrowingStream<Data, any Error>.makeStream()
    let head = self.exchanges.withLock { exchanges -> CheckedContinuation<HTTPResponse, any Error>? in
      guard case .awaitingHead(let head)? = exchanges[task.taskIdentifier] else { return nil }
      exchanges[task.taskIdentifier] = .streaming(body)
      return head
    }
    guard let head else { return }
    var headers = HTTPHeaders()
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    body.onTermination = { termination in
      if case .cancelled = termination { task.cancel() }
    }
    head.resume(returning: HTTPResponse(status: response.statusCode, headers: headers, body: stream))
  }

  private static func translate(_ error: any Error) -> any Error {
    (error as? URLError)?.code == .cancelled ? CancellationError() : error
  }
}
