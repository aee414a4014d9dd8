import Foundation
import Testing

@testable import RelayLanguageServer

@Suite struct RequestQueueTests {
  /// What has been answered, in order.
  ///
  /// `@unchecked Sendable`: everything is only used while `condition` is locked.
  private final class Answers: @unchecked Sendable {
    private let condition = NSCondition()
    private var received: [(id: JSON, answer: LanguageServer.Answer)] = []

    func add(_ id: JSON, _ answer: LanguageServer.Answer) {
      condition.lock()
      received.append((id, answer))
      condition.broadcast()
      condition.unlock()
    }

    /// Waits for the answer to a request: its result, or the code of its error.
    func answer(to id: JSON) -> JSON {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let found = received.first(where: { $0.id == id }) {
          switch found.answer {
          case .success(let result): return result
          case .failure(let code, _): return .int(code)
          }
        }
        condition.wait()
      }
    }
  }

  private let answers = Answers()
  private let queue: RequestQueue

  init() { queue = RequestQueue { [answers] id, answer in answers.add(id, answer) } }

  @Test func `a search keeps no other request waiting, and waiting searches can be cancelled`() {
    let (isStarted, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    queue.add(
      RequestQueue.Request(id: 1, isSearch: true) {
        isStarted.signal()
        mayEnd.wait()
        return .success("found")
      })
    isStarted.wait()
    queue.add(RequestQueue.Request(id: 2, isSearch: true) { .success("found, too") })
    queue.add(RequestQueue.Request(id: 3, isSearch: false) { .success("hovered") })
    // The search is still going on.
    #expect(answers.answer(to: 3) == "hovered")
    queue.cancel(2)
    mayEnd.signal()
    #expect(answers.answer(to: 1) == "found")
    #expect(answers.answer(to: 2) == -32800)
    queue.end()
  }

  @Test func `a search that is cancelled learns of it and gives up`() {
    let isStarted = DispatchSemaphore(value: 0)
    queue.add(
      RequestQueue.Request(id: "a", isSearch: true) {
        isStarted.signal()
        while !Cancellation.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
        return .success("a part")
      })
    isStarted.wait()
    queue.cancel("nothing")
    queue.cancel("a")
    #expect(answers.answer(to: "a") == -32800)
    // An id can be used again.
    queue.add(RequestQueue.Request(id: "a", isSearch: true) { .success("all") })
    queue.end()
  }

  @Test func `a request is answered from the text that it was sent after`() throws {
    let session = try Session([:])
    session.open("documents/Case.graphql", "query CaseQuery { me { name } }")
    let place: JSON = [
      "textDocument": ["uri": session.uri("documents/Case.graphql")], "position": ["line": 0, "character": 25],
    ]
    let first = session.send("textDocument/hover", place)
    session.change("documents/Case.graphql", ["text": "query CaseQuery { me {  id  } }"])
    let second = session.send("textDocument/hover", place)
    #expect(session.answer(to: first)["contents"]?["value"]?.string?.contains("User.name") == true)
    #expect(session.answer(to: second)["contents"]?["value"]?.string?.contains("User.id") == true)
  }
}
