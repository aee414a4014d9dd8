// swift-tools-version: 6.2
import Foundation
import PackageDescription

let languageSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A release contains a prebuilt compiler for some platforms (`.ci/release` makes it). If it exists next to the plugin, the plugin runs
// it, and the compiler need not be built. `RELAY_COMPILER_FROM_SOURCE=1` ignores it.
#if os(macOS)
  let host = "macos"
#elseif os(Linux) && arch(x86_64)
  let host = "linux-x86_64"
#elseif os(Linux) && arch(arm64)
  let host = "linux-aarch64"
#else
  let host = "none"
#endif
let bundle = "Plugins/relay-compiler-swift.artifactbundle"
let hasPrebuiltCompiler =
  Context.environment["RELAY_COMPILER_FROM_SOURCE"] != "1"
  && FileManager.default.isExecutableFile(atPath: "\(Context.packageDirectory)/\(bundle)/\(host)/relay-compiler-swift")
let prebuiltCompiler: [Target] = hasPrebuiltCompiler ? [.binaryTarget(name: "PrebuiltCompiler", path: bundle)] : []
let hasPrebuiltTool =
  hasPrebuiltCompiler && FileManager.default.isExecutableFile(atPath: "\(Context.packageDirectory)/\(bundle)/\(host)/relay")

// SwiftPM compiles the tools of plugins for the host, apart from those of the tests. Nothing in this package runs its plugins:
// `RELAY_PLUGINS_WITHOUT_TOOLS=1` saves compiling the tools a second time.
let pluginsHaveTools = Context.environment["RELAY_PLUGINS_WITHOUT_TOOLS"] != "1"
let compiler: [Target.Dependency] = pluginsHaveTools ? [hasPrebuiltCompiler ? "PrebuiltCompiler" : "relay-compiler-swift"] : []
let tool: [Target.Dependency] = pluginsHaveTools ? [hasPrebuiltTool ? "PrebuiltCompiler" : "relay"] : []

/// The privacy manifest is for apps on Apple's platforms, which are built on macOS. A resource costs a bundle next to the binary and a generated
/// source file, which contains the path of the build folder. Other systems need neither.
#if os(macOS)
  let privacyManifest: (resources: [Resource], exclude: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let privacyManifest: (resources: [Resource], exclude: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// Tests that run the Swift compiler again and again take minutes: `RELAY_SLOW_TESTS=1 swift test --no-parallel --filter SlowTests`.
let slowTests: [Target] =
  Context.environment["RELAY_SLOW_TESTS"] == "1"
  ? [
    .testTarget(
      name: "SlowTests", dependencies: ["RelayRuntime", "RelayCompilerCore", "relay-compiler-swift", "TestSupport"],
      exclude: [
        "Documentation/CallShapes.md", "Documentation/Reference.md", "Documentation/Screen.md", "Documentation/schema.graphql",
        "PublicAPI.txt",
      ],
      swiftSettings: languageSettings)
  ] : []

let package = Package(
  name: "relay-swift",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "RelayRuntime", targets: ["RelayRuntime"]),
    .library(name: "RelayDurableStore", targets: ["RelayDurableStore"]),
    .library(name: "RelayOutbox", targets: ["RelayOutbox"]),
    .plugin(name: "RelayCodegenPlugin", targets: ["RelayCodegenPlugin"]),
    .executable(name: "relay-compiler-swift", targets: ["relay-compiler-swift"]),
    .executable(name: "relay", targets: ["relay"]),
    .plugin(name: "RelayCommand", targets: ["RelayCommand"]),
    .plugin(name: "RelayFixCommand", targets: ["RelayFixCommand"]),
    .plugin(name: "RelayFetchSchemaCommand", targets: ["RelayFetchSchemaCommand"]),
  ],
  targets: prebuiltCompiler + slowTests + [
    .target(
      name: "RelayRuntime", exclude: privacyManifest.exclude, resources: privacyManifest.resources,
      swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(name: "RelaySQLite", swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(
      name: "RelayDurableStore", dependencies: ["RelayRuntime", "RelaySQLite"], swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(
      name: "RelayOutbox", dependencies: ["RelayRuntime", "RelaySQLite"], swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(name: "RelayCompilerCore", swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(
      name: "RelayLanguageServer", dependencies: ["RelayCompilerCore"], swiftSettings: languageSettings + [.strictMemorySafety()]),
    .executableTarget(
      name: "relay-compiler-swift", dependencies: ["RelayCompilerCore"], swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(name: "RelayIndexStore", swiftSettings: languageSettings + [.strictMemorySafety()]),
    .target(
      name: "RelayFormat", dependencies: ["RelayCompilerCore"], swiftSettings: languageSettings + [.strictMemorySafety()]),
    .executableTarget(
      name: "relay", dependencies: ["RelayCompilerCore", "RelayFormat", "RelayIndexStore", "RelayLanguageServer"],
      swiftSettings: languageSettings + [.strictMemorySafety()]),
    .plugin(name: "RelayCodegenPlugin", capability: .buildTool(), dependencies: compiler),
    // A plugin has its permissions whatever it is asked to do, so that there is one for each set of them.
    .plugin(
      name: "RelayCommand",
      capability: .command(
        intent: .custom(verb: "relay", description: "Checks documents and schemas, finds unused fields, explains diagnostics.")),
      dependencies: tool),
    .plugin(
      name: "RelayFixCommand",
      capability: .command(
        intent: .custom(verb: "relay-fix", description: "Applies fixes, formats documents, writes persisted queries."),
        permissions: [.writeToPackageDirectory(reason: "Documents are changed, or generated files are written.")]),
      dependencies: tool),
    .plugin(
      name: "RelayFetchSchemaCommand",
      capability: .command(
        intent: .custom(verb: "relay-fetch-schema", description: "Gets the schema of a server."),
        permissions: [
          .allowNetworkConnections(scope: .all(ports: []), reason: "The server is asked for its schema."),
          .writeToPackageDirectory(reason: "The schema is written."),
        ]),
      dependencies: tool),
    .executableTarget(
      name: "FrontEndBatch", dependencies: ["RelayCompilerCore"], path: "Tests/Differential/FrontEndBatch", swiftSettings: languageSettings),
    .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: languageSettings),
    .testTarget(name: "RelayCompilerCoreTests", dependencies: ["RelayCompilerCore", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(
      name: "RelayLanguageServerTests", dependencies: ["RelayLanguageServer", "RelayCompilerCore"], swiftSettings: languageSettings),
    .testTarget(
      name: "RelayCommandTests",
      dependencies: ["relay", "RelayCompilerCore", "RelayFormat", "RelayIndexStore", "RelayLanguageServer", "TestSupport"],
      swiftSettings: languageSettings),
    .testTarget(name: "CommandLineTests", dependencies: ["relay-compiler-swift", "TestSupport"], swiftSettings: languageSettings),
    .executableTarget(name: "StoreSaver", dependencies: ["RelayRuntime"], path: "Tests/StoreSaver", swiftSettings: languageSettings),
    .testTarget(name: "RelayRuntimeTests", dependencies: ["RelayRuntime", "StoreSaver", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(name: "RelaySQLiteTests", dependencies: ["RelaySQLite", "TestSupport"], swiftSettings: languageSettings),
    .executableTarget(
      name: "BackendWriter", dependencies: ["RelayDurableStore", "RelayRuntime", "TestSupport"], path: "Tests/BackendWriter",
      swiftSettings: languageSettings),
    .testTarget(
      name: "RelayDurableStoreTests", dependencies: ["RelayDurableStore", "RelaySQLite", "RelayRuntime", "BackendWriter", "TestSupport"],
      swiftSettings: languageSettings),
    .executableTarget(
      name: "OutboxWorker", dependencies: ["RelayOutbox", "RelayRuntime"], path: "Tests/OutboxWorker", swiftSettings: languageSettings),
    .testTarget(
      name: "RelayOutboxTests", dependencies: ["RelayOutbox", "RelayDurableStore", "RelayRuntime", "OutboxWorker", "TestSupport"],
      exclude: ["Fixtures/schema.graphql", "Fixtures/operations.graphql"], swiftSettings: languageSettings),
    .testTarget(
      name: "GeneratedCodeTests", dependencies: ["RelayRuntime", "RelayCompilerCore", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(name: "GeneratedNamesTests", dependencies: ["RelayRuntime"], swiftSettings: languageSettings),
    .testTarget(name: "GeneratedPayloadsTests", dependencies: ["RelayRuntime", "TestSupport"], swiftSettings: languageSettings),
    .testTarget(name: "DocumentationTests", dependencies: ["TestSupport"], swiftSettings: languageSettings),
    .testTarget(
      name: "RuntimeVectorsTests", dependencies: ["RelayRuntime", "RelayCompilerCore", "TestSupport"], swiftSettings: languageSettings),
  ]
)
