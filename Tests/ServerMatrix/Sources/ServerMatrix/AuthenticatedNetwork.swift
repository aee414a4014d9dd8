// The sample of the guide "Networking", unchanged.
import Foundation
import RelayRuntime

struct Tokens: Sendable {
  var access: String
  var refresh: String
  var expiry: Date
}

func authenticatedNetwork(
  server: URL, sockets: URL, signedInWith tokens: Tokens,
  renew: @escaping @Sendable (_ refresh: String) async throws -> Tokens
) -> HTTPNetwork {
  let credential = RenewableCredential(
    tokens, isExpired: { $0.expiry < Date.now }, renew: { try await renew($0.refresh) })
  return HTTPNetwork(
    url: server,
    configuration: HTTPNetwork.Configuration(
      interceptors: [
        AuthenticationInterceptor(credential) { tokens, request in
          request.headers["Authorization"] = "Bearer \(tokens.access)"
        }
      ]),
    subscriptions: WebSocketNetwork(
      url: sockets,
      configuration: WebSocketNetwork.Configuration(
        authentication: WebSocketNetwork.Authentication(
          credential, payload: { ["token": .string($0.access)] }))))
}
