// swift-tools-version: 6.2
import PackageDescription

// What the build plugin does in its user's builds, tested by building the packages of Fixtures/packages with `swift build`.
// It is a package of its own because such a build takes its time: `swift test --package-path Tests/PluginTests`.
let package = Package(
  name: "PluginTests",
  platforms: [.macOS(.v14)],
  targets: [.testTarget(name: "PluginTests", path: "Tests", swiftSettings: [.swiftLanguageMode(.v6)])]
)
