// swift-tools-version: 6.2
import PackageDescription

// A to-do app in SwiftUI, for iOS and macOS. Open this folder in Xcode, or build it with
//   xcodebuild build -scheme TodoSample -destination 'generic/platform=iOS Simulator' -skipPackagePluginValidation
// Linux has no SwiftUI: there, `swift test --package-path ../../Tests/SwiftUIRendering` compiles the app with a small one and runs its tests.
let package = Package(
  name: "TodoSample",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "TodoSample", targets: ["TodoSample"])],
  dependencies: [.package(name: "relay-swift", path: "../.."), .package(name: "TodoApp", path: "../TodoApp")],
  targets: [
    .target(
      name: "TodoSample",
      dependencies: [
        .product(name: "RelayRuntime", package: "relay-swift"), .product(name: "RelayDurableStore", package: "relay-swift"),
        .product(name: "TodoServer", package: "TodoApp"),
      ],
      // The settings of new Xcode projects.
      swiftSettings: [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .testTarget(
      name: "TodoSampleTests",
      dependencies: [
        "TodoSample", .product(name: "RelayRuntime", package: "relay-swift"), .product(name: "RelayDurableStore", package: "relay-swift"),
        .product(name: "TodoServer", package: "TodoApp"),
      ]),
  ]
)
