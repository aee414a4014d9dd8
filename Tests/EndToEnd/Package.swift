// swift-tools-version: 6.2
import PackageDescription

// A client package whose tests run against a GraphQL server in Python; see `run`.
let package = Package(
  name: "EndToEnd",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "relay-swift", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "EndToEndTests",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")])
  ]
)
