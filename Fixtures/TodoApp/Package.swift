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
    // The app. The plugin turns the .graphql files beside its views into Swift whenever it is built.
    .executableTarget(
      name: "TodoApp",
      dependencies: ["TerminalUI", "TodoServer", .product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    // As much of SwiftUI as the app needs, drawn in a terminal.
    .target(name: "TerminalUI"),
    // A GraphQL server in the app's own process, so that there is something to talk to.
    .target(name: "TodoServer", dependencies: [.product(name: "RelayRuntime", package: "relay-swift")]),
    .testTarget(
      name: "TodoAppTests",
      dependencies: ["TodoApp", "TerminalUI", "TodoServer", .product(name: "RelayRuntime", package: "relay-swift")],
      // Types for the payloads of the app's operations; see the configuration beside the tests.
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
  ]
)
