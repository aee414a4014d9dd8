// swift-tools-version: 6.2
import PackageDescription

// Documents, but no schema: the build must say what is missing.
let package = Package(
  name: "no-schema",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .executableTarget(
      name: "NoSchema",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")])
  ]
)
