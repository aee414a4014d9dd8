// swift-tools-version: 6.2
import PackageDescription

// GraphQL beside the code that uses it, in Swift literals.
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
