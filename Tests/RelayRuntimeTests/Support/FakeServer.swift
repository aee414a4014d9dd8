import Foundation

@testable import RelayRuntime

/// Answers requests without a network: every operation with its name.
final class FakeServer: HTTPTransport {
  typealias Response = (status: Int, headers: HTTPNetwork.Headers, body: String)

  private let recorder = Recorder<HTTPNetwork.Request>()
  private let handler: @Sendable (HTTPNetwork.Request) async throws -> Response?

  /// - Parameter handler: answers a request, or returns nil for the server's default answer.
  init(_ handler: @escaping @Sendable (HTTPNetwork.Request) async throws -> Response? = { _ in nil }) { self.handler = handler }

  /// The names of the operations in each request.
  var requests: [[String]] { recorder.values.map { $0.operations.map(\.operationName) } }

  /// The kind of each body.
  var bodies: [String] {
    recorder.values.map { request in
      guard case .bytes(let body) = request.body, let json = try? JSON(parsing: body) else { return "none" }
      return json.arrayValue == nil ? "object" : "array"
    }
  }

  static func answer(_ name: String) -> String { #"{"data":{"name":"\#(name)"}}"# }

  func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
    recorder.append(request)
    if let response = try await handler(request) {
      return HTTPNetwork.Response(
        status: response.status, headers: Self.headers(response.headers), body: Data(response.body.utf8))
    }
    let answers = request.operations.map { Self.answer($0.operationName) }
    let body = answers.count == 1 ? answers[0] : "[\(answers.joined(separator: ","))]"
    return HTTPNetwork.Response(status: 200, headers: Self.headers([:]), body: Data(body.utf8))
  }

  /// The answer to a batch of `request`.
  func respond(to request: HTTPNetwork.Request) async throws -> RequestBatcher.Response {
    let response = try await send(request)
    var body = Data()
    for try await chunk in response.body { body += chunk }
    return RequestBatcher.Response(status: response.status, body: body)
  }

  private static func headers(_ headers: HTTPNetwork.Headers) -> HTTPNetwork.Headers {
    var all: HTTPNetwork.Headers = ["Content-Type": "application/json"]
    all.merge(headers)
    return all
  }
}
