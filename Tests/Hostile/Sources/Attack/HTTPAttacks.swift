import Foundation
import RelayRuntime

extension Attack {
  /// Attacks over HTTP.
  static let http: [String: Body] = [
    // hello URL: an ordinary request.
    "hello": { arguments, measure in
      let environment = try Self.environment(arguments)
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    }
  ]

  /// An environment for the server at the first argument.
  static func environment(_ arguments: [String], _ configuration: HTTPNetwork.Configuration = .init()) throws -> RelayEnvironment {
    RelayEnvironment(network: HTTPNetwork(url: try Self.url(arguments), configuration: configuration))
  }

  static func url(_ arguments: [String]) throws -> URL {
    guard let text = arguments.first, let url = URL(string: text) else { throw URLError(.badURL) }
    return url
  }
}
