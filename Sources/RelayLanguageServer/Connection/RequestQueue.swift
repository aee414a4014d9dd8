import Foundation

/// Answers requests on threads of its own, each from the state in which the request came. Searches through the whole project have one thread,
/// and all other requests another, so that these never wait for a search.
///
/// `@unchecked Sendable`: everything is only used while `condition` is locked.
final class RequestQueue: @unchecked Sendable {
  struct Request: Sendable {
    var id: JSON
    var isSearch: Bool
    var answer: @Sendable () -> LanguageServer.Answer
  }

  private struct Waiting {
    var request: Request
    var cancellation: Cancellation
  }

  private let condition = NSCondition()
  /// In the order of arrival.
  private var waiting: [Waiting] = []
  /// By the text of the id: those that wait, and those that are being answered.
  private var cancellations: [[UInt8]: Cancellation] = [:]
  private var isEnded = false
  private let onAnswer: @Sendable (_ id: JSON, LanguageServer.Answer) -> Void

  init(onAnswer: @escaping @Sendable (_ id: JSON, LanguageServer.Answer) -> Void) {
    self.onAnswer = onAnswer
    for takesSearches in [false, true] { ServerThread.start { [self] in run(takesSearches: takesSearches) } }
  }

  func add(_ request: Request) {
    let cancellation = Cancellation()
    condition.lock()
    waiting.append(Waiting(request: request, cancellation: cancellation))
    cancellations[request.id.text] = cancellation
    condition.broadcast()
    condition.unlock()
  }

  func cancel(_ id: JSON) {
    condition.lock()
    cancellations[id.text]?.cancel()
    condition.unlock()
  }

  /// Ends the threads, once they have answered what they are answering.
  func end() {
    condition.lock()
    isEnded = true
    condition.broadcast()
    condition.unlock()
  }

  private func next(takesSearches: Bool) -> Waiting? {
    condition.lock()
    defer { condition.unlock() }
    while !isEnded {
      if let index = waiting.firstIndex(where: { $0.request.isSearch == takesSearches }) { return waiting.remove(at: index) }
      condition.wait()
    }
    return nil
  }

  private func run(takesSearches: Bool) {
    while let next = next(takesSearches: takesSearches) {
      let answer = next.cancellation.isCancelled ? nil : Cancellation.$current.withValue(next.cancellation, operation: next.request.answer)
      condition.lock()
      if cancellations[next.request.id.text] === next.cancellation { cancellations[next.request.id.text] = nil }
      condition.unlock()
      let isCancelled = next.cancellation.isCancelled
      onAnswer(next.request.id, isCancelled ? .cancelled : answer ?? .cancelled)
    }
  }
}
