public import Foundation

/// GraphQL over HTTP.
///
/// Queries and mutations are sent as POST requests with JSON (queries can use GET), and uploads as `multipart/form-data`. The answer may
/// be one JSON body, a `multipart/mixed` stream of parts (`@defer`, `@stream`) or, for a subscription that does not go to a separate
/// network, server-sent events or the multipart subscription protocol. If a subscription's stream breaks off, the subscription is started
/// again until it is cancelled, or as many times in a row as the retry policy allows.
///
/// ```swift
/// let network = HTTPNetwork(
///   url: url,
///   configuration: HTTPNetwork.Configuration(headers: ["Authorization": "Bearer …"]))
/// let environment = RelayEnvironment(network: network)
/// ```
///
/// See <doc:Networking>.
public struct HTTPNetwork: RelayNetwork {
  /// The options for all requests of a network.
  public struct Configuration: Sendable {
    /// Header fields of every request; they override the library's own.
    public var headers: HTTPNetwork.Headers
    /// See every request before it is sent and its response before it is read; the first one is the outermost.
    public var interceptors: [any NetworkInterceptor]
    /// When to send a failed request again.
    public var retryPolicy: RetryPolicy
    /// How requests refer to operations: by text, by hash or by id.
    public var persistedQueries: PersistedQueries
    /// Whether queries use GET, so that caches between client and server can answer them. A query whose URL would be longer than
    /// ``maximumURLLength`` still uses POST.
    public var usesGETForQueries: Bool
    /// The longest URL of a GET request, in bytes.
    public var maximumURLLength: Int
    /// The maximum time without data from the server before a request fails; nil: no limit. Event streams have ``streamTimeout`` instead.
    public var timeout: Duration?
    /// The maximum time without data from the server, including the head of its response, before the event stream of a subscription counts
    /// as lost and is opened again; nil: no limit. Keep-alive comments and empty parts count as data. Set it to more than twice the
    /// server's keep-alive interval; with a server that sends no keep-alives, to more than the longest time between two events.
    public var streamTimeout: Duration?
    /// The maximum number of bytes of a response, after decompression, that may wait: for the rest of their body, event or part, for the
    /// environment, or for the application's loop over a subscription. If there are more, the request fails with
    /// ``RelayError/responseTooLarge(limit:)``. Small events that wait count one and a half times, and as at least 4 KB, because that is
    /// the memory that they use.
    public var maximumResponseSize: Int
    /// How operations that start at about the same time share a request; nil: they do not. GET requests, uploads, subscriptions and
    /// operations with `@defer` or `@stream` are never batched, nor are those excluded by ``CacheConfig/allowsBatching`` or ``Batching/includes``.
    public var batching: Batching?
    /// Whether requests have the header field `apollo-require-preflight: true`. Apollo Server's CSRF prevention requires it for uploads,
    /// because it blocks everything that a browser would send from another site without a preflight.
    public var requiresPreflight: Bool
    /// What the server does with errors of fields that must not be null, as `onError` of every operation; nil: `onError` is not sent, and the
    /// server does what it does by default. Set it only for a server that knows it.
    public var onError: ErrorBehavior?
    /// Whether `Cache-Control` and `Age` of a response count (RFC 9111). Its data is then stale after `max-age` even if it has a longer age
    /// or none. With `no-store` or `no-cache` it is kept out of a ``QueryResponseCache`` and out of the files of
    /// ``RelayStore/save(to:)``, but does not become stale any sooner. Apollo Server sends `no-store` with everything that its cache policy
    /// does not cover.
    public var obeysCacheControl = false

    /// Creates a configuration.
    public init(
      headers: HTTPNetwork.Headers = [:], interceptors: [any NetworkInterceptor] = [], retryPolicy: RetryPolicy = RetryPolicy(),
      persistedQueries: PersistedQueries = .off, usesGETForQueries: Bool = false, maximumURLLength: Int = 8_000,
      timeout: Duration? = .seconds(60), streamTimeout: Duration? = .seconds(120), maximumResponseSize: Int = 256 << 20,
      batching: Batching? = nil, requiresPreflight: Bool = false, onError: ErrorBehavior? = nil
    ) {
      self.streamTimeout = streamTimeout
      self.headers = headers
      self.interceptors = interceptors
      self.retryPolicy = retryPolicy
      self.persistedQueries = persistedQueries
      self.usesGETForQueries = usesGETForQueries
      self.maximumURLLength = maximumURLLength
      self.timeout = timeout
      self.maximumResponseSize = maximumResponseSize
      self.batching = batching
      self.requiresPreflight = requiresPreflight
      self.onError = onError
    }
  }

  let url: URL
  let configuration: Configuration
  private let transport: any HTTPTransport
  private let subscriptions: (any RelayNetwork)?
  private let batcher: RequestBatcher?
  private let pauses = ReconnectionPauses()
  private let persistedQuerySupport = PersistedQueries.Support()

  /// Creates a network.
  /// - Parameters:
  ///   - url: the GraphQL endpoint.
  ///   - configuration: headers, interceptors, retries and the like.
  ///   - subscriptions: the network for subscriptions, for example a ``WebSocketNetwork``. With nil, subscriptions are sent to `url`,
  ///     which must answer with an event stream.
  ///   - transport: sends the requests.
  public init(
    url: URL, configuration: Configuration = Configuration(), subscriptions: (any RelayNetwork)? = nil,
    transport: any HTTPTransport = PlatformHTTPTransport()
  ) {
    self.url = url
    self.configuration = configuration
    self.subscriptions = subscriptions
    self.transport = transport
    batcher = configuration.batching.map { RequestBatcher($0) }
  }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    if request.operationKind == .subscription, let subscriptions { return subscriptions.execute(request) }
    return .produced { yield in try await run(request, to: PayloadReceiver(yield)) }
  }

  /// Sends `request`, first in its shortest form, then with its text if the server does not know it by id or hash.
  private func run(_ request: NetworkRequest, to receiver: PayloadReceiver) async throws {
    let builder = HTTPRequestBuilder(url: url, configuration: configuration)
    func exchange(includesText: Bool, includesHash: Bool = true, to receiver: PayloadReceiver) async throws {
      let httpRequest = try builder.request(for: request, includesText: includesText, includesHash: includesHash)
      defer {
        if case .file(let form) = httpRequest.body { try? FileManager.default.removeItem(at: form) }
      }
      try await self.exchange(httpRequest, to: receiver)
    }

    let isAutomatic = configuration.persistedQueries == .automatic
    if isAutomatic, persistedQuerySupport.isMissing {
      return try await exchange(includesText: true, includesHash: false, to: receiver)
    }
    guard builder.canOmitText(of: request) else { return try await exchange(includesText: true, to: receiver) }
    // The first part of a response says whether the server knows the operation. Later ones may have errors for other reasons.
    var standing: PersistedQueries.Standing?
    do {
      let accepted = PayloadReceiver { payload in
        if standing == nil { standing = PersistedQueries.standing(payload.data) }
        // A mutation must not be repeated unless it certainly was not executed.
        if standing == .refused, !isAutomatic || request.operationKind != .query { standing = .accepted }
        if standing == .accepted { receiver.receive(payload) }
      } onResponse: {
        standing = nil
      }
      try await exchange(includesText: false, to: accepted)
    } catch RelayError.http(status: 400, _) where isAutomatic && request.operationKind == .query {
      standing = .refused
    }
    switch standing ?? .accepted {
    case .accepted: return
    case .unknown: try await exchange(includesText: true, to: receiver)
    case .unsupported:
      if isAutomatic { persistedQuerySupport.setMissing() }
      try await exchange(includesText: true, includesHash: false, to: receiver)
    case .refused:
      let accepted = PayloadReceiver { payload in
        // Only the text was missing.
        if PersistedQueries.standing(payload.data) == .accepted { persistedQuerySupport.setMissing() }
        receiver.receive(payload)
      }
      try await exchange(includesText: true, includesHash: false, to: accepted)
    }
  }

  /// Sends `request` and reads the whole answer.
  private func exchange(_ request: HTTPNetwork.Request, to receiver: PayloadReceiver) async throws {
    let kind = request.operation.operationKind
    let reader = HTTPResponseReader(
      request: request.operation, received: ReceivedBytes(limit: max(configuration.maximumResponseSize, 0)))
    var attempt = 1
    if try await exchangeInBatch(request, reader, attempt: &attempt, to: receiver) { return }
    if kind == .subscription { request.operation.report(.connecting) }
    while true {
      let response = try await sendWithRetries(request, attempt: &attempt)
      let opened = ContinuousClock.now
      receiver.beginResponse()
      if kind == .subscription, (200..<300).contains(response.status) { request.operation.report(.connected) }
      do {
        let age = age(of: response.headers)
        let aged = PayloadReceiver { payload in
          // A stream that has delivered something does not count as a failure.
          attempt = 1
          receiver.receive(payload.aged(age))
        }
        return try await reader.read(response, to: aged)
      } catch {
        if opened.duration(to: .now) >= .seconds(30) { attempt = 1 }
        guard kind == .subscription, HTTPResponseReader.isInterruption(error),
          let delay = configuration.retryPolicy.delay(afterAttempt: attempt, of: kind, failure: .interruption)
        else { throw error }
        try await wait(delay, beforeRepeating: request, after: error, attempt: &attempt)
      }
    }
  }

  /// Sends `request` together with others.
  /// - Returns: whether it has been answered. If not, it must be sent on its own.
  private func exchangeInBatch(
    _ request: HTTPNetwork.Request, _ reader: HTTPResponseReader, attempt: inout Int, to receiver: PayloadReceiver
  ) async throws -> Bool {
    guard let batcher, request.isBatchable, configuration.batching?.includes(request.operation) == true else { return false }
    let failure: RetryPolicy.Failure
    let cause: any Error
    do {
      let answer = try await batcher.answer(request) { batch in
        let response = try await sendAndReport(batch)
        return RequestBatcher.Response(
          status: response.status, retryAfter: response.headers["Retry-After"], age: age(of: response.headers),
          body: try await reader.wholeBody(of: response))
      }
      switch answer {
      case .payload(let payload):
        receiver.receive(try payload.received(reader.received))
        return true
      case .alone: return false
      case .unanswered(let error): throw error
      case .failed(let status, let retryAfter, let body):
        (failure, cause) = (.status(status, retryAfter: retryAfter), RelayError.http(status: status, body: body))
      }
    } catch {
      (failure, cause) = (.transport(error), error)
    }
    // Each operation makes its next attempt separately.
    let kind = request.operation.operationKind
    guard let delay = configuration.retryPolicy.delay(afterAttempt: attempt, of: kind, failure: failure) else { throw cause }
    try await wait(delay, beforeRepeating: request, after: cause, attempt: &attempt)
    return false
  }

  /// What the header of a response says about its age; `nil` if that does not count.
  @inline(never)
  private func age(of headers: HTTPNetwork.Headers) -> ResponseAge? { configuration.obeysCacheControl ? ResponseAge(headers) : nil }

  /// - Parameter attempt: the number of consecutive attempts, starting at 1.
  private func sendWithRetries(_ request: HTTPNetwork.Request, attempt: inout Int) async throws -> HTTPNetwork.Response {
    let kind = request.operation.operationKind
    let policy = configuration.retryPolicy
    while true {
      let delay: Duration
      let cause: any Error
      do {
        let response = try await sendAndReport(request)
        let failure = RetryPolicy.Failure.status(response.status, retryAfter: response.headers["Retry-After"])
        guard response.status >= 400, let wait = policy.delay(afterAttempt: attempt, of: kind, failure: failure) else { return response }
        (delay, cause) = (wait, RelayError.http(status: response.status, body: ""))
      } catch {
        guard let wait = policy.delay(afterAttempt: attempt, of: kind, failure: .transport(error)) else { throw error }
        (delay, cause) = (wait, error)
      }
      try await wait(delay, beforeRepeating: request, after: cause, attempt: &attempt)
    }
  }

  /// Waits for the next attempt. A subscription reports that it is reconnecting, and ``reconnect()`` ends its wait.
  private func wait(
    _ delay: Duration, beforeRepeating request: HTTPNetwork.Request, after error: any Error, attempt: inout Int
  ) async throws {
    if request.operation.operationKind == .subscription {
      let pause = pauses.start(delay)
      request.operation.report(.reconnecting(attempt: attempt), error: error)
      try await pauses.wait(for: pause)
    } else {
      try await Task.sleep(for: delay)
    }
    attempt += 1
  }

  /// Reopens lost subscription streams immediately if this network, or the one for subscriptions, is waiting to do so.
  public func reconnect() {
    pauses.endAll()
    subscriptions?.reconnect()
  }

  /// Sends `request` and reports the head of the response.
  private func sendAndReport(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
    let response = try await transport.send(request, through: configuration.interceptors[...])
    let head = HTTPNetwork.ResponseHead(status: response.status, headers: response.headers)
    for operation in request.operations { operation.report(head) }
    return response
  }
}
