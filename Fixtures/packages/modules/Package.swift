// swift-tools-version: 6.2
import PackageDescription

// Two targets with GraphQL: `App` spreads a fragment of `Feed`. Their schema lies outside of both, where `relay.config.json` says.
let package = Package(
  name: "modules",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: ["Feed", .product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .target(
      name: "Feed",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
  ]
)
