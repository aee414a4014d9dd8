import Foundation
import RelayRuntime

/// The GraphQL server, and how it is reached.
nonisolated public struct Server: Sendable {
  let url: URL
  let transport: any HTTPTransport

  /// - Parameters:
  ///   - url: the GraphQL endpoint.
  ///   - transport: sends the requests; the connections are kept there.
  public init(url: URL, transport: any HTTPTransport = PlatformHTTPTransport()) {
    self.url = url
    self.transport = transport
  }

  /// Signs in and renews tokens. Its requests carry no token.
  var anonymous: RelayEnvironment { RelayEnvironment(network: network(interceptors: [])) }

  func network(interceptors: [any NetworkInterceptor]) -> HTTPNetwork {
    HTTPNetwork(url: url, configuration: HTTPNetwork.Configuration(interceptors: interceptors), transport: transport)
  }

  /// New tokens for a login whose access token was rejected.
  func renew(_ login: Login) async throws -> Login {
    let tokens = try await anonymous.commit(RenewTokensMutation(refreshToken: login.refresh)).renewTokens
    return Login(userID: login.userID, access: tokens.access, refresh: tokens.refresh)
  }
}
