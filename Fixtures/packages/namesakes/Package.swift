// swift-tools-version: 6.2
import PackageDescription

// An app beside modules whose names for types are those of the runtime. On Apple's platforms SwiftData, Combine and Network are the
// system's; elsewhere modules of these names stand for them.
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
    // Names of popular packages: a store, a JSON type, a database's row.
    .target(name: "Packages"),
    // Names that the modules of another GraphQL client have, and export.
    .target(name: "OtherClient"),
    .executableTarget(
      name: "Namesakes",
      dependencies: [.product(name: "RelayRuntime", package: "relay-swift"), "Packages", "OtherClient"]
        + systemModules.map { .target(name: $0.name) },
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
  ]
)
