// swift-tools-version: 6.2
import PackageDescription

// Attacks on the client by servers that misbehave deliberately; see `run`.
let package = Package(
  name: "Hostile",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "HangingHosts", type: .dynamic, targets: ["HangingHosts"])
  ],
  dependencies: [
    .package(name: "relay-swift", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Attack",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    // Loaded into a client by a test.
    .target(name: "HangingHosts"),
    .testTarget(name: "HostileTests", dependencies: ["Attack"], swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
  ]
)
