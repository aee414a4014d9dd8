internal import Foundation
internal import RelayCompilerCore

/// Asks a server for its schema: first with everything that the newest specification has; if the server refuses that, it is asked what it
/// knows; and if it does not say, with the least.
struct IntrospectionFetcher {
  let client: HTTPClient
  let streams: Streams

  /// The answer, as the server sent it.
  func fetch() throws(CommandError) -> SourceFile {
    defer { streams.endProgress() }
    streams.progress("Asking \(client.url.absoluteString) for its schema…")
    let full = try ask(.all)
    guard case .failure(let refusal) = full else { return try get(full) }
    // Whoever may not ask need not ask for less.
    if refusal.isFinal { throw refusal.error(client.url) }
    streams.progress("Asking \(client.url.absoluteString) what it knows…")
    if case .data(let data) = ServerAnswer(try send(IntrospectionQuery.probe, "IntrospectionProbe"), from: client.url),
      let features = IntrospectionQuery.Features(probed: data), features != .all
    {
      if case .success(let file) = try ask(features) { return file }
    }
    let least = try ask([])
    if case .success(let file) = least { return file }
    throw refusal.error(client.url)
  }

  /// Why a server did not answer with a schema.
  private struct Refusal: Error {
    var messages: [String]
    /// Whether the server refuses any introspection, rather than a part of the query.
    var isFinal: Bool

    func error(_ url: URL) -> CommandError {
      let quoted = messages.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      if isFinal {
        return .environment(
          "the server refuses introspection: \(quoted). Use one where it is allowed, or '--from' with a schema from the server's developers"
        )
      }
      return .environment("the server answered with errors: \(quoted)")
    }
  }

  private func get(_ result: Result<SourceFile, Refusal>) throws(CommandError) -> SourceFile {
    do throws(Refusal) { return try result.get() } catch { throw error.error(client.url) }
  }

  private func ask(_ features: IntrospectionQuery.Features) throws(CommandError) -> Result<SourceFile, Refusal> {
    let answer = try send(IntrospectionQuery(features: features).text, "IntrospectionQuery")
    switch ServerAnswer(answer, from: client.url) {
    case .data(let data):
      guard data["__schema"] is [String: Any] else {
        throw .environment(
          "the server answered with data, but without '__schema': '\(ServerAnswer.line(String(decoding: answer.body, as: UTF8.self)))'")
      }
      return .success(SourceFile(path: client.url.absoluteString, bytes: answer.body))
    case .errors(let messages):
      let isFinal =
        messages.contains { $0.lowercased().contains("introspection") && !$0.contains("__") }
        || messages.contains { $0.contains(/(?i)introspection.*(not allowed|disabled|forbidden|denied)/) }
      return .failure(Refusal(messages: messages, isFinal: isFinal || answer.status == 401 || answer.status == 403))
    case .other(let problem): throw .environment(problem)
    }
  }

  /// Sends any query.
  func send(_ query: String, _ operation: String) throws(CommandError) -> HTTPClient.Answer {
    do throws(HTTPClient.Failure) {
      let answer = try client.post(query, operation: operation)
      // A server that speaks only server-sent events does not find what asks for less.
      guard [404, 406, 415].contains(answer.status) else { return answer.ofFirstEvent }
      let events = try client.post(query, operation: operation, accept: HTTPClient.eventStream)
      return events.status == 200 ? events.ofFirstEvent : answer
    } catch {
      switch error {
      case .timedOut:
        throw .environment(
          "'\(client.url.absoluteString)' did not answer within \(Self.seconds(client.timeout)). '--timeout' gives it longer")
      case .tooLarge(let limit): throw .environment("the answer has more than \(limit >> 20) MB")
      case .notReached(let reason): throw .environment("cannot reach '\(client.url.absoluteString)': \(ServerAnswer.line(reason))")
      }
    }
  }

  private static func seconds(_ number: Double) -> String { number == 1 ? "1 second" : "\(Int(number)) seconds" }
}
