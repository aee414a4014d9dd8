#if canImport(Darwin)
  import Dispatch
  public import Foundation
  import Network

  typealias SystemNetworking = AppleNetworking

  /// `URLSession` for both kinds of connections.
  enum AppleNetworking: PlatformNetworking {
    /// The options of Apple's platforms.
    struct Options: Sendable {
      var challengeHandler: (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?
    }

    typealias Session = AppleSession

    static var options: Options { Options() }

    static func httpClient(_ configuration: TransportConfiguration) -> any HTTPClient { URLSessionClient(configuration) }

    static func webSocketTransport(_ configuration: TransportConfiguration) -> any WebSocketTransport {
      URLSessionWebSocketTransport(configuration)
    }

    static var reachability: (any Reachability)? { PathReachability() }

    static var networkPath: NetworkPath? {
      NetworkPath { onUpdate in
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { onUpdate($0.status == .satisfied) }
        monitor.start(queue: DispatchQueue(label: "relay.network-path"))
        return RelayDisposable { monitor.cancel() }
      }
    }
  }

  /// A session that can pause tasks, asks about certificates, and measures.
  struct AppleSession: SessionPlatform {
    private let challenges: SessionChallenges

    init(_ configuration: TransportConfiguration) { challenges = SessionChallenges(configuration) }

    func pause(_ task: URLSessionTask, _ inbox: BodyInbox) {
      task.suspend()
      // The reader may have emptied the inbox in the meantime.
      if !inbox.isFull { task.resume() }
    }

    func resume(_ task: URLSessionTask) { task.resume() }

    func answer(
      _ challenge: URLAuthenticationChallenge, _ answer: @escaping ChallengeAnswer, onRefusal: @escaping @Sendable (any Error) -> Void,
      onResponse: (URLResponse?) -> Void
    ) {
      challenges.answer(challenge, answer, onRefusal: onRefusal)
    }

    func measured(_ metrics: URLSessionTaskMetrics) -> TransportMetrics? { TransportMetrics(metrics) }
  }

  extension TransportConfiguration {
    /// Answers the challenges of a `URLSession` instead of ``tls``, for identities in a keychain or for your own rules about
    /// certificates. Called for each challenge, on any thread. There are no challenges on Linux.
    public var challengeHandler: (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))? {
      get { platformOptions.challengeHandler }
      set { platformOptions.challengeHandler = newValue }
    }
  }
#endif
