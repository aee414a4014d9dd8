import Foundation
import Testing

extension Hostile {
  @Suite("HTTP challenges")
  struct HTTPChallenges {
    @Test(
      "a server that asks for credentials has answered",
      arguments: [401, 407, 403],
      [
        "Basic realm=\"r\"", "Basic", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\"", "Negotiate", "NTLM", "Bearer realm=\"r\"", "realm=",
        "Negotiate|NTLM|Basic realm=\"r\"", ", ,", "Basic realm=\"\u{1}", "  ", "=",
      ])
    func challenge(status: Int, challenge: String) async throws {
      let server = try Server("http_server")
      let url = server.url("challenge/\(status)/\(challenge.inPath)")
      for (number, attack) in ["get", "post", "get"].enumerated() {
        let client = try await Client.run(attack, url)
        #expect(client.error.hasPrefix("http(status: \(status)"), "\(client)")
        #expect(client.work < 5)
        // The challenge is not answered, so that there is one request for each attack.
        #expect(server.line() == "\(number + 1) Bearer secret Basic secret")
      }
    }
  }
}

extension String {
  /// The text as one component of a path.
  var inPath: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
