// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TodoApp",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "TodoServer", targets: ["TodoServer"])],
  dependencies: [
    .package(name: "relay-swift", path: "../..")
  ],
  targets: [
    // The app. In each build, the plugin generates Swift from the .graphql files next to its views.
    .executableTarget(
      name: "TodoApp",
      dependencies: [
        "TerminalUI", "TodoServer", .product(name: "RelayRuntime", package: "relay-swift"),
        .product(name: "RelayDurableStore", package: "relay-swift"), .product(name: "RelayOutbox", package: "relay-swift"),
      ],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    // The parts of SwiftUI that the app needs, drawn in a terminal.
    .target(name: "TerminalUI"),
    // An in-process GraphQL server.
    .target(name: "TodoServer", dependencies: [.product(name: "RelayRuntime", package: "relay-swift")]),
    .testTarget(
      name: "TodoAppTests",
      dependencies: [
        "TodoApp", "TerminalUI", "TodoServer", .product(name: "RelayRuntime", package: "relay-swift"),
        .product(name: "RelayDurableStore", package: "relay-swift"), .product(name: "RelayOutbox", package: "relay-swift"),
      ],
      // Types for the payloads of the app's operations; see the configuration next to the tests.
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
  ]
)
