// swift-tools-version: 6.2
import PackageDescription

// `AppSchema` has the schema with its enums and input objects, which two feature modules and the app share. `Stories` is public,
// `Profile` is the package's, what the app has is its own. Everything is checked as strictly as Swift can.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-strict-concurrency=complete"]),
  .treatAllWarnings(as: .error),
]
let runtime = Target.Dependency.product(name: "RelayRuntime", package: "relay-swift")
let codegen = Target.PluginUsage.plugin(name: "RelayCodegenPlugin", package: "relay-swift")

let package = Package(
  name: "shared-schema",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .target(name: "Values", dependencies: [runtime], swiftSettings: strict),
    .target(name: "AppSchema", dependencies: ["Values", runtime], swiftSettings: strict, plugins: [codegen]),
    .target(name: "Stories", dependencies: ["AppSchema", "Values", runtime], swiftSettings: strict, plugins: [codegen]),
    .target(name: "Profile", dependencies: ["AppSchema", "Values", runtime], swiftSettings: strict, plugins: [codegen]),
    .executableTarget(
      name: "SharedSchema", dependencies: ["AppSchema", "Stories", "Profile", "Values", runtime], path: "Sources/App",
      swiftSettings: strict, plugins: [codegen]),
  ]
)
