// swift-tools-version: 6.2
import PackageDescription

// Attacks on the client by servers that misbehave deliberately; see `run`.
let package = Package(
  name: "Hostile",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "relay-swift", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Attack",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .testTarget(name: "HostileTests", dependencies: ["Attack"]),
  ]
)
