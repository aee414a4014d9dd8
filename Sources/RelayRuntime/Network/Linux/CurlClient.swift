#if !canImport(Darwin)
  import Foundation
  import FoundationNetworking

  /// HTTP with the system's libcurl: one thread and one multi handle for all exchanges (``CurlLoop``).
  ///
  /// It does not follow redirects, answer challenges or keep cookies. It keeps connections for later exchanges.
  final class CurlClient: HTTPClient {
    let loop: CurlLoop
    private let tls: TransportConfiguration.TLS?

    /// Nil if the system has no usable libcurl.
    init?(
      tls: TransportConfiguration.TLS? = nil, limits: TransferLimits = TransferLimits(),
      start: @escaping SystemThread.Start = SystemThread.start
    ) {
      guard let curl = Curl.system else { return nil }
      self.tls = tls
      loop = CurlLoop(curl, limits: limits, start: start)
    }

    deinit { loop.close() }

    func exchange(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
      try Task.checkCancellation()
      guard ["http", "https"].contains(request.url.scheme?.lowercased()) else { throw URLError(.unsupportedURL) }
      let exchange = CurlExchange(request, tls: tls, on: loop)
      return try await withCancellableContinuation {
        exchange.start(head: $0)
      } onCancel: {
        exchange.cancel()
      }
    }
  }

  /// One request and its response.
  final class CurlExchange: Sendable {
    let id: Int
    let request: HTTPNetwork.Request
    let tls: TransportConfiguration.TLS?
    let origin: HTTPRedirection.Origin
    private let loop: CurlLoop
    private let inbox: BodyInbox
    private let cancellation: CancellationFlag
    private let head = Lock<CheckedContinuation<HTTPNetwork.Response, any Error>?>(nil)

    /// The number of bytes of a body that may wait to be read.
    private static let capacity = 1 << 18

    init(_ request: HTTPNetwork.Request, tls: TransportConfiguration.TLS?, on loop: CurlLoop) {
      let (id, cancellation) = (loop.nextID(), CancellationFlag())
      self.id = id
      self.request = request
      self.tls = tls
      self.loop = loop
      self.cancellation = cancellation
      origin = HTTPRedirection.Origin(request.url)
      inbox = BodyInbox(capacity: Self.capacity, limit: .max) {
        loop.resume(id)
      } onAbandon: {
        cancellation.set()
        loop.cancel(id)
      }
    }

    var isCancelled: Bool { cancellation.isSet }

    func start(head: CheckedContinuation<HTTPNetwork.Response, any Error>) {
      self.head.withLock { $0 = head }
      loop.submit(self)
    }

    func cancel() {
      cancellation.set()
      loop.cancel(id)
    }

    // MARK: - For the loop

    func receive(_ status: Int, _ headers: HTTPNetwork.Headers) {
      request.observer?.receive(status, headers)
      takeHead()?.resume(returning: HTTPNetwork.Response(status: status, headers: headers, body: inbox.stream))
    }

    /// Whether the body's reader must take bytes before more can be received.
    var isFull: Bool { inbox.isFull }

    /// - Returns: whether there is still a reader.
    func receive(_ bytes: Data) -> Bool { inbox.add(bytes) != .isClosed }

    func end(_ metrics: TransportMetrics?, _ failure: (any Error)?) {
      request.observer?.end(metrics, failure)
      takeHead()?.resume(throwing: failure ?? RelayError.malformedResponse("the connection ended before a response"))
      inbox.finish(throwing: failure)
    }

    private func takeHead() -> CheckedContinuation<HTTPNetwork.Response, any Error>? {
      head.withLock { head in
        defer { head = nil }
        return head
      }
    }
  }

  private final class CancellationFlag: Sendable {
    private let flag = Lock(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
  }
#endif
