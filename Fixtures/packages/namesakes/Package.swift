// swift-tools-version: 6.2
import PackageDescription

// An app with modules that declare types with the same names as the runtime. On Apple's platforms, SwiftData, Combine and Network are the
// system's; elsewhere, modules with these names stand in for them.
#if os(Linux)
  let systemModules: [Target] = [
    .target(name: "SwiftData"),
    .target(name: "Combine"),
    .target(name: "Network"),
  ]
#else
  let systemModules: [Target] = []
#endif

let package = Package(
  name: "namesakes",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: systemModules + [
    // Names from popular packages: a store, a JSON type, a database row.
    .target(name: "Packages"),
    // Names that the modules of another GraphQL client declare and re-export.
    .target(name: "OtherClient"),
    .executableTarget(
      name: "Namesakes",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift"), "Packages", "OtherClient"]
        + systemModules.map { .target(name: $0.name) },
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
  ]
)
