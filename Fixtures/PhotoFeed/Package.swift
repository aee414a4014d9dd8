// swift-tools-version: 6.2
import PackageDescription

// A photo feed in SwiftUI, for iOS and macOS, and its server in Python. The README has the tour.
//
// Linux has no SwiftUI. There, `./run` compiles the same targets with the small SwiftUI of `Tests/SwiftUIRendering`, and uses the app.

/// The settings of new Xcode projects.
let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]
let runtime = Target.Dependency.product(name: "RelayRuntime", package: "relay-swift")
let outbox = Target.Dependency.product(name: "RelayOutbox", package: "relay-swift")
let durableStore = Target.Dependency.product(name: "RelayDurableStore", package: "relay-swift")
let codegen = Target.PluginUsage.plugin(name: "RelayCodegenPlugin", package: "relay-swift")

let package = Package(
  name: "PhotoFeed",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "PhotoFeed", targets: ["PhotoFeed"])],
  dependencies: [.package(name: "relay-swift", path: "../..")],
  targets: [
    // The schema, and what both features show: a name, a like button, an error.
    .target(name: "PhotoKit", dependencies: [runtime, outbox], swiftSettings: settings, plugins: [codegen]),
    // The features. Neither knows the other.
    .target(name: "FeedFeature", dependencies: ["PhotoKit", runtime, outbox], swiftSettings: settings, plugins: [codegen]),
    .target(name: "PhotoFeature", dependencies: ["PhotoKit", runtime, outbox], swiftSettings: settings, plugins: [codegen]),
    // The app: who is signed in, and which screen is shown.
    .target(
      name: "PhotoFeed", dependencies: ["PhotoKit", "FeedFeature", "PhotoFeature", runtime, outbox, durableStore],
      swiftSettings: settings, plugins: [codegen]),
    .testTarget(
      name: "PhotoFeedTests", dependencies: ["PhotoFeed", "PhotoKit", "FeedFeature", "PhotoFeature", runtime, outbox],
      swiftSettings: settings),
  ]
)
