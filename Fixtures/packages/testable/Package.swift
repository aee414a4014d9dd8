// swift-tools-version: 6.2
import PackageDescription

// An executable and its tests, both with documents. What is generated is internal; the tests spread the executable's fragment.
let package = Package(
  name: "testable",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Gazette",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .testTarget(
      name: "GazetteTests",
      dependencies: ["Gazette", .product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
  ]
)
