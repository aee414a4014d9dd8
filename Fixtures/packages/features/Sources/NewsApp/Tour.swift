import RelayRuntime

@main @MainActor enum Tour {
  static func main() async throws {
    let server = NewsServer()
    let environment = RelayEnvironment(network: server.network)
    let preloaded = environment.preload(HomeQuery())
    _ = try await preloaded.data()
    RelayEnvironment.withCurrent(environment) {
      for line in Home(in: environment).page?.lines ?? [] { print(line) }
    }
    print("requests:", await server.requests.map(\.operationName).joined(separator: ", "))
  }
}
