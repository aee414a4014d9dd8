import Foundation
public import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an attempt to send a mutation has led to.
///
/// ```swift
/// var configuration = Outbox.Configuration()
/// configuration.rules.decide = { answer, outcome in
///   // This server takes a to-do that has been there for a success.
///   answer.errors.contains { $0.extensions["code"] == "ALREADY_DONE" } ? .success : nil
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public enum OutboxOutcome: Sendable, Hashable {
  /// The server has executed the mutation.
  case success
  /// The answer says that the mutation contradicts another change. The app decides.
  case conflict
  /// The server refuses the mutation, and would refuse it again. The app decides.
  case permanent
  /// The server has not executed the mutation, and might later.
  case transient
  /// The server may have executed the mutation, or not: what happens then is up to ``OutboxPolicy/delivery``.
  case uncertain
  /// The server does not accept the credentials, and has not executed the mutation. The outbox waits for ``Outbox/resume()``.
  case unauthenticated
}

/// The answer to an attempt.
///
/// ```swift
/// func decide(_ answer: OutboxAnswer, _ outcome: OutboxOutcome) -> OutboxOutcome? {
///   answer.status == 500 && answer.headers["X-Rolled-Back"] == "true" ? .transient : nil
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OutboxAnswer: Sendable {
  /// The operation's name.
  public let operationName: String
  /// The HTTP status, if there was an HTTP response.
  public let status: Int?
  /// The header fields of the HTTP response.
  public let headers: HTTPNetwork.Headers
  /// The answer's first body: a GraphQL response, if the server sent one.
  public let response: JSON?
  /// The errors in the response.
  public let errors: [GraphQLError]
  /// The error that ended the request; nil if it was answered.
  public let error: (any Error)?
  /// Whether the request was given up because the credentials could not be renewed.
  public let lacksCredentials: Bool
  /// Whether the request had an idempotency key.
  public let hasKey: Bool
}

/// How the outcome of an attempt follows from the answer. An app changes the sets, or decides itself.
///
/// ```swift
/// var configuration = Outbox.Configuration()
/// configuration.rules.conflictStatuses = [409, 412]
/// configuration.rules.transientCodes = ["TRY_LATER"]
/// let outbox = try await Outbox.open(
///   folder, owner: "ada", environment: environment, mutations: [RenameTodoMutation.self], configuration: configuration)
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OutboxRules: Sendable {
  /// The HTTP statuses that mean that the server has not executed the mutation and might later. With an idempotency key, 409 is one: an
  /// earlier attempt with the key is still in progress.
  public var transientStatuses: Set<Int> = [408, 425, 429, 503]
  /// The HTTP statuses after which it is not known whether the mutation was executed, unless there is a GraphQL response.
  public var uncertainStatuses: Set<Int> = [500, 502, 504]
  /// The HTTP statuses that mean rejected credentials.
  public var authenticationStatuses: Set<Int> = [401, 407]
  /// The HTTP statuses that mean a conflict.
  public var conflictStatuses: Set<Int> = [412]
  /// The values of `errors[].extensions.code` that mean that the server has not executed the mutation and might later.
  public var transientCodes: Set<String> = []
  /// The values of `errors[].extensions.code` that mean rejected credentials.
  public var authenticationCodes: Set<String> = ["UNAUTHENTICATED"]
  /// The values of `errors[].extensions.code` that mean a conflict.
  public var conflictCodes: Set<String> = ["CONFLICT"]
  /// Decides last, given the outcome by the sets; nil leaves it.
  public var decide: (@Sendable (OutboxAnswer, OutboxOutcome) -> OutboxOutcome?)?

  /// Rules with the default sets.
  public init() {}

  /// The outcome of an attempt.
  public func outcome(of answer: OutboxAnswer) -> OutboxOutcome {
    let outcome = bySets(answer)
    return decide?(answer, outcome) ?? outcome
  }

  private func bySets(_ answer: OutboxAnswer) -> OutboxOutcome {
    if answer.lacksCredentials { return .unauthenticated }
    if let error = answer.error { return outcome(of: error, answer) }
    let data = answer.response?["data"]
    let isNothingDone = data.map(Self.isEmpty) ?? true
    if answer.errors.contains(where: { has($0, conflictCodes) }) { return .conflict }
    if !isNothingDone { return .success }
    if !answer.errors.isEmpty, answer.errors.allSatisfy({ has($0, authenticationCodes) }) {
      // `data: null` may mean that the mutation was partly executed.
      if data != .null { return .unauthenticated }
      if let status = answer.status, authenticationStatuses.contains(status) { return .unauthenticated }
    }
    if !answer.errors.isEmpty, answer.errors.allSatisfy({ has($0, transientCodes) }) { return .transient }
    if let status = answer.status, let outcome = outcome(ofStatus: status, answer) { return outcome }
    if !answer.errors.isEmpty { return .permanent }
    // All fields of the mutation are null, and the server reports no error.
    if case .object? = data { return .success }
    return .uncertain
  }

  /// Whether no field of the mutation has a value.
  private static func isEmpty(_ data: JSON) -> Bool {
    if case .object(let fields) = data { fields.values.allSatisfy(\.isNull) } else { true }
  }

  private func has(_ error: GraphQLError, _ codes: Set<String>) -> Bool {
    // A code from a server is not hashed.
    error.extensions["code"]?.stringValue.map { code in codes.contains { $0.hasSameBytes(as: code) } } ?? false
  }

  /// - Returns: nil for a status that says nothing.
  private func outcome(ofStatus status: Int, _ answer: OutboxAnswer) -> OutboxOutcome? {
    if authenticationStatuses.contains(status) { return .unauthenticated }
    if transientStatuses.contains(status) || (status == 409 && answer.hasKey) { return .transient }
    if conflictStatuses.contains(status) { return .conflict }
    if uncertainStatuses.contains(status) { return .uncertain }
    return (400..<500).contains(status) ? .permanent : nil
  }

  private func outcome(of error: any Error, _ answer: OutboxAnswer) -> OutboxOutcome {
    switch error {
    case let error as URLError: Self.neverSent.contains(error.code) ? .transient : .uncertain
    case RelayError.http(let status, _): outcome(ofStatus: status, answer) ?? .uncertain
    case RelayError.upload, RelayError.unsupportedOperation, RelayError.preflightRequired: .permanent
    default: .uncertain
    }
  }

  /// The request did not leave the device, or found no server.
  private static let neverSent: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff,
    .resourceUnavailable,
  ]
}
