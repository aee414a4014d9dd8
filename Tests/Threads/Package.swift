// swift-tools-version: 6.2
import PackageDescription

// The tests of the runtime in which threads meet, for ThreadSanitizer, with what they need and nothing else:
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
    .target(name: "TestSupport", path: "TestSupport", swiftSettings: settings),
    .testTarget(
      name: "RelayRuntimeTests", dependencies: ["RelayRuntime", "TestSupport"], path: "RelayRuntimeTests",
      sources: [
        "Fixtures", "Support", "Views", "Environment/NetworkStressTests.swift", "Environment/StressTests.swift",
        "Testing/MockedHandleTests.swift",
      ],
      swiftSettings: settings),
  ]
)
