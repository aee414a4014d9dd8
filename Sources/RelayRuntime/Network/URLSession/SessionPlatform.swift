import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What differs between the implementations of `URLSession`.
protocol SessionPlatform: Sendable {
  init(_ configuration: TransportConfiguration)

  /// Stops receiving, because the inbox of the body is full. A platform that cannot do so does nothing; the inbox has a limit.
  func pause(_ task: URLSessionTask, _ inbox: BodyInbox)

  /// Receives again.
  func resume(_ task: URLSessionTask)

  /// Answers a challenge. Only those of a configuration's certificates can be met; the response that contains another one is the answer.
  /// - Parameters:
  ///   - answer: called once, after the others.
  ///   - onRefusal: called with the reason if the connection is rejected. The session itself only reports that its task was cancelled.
  ///   - onResponse: called with the response if the session would report nothing more about the task.
  func answer(
    _ challenge: URLAuthenticationChallenge, _ answer: @escaping ChallengeAnswer, onRefusal: @escaping @Sendable (any Error) -> Void,
    onResponse: (URLResponse?) -> Void)

  /// What a task has measured; nil if the platform does not measure.
  func measured(_ metrics: URLSessionTaskMetrics) -> TransportMetrics?
}

/// Tells a session how it should go on after a challenge.
typealias ChallengeAnswer = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
