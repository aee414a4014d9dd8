/// The manifest and the program of a package that `relay init` makes.
enum NewManifest {
  static func text(name: String, _ dependency: RelayDependency) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v14)],
      dependencies: [\(dependency.line)],
      targets: [
        .executableTarget(
          name: "\(name)",
          dependencies: [.product(name: "RelayRuntime", package: "\(dependency.identity)")],
          plugins: [.plugin(name: "RelayCodegenPlugin", package: "\(dependency.identity)")])
      ]
    )

    """
  }

  /// A program that prints what the query gets.
  ///
  /// - Parameter url: nil if only a schema file is known.
  static func program(query: String, url: String?) -> String {
    let address = (url ?? "http://localhost:4000/graphql").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      import Foundation
      import RelayRuntime

      @main
      struct Program {
        static func main() async throws {
          guard let url = URL(string: "\(address)") else { return }
          let environment = RelayEnvironment(network: HTTPNetwork(url: url))
          let data = try await environment.fetch(\(query)())
          print(data)
        }
      }

      """
  }
}
