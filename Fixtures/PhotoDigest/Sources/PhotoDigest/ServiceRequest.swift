import Foundation

/// What a handler needs of a request. A web framework has a type of its own for it.
public struct ServiceRequest: Sendable {
  public var method: String
  public var path: String
  /// By their names in lower case.
  public var headers: [String: String]

  public init(method: String = "GET", path: String, headers: [String: String] = [:]) {
    self.method = method
    self.path = path
    self.headers = headers
  }
}

/// A JSON response.
public struct ServiceResponse: Sendable {
  public var status: Int
  public var body: Data

  init(status: Int = 200, _ body: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.status = status
    self.body = try encoder.encode(body)
  }

  /// A failure.
  public init(status: Int, reason: String) {
    self.status = status
    body = Data(#"{"reason":"\#(reason)"}"#.utf8)
  }
}
