public import Foundation

/// A reason why a caller does not get its data, apart from the errors that a server reports for single fields.
///
/// An error's texts (`localizedDescription`, `description`, string interpolation) contain nothing of a response's body except the
/// messages of its GraphQL errors, so they can go into logs and crash reports. ``code`` names the case there.
///
/// ```swift
/// do {
///   let data = try await environment.fetch(HomeQuery(id: "me"))
///   print(data.user?.name ?? "Nobody")
/// } catch RelayError.http(status: 401, body: _) {
///   print("Please sign in.")
/// } catch let error as RelayError {
///   print(error.code, error.localizedDescription)
/// }
/// ```
///
/// See <doc:Errors>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RelayError: Error, Sendable, Hashable {
  /// A view or handle was used without an environment: set one with `.relayEnvironment(_:)` or
  /// ``RelayEnvironment/withCurrent(_:operation:)``.
  case noEnvironment
  /// The server answered `operation` with `errors` and without data.
  case noData(operation: String, errors: [GraphQLError])
  /// The answer is not a GraphQL response, or is a redirect that must not be followed. The text says what is wrong, and where.
  case malformedResponse(String)
  /// The server answered with an error status and a body that is not a GraphQL response. `body` holds its first 2,000 bytes; the error's
  /// texts leave it out.
  case http(status: Int, body: String)
  /// The server blocks requests that a web page could make a browser send from another site (Apollo Server's CSRF prevention), and this
  /// request looks like one. ``HTTPNetwork/Configuration/requiresPreflight`` sends `header`, which proves that it is not.
  case preflightRequired(header: String)
  /// More than `limit` bytes were received without being consumed: a body or an event is too long, or the application does not consume
  /// its events.
  case responseTooLarge(limit: Int)
  /// The server ended a subscription with errors.
  case subscription([GraphQLError])
  /// The WebSocket was closed by the server, or could not be opened.
  case webSocket(code: Int, reason: String)
  /// An upload could not be read or prepared.
  case upload(String)
  /// The network cannot execute this operation.
  case unsupportedOperation(String)
  /// Data that the operation or fragment selects is not in the store, and no request in flight will bring it.
  case missingData(String)
  /// The server sent these errors along with the data, and the caller asked for them to be thrown (``ErrorPolicy/throwErrors``). The data
  /// is in the store.
  case fieldErrors([GraphQLError])
  /// The store was cleared while the operation was in flight (``RelayStore/clear()``). Nothing of its answer is written.
  case storeCleared
  /// A fragment was asked for something that its definition does not allow, such as paging in a direction without arguments for it.
  case invalidFragment(String)
  /// The write `writer` was given up, because app code that runs inside another write, `by`, has not returned for
  /// ``RelayStore/Configuration/maximumWriteDelay``: it probably waits for this write. Nothing was written. An updater, a handler or the
  /// body of ``RelayEnvironment/batchUpdates(_:)`` must not wait for another thread or task that writes.
  case writeBlocked(_ writer: String, by: String)
}

extension RelayError {
  /// The name of the case, the same in every version: for logs, crash reports and metrics.
  ///
  /// | | |
  /// |---|---|
  /// | ``noEnvironment`` | `NO_ENVIRONMENT` |
  /// | ``noData(operation:errors:)`` | `NO_DATA` |
  /// | ``malformedResponse(_:)`` | `MALFORMED_RESPONSE` |
  /// | ``http(status:body:)`` | `HTTP_STATUS` |
  /// | ``preflightRequired(header:)`` | `PREFLIGHT_REQUIRED` |
  /// | ``responseTooLarge(limit:)`` | `RESPONSE_TOO_LARGE` |
  /// | ``subscription(_:)`` | `SUBSCRIPTION_FAILED` |
  /// | ``webSocket(code:reason:)`` | `WEBSOCKET_CLOSED` |
  /// | ``upload(_:)`` | `UPLOAD_FAILED` |
  /// | ``unsupportedOperation(_:)`` | `UNSUPPORTED_OPERATION` |
  /// | ``missingData(_:)`` | `MISSING_DATA` |
  /// | ``fieldErrors(_:)`` | `FIELD_ERRORS` |
  /// | ``storeCleared`` | `STORE_CLEARED` |
  /// | ``invalidFragment(_:)`` | `INVALID_FRAGMENT` |
  /// | ``writeBlocked(_:by:)`` | `WRITE_BLOCKED` |
  public var code: String { identity.code }

  /// The code, and its number in `NSError`.
  private var identity: (code: String, number: Int) {
    switch self {
    case .noEnvironment: ("NO_ENVIRONMENT", 1)
    case .noData: ("NO_DATA", 2)
    case .malformedResponse: ("MALFORMED_RESPONSE", 3)
    case .http: ("HTTP_STATUS", 4)
    case .responseTooLarge: ("RESPONSE_TOO_LARGE", 5)
    case .subscription: ("SUBSCRIPTION_FAILED", 6)
    case .webSocket: ("WEBSOCKET_CLOSED", 7)
    case .upload: ("UPLOAD_FAILED", 8)
    case .unsupportedOperation: ("UNSUPPORTED_OPERATION", 9)
    case .missingData: ("MISSING_DATA", 10)
    case .fieldErrors: ("FIELD_ERRORS", 11)
    case .storeCleared: ("STORE_CLEARED", 12)
    case .invalidFragment: ("INVALID_FRAGMENT", 13)
    case .preflightRequired: ("PREFLIGHT_REQUIRED", 14)
    case .writeBlocked: ("WRITE_BLOCKED", 15)
    }
  }
}

extension RelayError: CustomNSError {
  /// `RelayError`, for tools that group errors by domain and number.
  public static var errorDomain: String { "RelayError" }

  /// A number for each ``code``, the same in every version.
  public var errorCode: Int { identity.number }

  /// The sentence of `localizedDescription`, without anything of a response's body.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? code] }
}

extension RelayError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The case in Swift syntax, without a response's body; for developers.
  public var description: String {
    switch self {
    case .noEnvironment: "noEnvironment"
    case .noData(let operation, let errors): "noData(operation: \(operation.debugDescription), errors: \(errors))"
    case .malformedResponse(let reason): "malformedResponse(\(reason.debugDescription))"
    case .http(let status, _): "http(status: \(status))"
    case .preflightRequired(let header): "preflightRequired(header: \(header.debugDescription))"
    case .responseTooLarge(let limit): "responseTooLarge(limit: \(limit))"
    case .subscription(let errors): "subscription(\(errors))"
    case .webSocket(let code, let reason): "webSocket(code: \(code), reason: \(reason.debugDescription))"
    case .upload(let reason): "upload(\(reason.debugDescription))"
    case .unsupportedOperation(let reason): "unsupportedOperation(\(reason.debugDescription))"
    case .missingData(let path): "missingData(\(path.debugDescription))"
    case .fieldErrors(let errors): "fieldErrors(\(errors))"
    case .storeCleared: "storeCleared"
    case .invalidFragment(let reason): "invalidFragment(\(reason.debugDescription))"
    case .writeBlocked(let writer, let holder): "writeBlocked(\(writer.debugDescription), by: \(holder.debugDescription))"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension RelayError: CustomReflectable {
  /// The case without its associated values, because one may be a response's body.
  public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .enum) }
}

extension RelayError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noEnvironment:
      "No Relay environment is set: put relayEnvironment(_:) on a view around this one, or use it inside RelayEnvironment.withCurrent."
    case .noData(let operation, let errors):
      errors.isEmpty
        ? "The server answered \(operation) without data, and without saying why."
        : Self.sentence("The server answered \(operation) with an error instead of data", Self.messages(errors))
    case .malformedResponse(let reason): Self.sentence("The server's answer is not a GraphQL response", reason)
    case .http(let status, _): "HTTP status \(status)."
    case .preflightRequired(let header):
      "The server accepts this request only with the header field \(header), which HTTPNetwork.Configuration.requiresPreflight sends."
    case .responseTooLarge(let limit): "The server's answer is longer than \(limit) bytes."
    case .subscription(let errors): Self.sentence("The subscription failed", Self.messages(errors))
    case .webSocket(let code, let reason): Self.sentence("The WebSocket was closed with code \(code)", reason)
    case .upload(let reason): Self.sentence("The upload failed", reason)
    case .unsupportedOperation(let reason): Self.sentence("This operation cannot be executed", reason)
    case .missingData(let path): "Data is missing at \(path)."
    case .fieldErrors(let errors): Self.sentence("The server reported errors along with the data", Self.messages(errors))
    case .storeCleared: "The store was cleared while the operation was in flight."
    case .invalidFragment(let reason): Self.sentence("The fragment does not allow this", reason)
    case .writeBlocked(let writer, let holder):
      "A write (\(writer)) cannot begin: app code in another write (\(holder)) still runs, and probably waits for it."
    }
  }

  /// The errors' messages, with the fields that they concern.
  private static func messages(_ errors: [GraphQLError]) -> String {
    errors.isEmpty ? "the server did not say why" : errors.map(\.description).joined(separator: "; ")
  }

  private static func sentence(_ beginning: String, _ reason: String) -> String {
    if reason.isEmpty { return beginning + "." }
    let isWhole = reason.last.map { ".!?".contains($0) } ?? false
    return "\(beginning): \(reason)\(isWhole ? "" : ".")"
  }
}
