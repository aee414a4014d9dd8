// swift-tools-version: 6.2
import PackageDescription

// One target with its schema and documents beside its Swift, as an app has them.
let package = Package(
  name: "single",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Single",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")])
  ]
)
