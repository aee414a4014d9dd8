// swift-tools-version: 6.2
import PackageDescription

// A service between browsers and the photo server: a GraphQL client without views, with an environment for each request. The README says how
// to start it.
let package = Package(
  name: "PhotoDigest",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../..")],
  targets: [
    // What the service does. It knows no web framework.
    .target(
      name: "PhotoDigest", dependencies: [.product(name: "RelayRuntime", package: "relay-swift")],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    // A small HTTP server around it, in place of Vapor, Hummingbird or Lambda.
    .executableTarget(name: "PhotoDigestServer", dependencies: ["PhotoDigest"]),
    .testTarget(
      name: "PhotoDigestTests", dependencies: ["PhotoDigest", .product(name: "RelayRuntime", package: "relay-swift")]),
  ]
)
