import Foundation
import PhotoFeature
import PhotoFeed
import PhotoKit
import RelayRuntime

/// Somebody else, who uses the same server.
struct Friend {
  let server: URL

  func comment(_ text: String, on photoID: String) async throws {
    let anonymous = RelayEnvironment(network: HTTPNetwork(url: server))
    let tokens = try await anonymous.commit(SignInMutation(name: "grace", password: "tulip")).signIn.tokens
    let configuration = HTTPNetwork.Configuration(headers: ["Authorization": "Bearer \(tokens.access)"])
    let relay = RelayEnvironment(network: HTTPNetwork(url: server, configuration: configuration))
    let input = AddCommentInput(id: UUID().uuidString, photoID: photoID, text: text)
    try await relay.commit(AddCommentMutation(input: input, connections: []))
  }
}
