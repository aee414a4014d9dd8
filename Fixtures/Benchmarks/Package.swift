// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../..")],
  targets: [
    .executableTarget(
      name: "RuntimeBenchmarks", dependencies: [.product(name: "RelayRuntime", package: "relay-swift")]),
    .executableTarget(
      name: "BackendBenchmarks", dependencies: [.product(name: "RelayDurableStore", package: "relay-swift")]),
  ]
)
