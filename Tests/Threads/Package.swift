// swift-tools-version: 6.2
import PackageDescription

// The tests in which threads meet, of the runtime, the store on disk and the outbox, for ThreadSanitizer, with what they need and nothing else:
//   swift test --sanitize=thread --package-path Tests/Threads
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Locks that the sanitizer sees (`Lock.swift`).
  .define("RELAY_THREAD_SANITIZER"),
]

let package = Package(
  name: "Threads",
  platforms: [.macOS(.v14)],
  targets: [
    .target(
      name: "RelayRuntime", path: "RelayRuntime", exclude: ["RelayRuntime.docc", "PrivacyInfo.xcprivacy"], swiftSettings: settings),
    .target(name: "RelaySQLite", path: "RelaySQLite", swiftSettings: settings),
    .target(
      name: "RelayDurableStore", dependencies: ["RelayRuntime", "RelaySQLite"], path: "RelayDurableStore",
      exclude: ["RelayDurableStore.docc"], swiftSettings: settings),
    .target(
      name: "RelayOutbox", dependencies: ["RelayRuntime", "RelaySQLite"], path: "RelayOutbox", exclude: ["RelayOutbox.docc"],
      swiftSettings: settings),
    .target(name: "TestSupport", path: "TestSupport", swiftSettings: settings),
    .testTarget(
      name: "RelayRuntimeTests", dependencies: ["RelayRuntime", "TestSupport"], path: "RelayRuntimeTests",
      sources: [
        "Fixtures", "Support", "Views", "Environment/NetworkStressTests.swift", "Environment/StressTests.swift",
        "Testing/MockedHandleTests.swift",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RelayDurableStoreTests", dependencies: ["RelayDurableStore", "RelayRuntime", "TestSupport"], path: "RelayDurableStoreTests",
      sources: ["Support", "StressTests.swift"], swiftSettings: settings),
    .testTarget(
      name: "RelayOutboxTests", dependencies: ["RelayOutbox", "RelayDurableStore", "RelayRuntime", "TestSupport"], path: "RelayOutboxTests",
      sources: ["Fixtures/Todos.graphql.swift", "StressTests.swift"]
        + ["FaultyNetwork", "Life", "Lock", "MemoryBackend", "TodoServer", "VirtualTime"].map { "Support/\($0).swift" },
      swiftSettings: settings),
  ]
)
