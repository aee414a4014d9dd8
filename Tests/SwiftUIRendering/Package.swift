// swift-tools-version: 6.2
import PackageDescription

let languageSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

#if os(Linux)
  let dependencies: [Package.Dependency] = []
  let runtime: Target.Dependency = "RelayRuntime"
  let targets: [Target] = [
    // The part of SwiftUI that the runtime and the scenarios use. It evaluates bodies like SwiftUI and draws text.
    .target(name: "SwiftUI", swiftSettings: languageSettings),
    // The runtime's sources, compiled with that SwiftUI.
    .target(
      name: "RelayRuntime", dependencies: ["SwiftUI"], exclude: ["RelayRuntime.docc", "PrivacyInfo.xcprivacy"],
      swiftSettings: languageSettings),
  ]
#else
  // Apple's SwiftUI, in a hosting view: `Tests/RenderingTests/Apple`.
  let dependencies: [Package.Dependency] = [.package(name: "relay-swift", path: "../..")]
  let runtime: Target.Dependency = .product(name: "RelayRuntime", package: "relay-swift")
  let targets: [Target] = []
#endif

let package = Package(
  name: "SwiftUIRendering",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: dependencies,
  targets: targets + [
    .testTarget(
      name: "RenderingTests", dependencies: [runtime] + targets.filter { $0.name == "SwiftUI" }.map { .target(name: $0.name) },
      swiftSettings: languageSettings)
  ]
)
