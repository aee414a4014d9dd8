// swift-tools-version: 6.2
import PackageDescription

// Features that do not know each other, and a single request for a screen that shows both: `FrontPageFeature` has slots,
// `CommentsFeature` fills some of them, and `NewsApp` composes them. Both features build on `NewsSchema`. The guide "Features that do not
// know each other" explains the package.
let runtime = Target.Dependency.product(name: "RelayRuntime", package: "relay-swift")
let codegen = Target.PluginUsage.plugin(name: "RelayCodegenPlugin", package: "relay-swift")

let package = Package(
  name: "features",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .target(name: "NewsSchema", dependencies: [runtime], plugins: [codegen]),
    .target(name: "FrontPageFeature", dependencies: ["NewsSchema", runtime], plugins: [codegen]),
    .target(name: "CommentsFeature", dependencies: ["NewsSchema", runtime], plugins: [codegen]),
    .executableTarget(name: "NewsApp", dependencies: ["FrontPageFeature", "CommentsFeature", "NewsSchema", runtime], plugins: [codegen]),
    .testTarget(name: "NewsAppTests", dependencies: ["NewsApp", "FrontPageFeature", "CommentsFeature", "NewsSchema", runtime]),
  ]
)
