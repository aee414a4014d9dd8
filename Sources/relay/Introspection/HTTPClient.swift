internal import Foundation
internal import RelayCompilerCore

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends one request after the other to a GraphQL server and waits for the answers.
///
/// Redirections are not followed: a header with a token is meant for the server that was named.
struct HTTPClient {
  let url: URL
  let headers: [(name: String, value: String)]
  /// In seconds.
  let timeout: Double

  static let json = "application/graphql-response+json, application/json;q=0.9"
  static let eventStream = "text/event-stream"

  struct Answer: Sendable {
    var status: Int
    var contentType: String
    /// Where a redirection leads.
    var location: String?
    var body: [UInt8]

    /// The data of the first event, if the answer is a stream of events (GraphQL over SSE, "distinct connections").
    var ofFirstEvent: Answer {
      guard contentType.hasPrefix(HTTPClient.eventStream) else { return self }
      var data: [Substring] = []
      for line in String(decoding: body, as: UTF8.self).lines {
        if line.isEmpty, !data.isEmpty { break }
        if line.hasPrefix("data:") { data.append(line.dropFirst(5)) }
      }
      var answer = self
      answer.body = Array(data.joined(separator: "\n").utf8)
      return answer
    }
  }

  enum Failure: Error {
    case timedOut
    case tooLarge(limit: Int)
    /// The reason, as the system says it.
    case notReached(String)
  }

  /// - Parameter accept: the media types for the `Accept` header.
  func post(_ query: String, operation: String, accept: String = HTTPClient.json) throws(Failure) -> Answer {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(accept, forHTTPHeaderField: "Accept")
    // Apollo's servers refuse what a browser could send without asking first.
    request.setValue(operation, forHTTPHeaderField: "X-APOLLO-OPERATION-NAME")
    for header in headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
    request.httpBody = try? JSONSerialization.data(withJSONObject: ["query": query, "operationName": operation])
    let receiver = Receiver()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: request).resume()
    return try receiver.wait().get()
  }

  /// Collects the parts of an answer.
  private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
      var response: HTTPURLResponse?
      var body: [UInt8] = []
      var isTooLarge = false
      var result: Result<Answer, Failure>?
    }

    private let state = Lock(State())
    private let finished = DispatchSemaphore(value: 0)

    func wait() -> Result<Answer, Failure> {
      finished.wait()
      return state.withLock { $0.result ?? .failure(.notReached("no answer")) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      state.withLock { $0.response = response }
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      state.withLock { $0.response = response as? HTTPURLResponse }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooLarge = state.withLock { state in
        state.body += data
        state.isTooLarge = state.body.count > FileSizeLimit.source
        return state.isTooLarge
      }
      if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      state.withLock { state in
        guard state.result == nil else { return }
        if state.isTooLarge {
          state.result = .failure(.tooLarge(limit: FileSizeLimit.source))
        } else if let error = error as? URLError, error.code == .timedOut {
          state.result = .failure(.timedOut)
        } else if let error, state.response.map({ !(300..<400).contains($0.statusCode) }) ?? true {
          state.result = .failure(.notReached(error.localizedDescription))
        } else if let response = state.response {
          state.result = .success(
            Answer(
              status: response.statusCode, contentType: response.value(forHTTPHeaderField: "Content-Type") ?? "",
              location: response.value(forHTTPHeaderField: "Location"), body: state.body))
        } else {
          state.result = .failure(.notReached("the answer is not HTTP"))
        }
      }
      finished.signal()
    }
  }
}
