public import Foundation

/// What can go wrong between a caller and its data, besides the errors that a server reports for single fields.
public enum RelayError: Error, Sendable, Hashable {
  /// A view or handle was used without an environment: set one with `.relayEnvironment(_:)` or ``RelayEnvironment/withCurrent(_:operation:)``.
  case noEnvironment
  /// The server answered `operation` without data; `errors` is what it said instead.
  case noData(operation: String, errors: [GraphQLError])
  /// The answer is no GraphQL response, or a redirection that must not be followed; the text says where it stops being one.
  case malformedResponse(String)
  /// The server answered with an error status and a body that is no GraphQL response (its first 2,000 characters).
  case http(status: Int, body: String)
  /// More was received, in bytes, than may wait to be consumed: a body or an event that is too long, or events that the application does not
  /// take.
  case responseTooLarge(limit: Int)
  /// The server ended a subscription with errors.
  case subscription([GraphQLError])
  /// The WebSocket was closed by the server, or could not be opened.
  case webSocket(code: Int, reason: String)
  /// An upload could not be read or prepared.
  case upload(String)
  /// The network cannot execute this operation.
  case unsupportedOperation(String)
  /// Data that the operation or fragment promises is not in the store, and nothing that is under way will bring it.
  case missingData(String)
  /// The server sent these errors beside the data, and the caller wanted them thrown: ``ErrorPolicy/throwErrors``. The data is in the store.
  case fieldErrors([GraphQLError])
  /// The store was cleared while the operation was under way (``Store/clear()``); nothing of its answer is written.
  case storeCleared
  /// A fragment was asked to do what its definition does not allow, such as paging in a direction without arguments for it.
  case invalidFragment(String)
}

extension RelayError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noEnvironment: "No Relay environment is set for this view."
    case .noData(let operation, let errors):
      errors.isEmpty
        ? "The server answered \(operation) without data, and without saying why."
        : Self.sentence("The server answered \(operation) with an error instead of data", Self.messages(errors))
    case .malformedResponse(let reason): Self.sentence("The server's answer is not a GraphQL response", reason)
    case .http(let status, let body): body.isEmpty ? "HTTP status \(status)." : "HTTP status \(status): \(body)"
    case .responseTooLarge(let limit): "The server's answer is longer than \(limit) bytes."
    case .subscription(let errors): Self.sentence("The subscription failed", Self.messages(errors))
    case .webSocket(let code, let reason): Self.sentence("The WebSocket was closed with code \(code)", reason)
    case .upload(let reason): Self.sentence("The upload failed", reason)
    case .unsupportedOperation(let reason): Self.sentence("This operation cannot be executed", reason)
    case .missingData(let path): "Data is missing at \(path)."
    case .fieldErrors(let errors): Self.sentence("The server reported errors beside the data", Self.messages(errors))
    case .storeCleared: "The store was cleared while the operation was under way."
    case .invalidFragment(let reason): Self.sentence("The fragment does not allow this", reason)
    }
  }

  /// The errors' messages, with the fields that they are about.
  private static func messages(_ errors: [GraphQLError]) -> String {
    errors.isEmpty ? "the server did not say why" : errors.map(\.description).joined(separator: "; ")
  }

  private static func sentence(_ beginning: String, _ reason: String) -> String {
    if reason.isEmpty { return beginning + "." }
    let isWhole = reason.last.map { ".!?".contains($0) } ?? false
    return "\(beginning): \(reason)\(isWhole ? "" : ".")"
  }
}
