// swift-tools-version: 6.2
import PackageDescription

// For `relay lint`: in its documents, each field whose response key begins with `unused` is read by no Swift code, and each other field is
// read in one of the ways that Swift has. `Tests/EndToEnd/lint` builds the package and compares.
let package = Package(
  name: "LintApp",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "relay-swift", path: "../..")],
  targets: [
    // Has the schema and fragments that the app spreads.
    .target(
      name: "Things",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .executableTarget(
      name: "App",
      dependencies: ["Things", .product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .testTarget(name: "AppTests", dependencies: ["App", "Things"]),
  ]
)
