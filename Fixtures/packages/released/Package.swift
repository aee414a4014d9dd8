// swift-tools-version: 6.2
import PackageDescription

// An app that depends on a release, by URL and version; or, where RELAY_SWIFT_PATH says so, on the unpacked archive of one.
// `Tests/Release/run` makes the release and the repository that RELAY_SWIFT_URL names.
let relay: Package.Dependency =
  if let path = Context.environment["RELAY_SWIFT_PATH"] {
    .package(name: "relay-swift", path: path)
  } else {
    .package(url: Context.environment["RELAY_SWIFT_URL"] ?? "https://example.com/relay-swift.git", from: "0.1.0")
  }

let package = Package(
  name: "released",
  platforms: [.macOS(.v14)],
  dependencies: [relay],
  targets: [
    .executableTarget(
      name: "Released",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")])
  ]
)
