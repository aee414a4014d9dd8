import Foundation

/// Adds a credential to every request. When the server rejects it, the credential is renewed and the request is sent again.
///
/// However many requests are rejected at the same time, there is one renewal. A request that was rejected with an older credential is
/// sent again with the newest one, without a renewal. Each request causes at most one renewal; if it is rejected again, the rejection is
/// the answer.
///
/// A rejection is one of ``statuses``, or a GraphQL response, with any status, that has an error whose `extensions.code` is one of
/// ``codes``. Answers in parts (`multipart/mixed`, `text/event-stream`) are not inspected; only their status counts. A mutation with such
/// errors is repeated only if the response shows that none of it was executed: either there is no `data` member, as when the server
/// rejects before execution, or `data` is an object whose members are all null and every error has one of the codes. `data: null` with an
/// error may mean that the mutation was partly executed; it is repeated only after one of ``statuses``.
///
/// Place the interceptor after those that measure or log whole operations, and before those that sign requests.
///
/// ```swift
/// let token = RenewableCredential("old", renew: { _ in "new" })
/// let configuration = HTTPNetwork.Configuration(
///   interceptors: [AuthenticationInterceptor(bearer: token)])
/// let network = HTTPNetwork(url: url, configuration: configuration)
/// ```
///
/// See <doc:SignIn>.
public struct AuthenticationInterceptor<Value: Sendable>: NetworkInterceptor {
  /// The statuses that mean a rejected credential.
  public var statuses: Set<Int>
  /// The values of `errors[].extensions.code` that mean a rejected credential.
  public var codes: Set<String>
  private let credential: RenewableCredential<Value>
  private let apply: @Sendable (Value, inout HTTPNetwork.Request) -> Void

  /// Creates an interceptor.
  /// - Parameters:
  ///   - credential: the credential to add to requests.
  ///   - statuses: the statuses that mean a rejected credential.
  ///   - codes: the values of `errors[].extensions.code` that mean a rejected credential. They depend on the server: Apollo Server uses
  ///     `UNAUTHENTICATED`, Hasura `invalid-jwt`.
  ///   - apply: adds a credential to a request, for example as a header field.
  public init(
    _ credential: RenewableCredential<Value>, statuses: Set<Int> = [401], codes: Set<String> = ["UNAUTHENTICATED"],
    apply: @escaping @Sendable (Value, inout HTTPNetwork.Request) -> Void
  ) {
    self.credential = credential
    self.statuses = statuses
    self.codes = codes
    self.apply = apply
  }

  /// Sends `request` with the newest credential, and sends it again if the credential is rejected.
  /// - Throws: errors of the renewal and of sending; ``RelayError/responseTooLarge(limit:)``.
  public func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    var version = try await renewing(request) { try await credential.current() }
    var hasRenewed = false
    while true {
      var signed = request
      if let value = version.value { apply(value, &signed) }
      var response = try await next(signed)
      guard version.value != nil, try await refuses(&response, request) else { return response }
      // Read as it is: renewing an expired value here would give every rejection a newer value, and another attempt.
      let newest = credential.newest
      if newest.number == version.number {
        guard !hasRenewed else { return response }
        hasRenewed = true
        let refused = version
        version = try await renewing(request) { try await credential.renewed(after: refused) }
      } else {
        version = newest
      }
      // Signed out in the meantime: there is no credential to send.
      guard version.value != nil else { return response }
    }
  }

  /// Gets a credential for a request, and reports if there is none.
  private func renewing<Version>(_ request: HTTPNetwork.Request, _ renew: () async throws -> Version) async throws -> Version {
    do {
      return try await renew()
    } catch {
      for operation in request.operations { operation.onCredentialFailure?() }
      throw error
    }
  }

  /// Whether `response` rejects the credential in a way that allows `request` to be sent again.
  /// - Parameter response: afterwards contains its whole body, if the body was read.
  private func refuses(_ response: inout HTTPNetwork.Response, _ request: HTTPNetwork.Request) async throws -> Bool {
    if statuses.contains(response.status) { return true }
    let type = (response.headers["Content-Type"] ?? "").mediaType
    guard !codes.isEmpty, type.hasSameBytes(as: "application/json") || type.utf8.suffix(5).elementsEqual("+json".utf8) else { return false }
    let body = try await response.wholeBody(limit: request.maximumResponseSize)
    response = HTTPNetwork.Response(status: response.status, headers: response.headers, body: body)
    // Most answers do not contain any of the codes and need not be parsed.
    guard codes.contains(where: { body.range(of: Data($0.utf8)) != nil }), let answer = try? JSON(parsing: body) else { return false }
    let answers = if case .array(let answers) = answer { answers } else { [answer] }
    guard answers.contains(where: { errors(of: $0).contains(where: isRefusal) }) else { return false }
    return request.operations.allSatisfy { $0.operationKind != .mutation } || answers.allSatisfy(wasNotExecuted)
  }

  private func errors(of answer: JSON) -> [GraphQLError] { GraphQLError.list(answer["errors"] ?? .null) }

  private func isRefusal(_ error: GraphQLError) -> Bool {
    guard case .string(let code)? = error.extensions["code"] else { return false }
    return codes.contains { $0.hasSameBytes(as: code) }
  }

  private func wasNotExecuted(_ answer: JSON) -> Bool {
    let errors = self.errors(of: answer)
    guard !errors.isEmpty, errors.allSatisfy(isRefusal) else { return false }
    return switch answer["data"] {
    case nil: true
    case .object(let fields)?: fields.values.allSatisfy { $0 == .null }
    default: false
    }
  }
}

extension AuthenticationInterceptor where Value == String {
  /// Creates an interceptor for tokens sent as `Authorization: Bearer` (RFC 6750, section 2.1).
  /// - Parameters:
  ///   - token: the token.
  ///   - statuses: the statuses that mean a rejected token.
  ///   - codes: the values of `errors[].extensions.code` that mean a rejected token.
  public init(bearer token: RenewableCredential<String>, statuses: Set<Int> = [401], codes: Set<String> = ["UNAUTHENTICATED"]) {
    self.init(token, statuses: statuses, codes: codes) { token, request in
      request.headers["Authorization"] = "Bearer \(token)"
    }
  }
}
