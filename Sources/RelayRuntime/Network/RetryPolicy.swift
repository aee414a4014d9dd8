import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// When to send a failed HTTP request again, and how long to wait before.
///
/// Queries and subscriptions are repeated after a connection failure and after the listed statuses. A mutation is repeated only if it
/// cannot have reached the server, unless ``retriesMutations`` says that the server may execute mutations twice.
///
/// ```swift
/// let configuration = HTTPNetwork.Configuration(retryPolicy: RetryPolicy(maximumAttempts: 5))
/// let network = HTTPNetwork(url: url, configuration: configuration)
/// ```
///
/// See <doc:Networking>.
public struct RetryPolicy: Sendable {
  /// The total number of attempts for a query or mutation, including the first one, also if that was in a batch with others.
  public var maximumAttempts: Int
  /// The number of consecutive attempts to reopen a subscription's stream; nil: until the subscription is cancelled. The count restarts
  /// when a stream has delivered an event or was open for half a minute.
  public var maximumSubscriptionRetries: Int?
  /// The time before the second attempt. It doubles for each further attempt.
  public var initialDelay: Duration
  /// The longest wait. A server's `Retry-After` can lengthen a wait up to it, and up to a quarter of that is added at random, so that
  /// clients do not come back at the same moment.
  public var maximumDelay: Duration
  /// HTTP statuses after which to try again.
  public var retryableStatuses: Set<Int>
  /// Whether mutations are repeated after the same failures as queries.
  public var retriesMutations: Bool

  /// Creates a policy. The default makes three attempts, separated by half a second and one second, with up to a quarter of random
  /// variation; subscriptions are retried until they are cancelled.
  public init(
    maximumAttempts: Int = 3, initialDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30),
    retryableStatuses: Set<Int> = [408, 425, 429, 502, 503, 504], retriesMutations: Bool = false,
    maximumSubscriptionRetries: Int? = nil
  ) {
    self.maximumSubscriptionRetries = maximumSubscriptionRetries
    self.maximumAttempts = maximumAttempts
    self.initialDelay = initialDelay
    self.maximumDelay = maximumDelay
    self.retryableStatuses = retryableStatuses
    self.retriesMutations = retriesMutations
  }

  /// A policy that never sends a request twice.
  public static let never = RetryPolicy(maximumAttempts: 1, maximumSubscriptionRetries: 0)

  /// The reason why an attempt failed.
  enum Failure {
    case status(Int, retryAfter: String?)
    case transport(any Error)
    /// The stream of a subscription broke off.
    case interruption
  }

  /// The time to wait before attempt `attempt + 1`, or nil if `failure` is final.
  func delay(afterAttempt attempt: Int, of kind: OperationDefinition.Kind, failure: Failure) -> Duration? {
    if kind == .subscription {
      if let limit = maximumSubscriptionRetries, attempt > limit { return nil }
    } else if attempt >= maximumAttempts {
      return nil
    }
    let repeatable = kind != .mutation || retriesMutations
    var requested: Double?
    switch failure {
    case .status(let status, let retryAfter):
      guard repeatable, retryableStatuses.contains(status) else { return nil }
      requested = retryAfter.flatMap { Self.seconds(ofRetryAfter: $0) }
    case .interruption: break
    case .transport(let error):
      guard let code = (error as? URLError)?.code else { return nil }
      guard Self.neverSent.contains(code) || (repeatable && Self.interrupted.contains(code)) else { return nil }
    }
    let delay = Backoff(initial: initialDelay, maximum: maximumDelay).delay(afterFailures: attempt)
    // A server can ask for a longer wait, but not for attempts in quick succession.
    guard let requested, requested > 0 else { return delay }
    return max(delay, .seconds(min(requested, maximumDelay.seconds) * Double.random(in: 1...Backoff.variation)))
  }

  /// The value of a `Retry-After` field: seconds in decimal digits, or a date in one of HTTP's three formats (RFC 9110, sections 5.6.7 and
  /// 10.2.3); nil for anything else.
  static func seconds(ofRetryAfter text: String, now: Date = Date()) -> Double? {
    guard !text.isEmpty, text.utf8.count <= maximumLength else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return Double(text) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) { return date.timeIntervalSince(now) }
    }
    return nil
  }

  /// The longest value of a `Retry-After` field that is read, in bytes.
  private static let maximumLength = 64

  private static let neverSent: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff,
    .resourceUnavailable,
  ]
  private static let interrupted: Set<URLError.Code> = [.networkConnectionLost, .timedOut]
}
