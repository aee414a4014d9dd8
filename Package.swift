// swift-tools-version: 6.2
import PackageDescription

let languageSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The compiler runs as a build tool in its user's everyday debug build, so its targets are optimised there too;
/// for size, because a client waits longer for the compiler to be compiled once than for all that it generates.
/// `RELAY_COMPILER_DEBUG=1` switches that off for debugging the compiler itself.
let optimization: [SwiftSetting] =
  Context.environment["RELAY_COMPILER_DEBUG"] == "1" ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .debug))]
let compilerSettings: [SwiftSetting] = optimization + languageSettings

let package = Package(
  name: "relay-swift",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "RelayRuntime", targets: ["RelayRuntime"]),
    .plugin(name: "RelayCodegenPlugin", targets: ["RelayCodegenPlugin"]),
    .executable(name: "relay-compiler-swift", targets: ["relay-compiler-swift"]),
  ],
  targets: [
    .target(name: "RelayRuntime", swiftSettings: languageSettings),
    .target(name: "RelayCompilerCore", swiftSettings: compilerSettings),
    .executableTarget(name: "relay-compiler-swift", dependencies: ["RelayCompilerCore"], swiftSettings: compilerSettings),
    .plugin(name: "RelayCodegenPlugin", capability: .buildTool(), dependencies: ["relay-compiler-swift"]),
    .executableTarget(
      name: "FrontEndBatch", dependencies: ["RelayCompilerCore"], path: "Tests/Differential/FrontEndBatch", swiftSettings: compilerSettings),
    .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: languageSettings),
    .testTarget(name: "RelayCompilerCoreTests", dependencies: ["RelayCompilerCore", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(name: "CommandLineTests", dependencies: ["relay-compiler-swift", "TestSupport"], swiftSettings: languageSettings),
    .executableTarget(name: "StoreSaver", dependencies: ["RelayRuntime"], path: "Tests/StoreSaver", swiftSettings: languageSettings),
    .testTarget(name: "RelayRuntimeTests", dependencies: ["RelayRuntime", "StoreSaver", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(
      name: "GeneratedCodeTests", dependencies: ["RelayRuntime", "RelayCompilerCore", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(name: "GeneratedNamesTests", dependencies: ["RelayRuntime"], swiftSettings: languageSettings),
    .testTarget(name: "GeneratedPayloadsTests", dependencies: ["RelayRuntime", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(
      name: "DocumentationTests", dependencies: ["relay-compiler-swift", "TestSupport"], exclude: ["CallShapes.md", "schema.graphql"],
      swiftSettings: languageSettings),
    .testTarget(
      name: "RuntimeVectorsTests", dependencies: ["RelayRuntime", "RelayCompilerCore", "TestSupport"], swiftSettings: languageSettings),
  ]
)
