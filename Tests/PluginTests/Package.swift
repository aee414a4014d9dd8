// swift-tools-version: 6.2
import PackageDescription

// Tests the build plugin in builds of its users, by building the packages of Fixtures/packages with `swift build`. It is a separate
// package because such builds are slow: `swift test --package-path Tests/PluginTests`.
let package = Package(
  name: "PluginTests",
  platforms: [.macOS(.v14)],
  targets: [.testTarget(name: "PluginTests", path: "Tests", swiftSettings: [.swiftLanguageMode(.v6)])]
)
