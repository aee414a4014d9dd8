// swift-tools-version: 6.2
import PackageDescription

// GraphQL in Swift literals, next to the code that uses it.
let package = Package(
  name: "literals",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Literals",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")])
  ]
)
