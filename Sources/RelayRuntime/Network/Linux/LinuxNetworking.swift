#if !canImport(Darwin)
  import Foundation
  import FoundationNetworking

  typealias SystemNetworking = LinuxNetworking

  /// libcurl for HTTP, and sockets with OpenSSL for WebSockets. A `URLSession` is used only for HTTP: if there is no libcurl, or if the
  /// application wants one.
  enum LinuxNetworking: PlatformNetworking {
    /// There are no options that only Linux has.
    struct Options: Sendable {}

    typealias Session = FoundationNetworkingSession

    static var options: Options { Options() }

    static func httpClient(_ configuration: TransportConfiguration) -> any HTTPClient {
      if configuration.session != nil, configuration.tls != nil {
        return RefusingClient(reason: "on Linux a transport has either TransportConfiguration.tls or a session, not both")
      }
      if configuration.session == nil, let client = CurlClient(tls: configuration.tls, limits: configuration.limits) { return client }
      guard configuration.tls == nil else {
        return RefusingClient(reason: "TransportConfiguration.tls needs libcurl.so.4 (7.77 or newer) on Linux, which this system lacks")
      }
      return URLSessionClient(configuration)
    }

    static func webSocketTransport(_ configuration: TransportConfiguration) -> any WebSocketTransport {
      SocketWebSocketTransport(configuration: configuration)
    }

    static var networkPath: NetworkPath? { nil }

    static var reachability: (any Reachability)? { nil }
  }

  /// Fails every request with a reason.
  private struct RefusingClient: HTTPClient {
    let reason: String

    func exchange(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response { throw RelayError.unsupportedOperation(reason) }
  }

  /// FoundationNetworking's session. It cannot pause a task, answers no challenge, and measures nothing.
  struct FoundationNetworkingSession: SessionPlatform {
    init(_ configuration: TransportConfiguration) {}

    func pause(_ task: URLSessionTask, _ inbox: BodyInbox) {}

    func resume(_ task: URLSessionTask) {}

    /// The session asks when the whole response has arrived. With the default answer it does nothing more; a rejection makes it abandon
    /// the task.
    func answer(
      _ challenge: URLAuthenticationChallenge, _ answer: @escaping ChallengeAnswer, onRefusal: @escaping @Sendable (any Error) -> Void,
      onResponse: (URLResponse?) -> Void
    ) {
      onResponse(challenge.failureResponse)
      answer(.cancelAuthenticationChallenge, nil)
    }

    func measured(_ metrics: URLSessionTaskMetrics) -> TransportMetrics? { nil }
  }
#endif
