// swift-tools-version: 6.2
import PackageDescription

// A client package that is run against third-party servers; see `run`.
let package = Package(
  name: "ServerMatrix",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "relay-swift", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "ServerMatrix",
      dependencies: ["RelayRuntime", "RelayDurableStore", "RelayOutbox"].map { .product(name: $0, package: "relay-swift") },
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")])
  ]
)
