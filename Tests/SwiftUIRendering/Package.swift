// swift-tools-version: 6.2
import PackageDescription

let languageSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "SwiftUIRendering",
  platforms: [.macOS(.v15)],
  targets: [
    // As much of SwiftUI as the runtime and the scenarios use. It evaluates bodies as SwiftUI does and draws texts.
    .target(name: "SwiftUI", swiftSettings: languageSettings),
    // The runtime's sources, compiled with that SwiftUI.
    .target(name: "RelayRuntime", dependencies: ["SwiftUI"], exclude: ["RelayRuntime.docc"], swiftSettings: languageSettings),
    .testTarget(name: "RenderingTests", dependencies: ["RelayRuntime", "SwiftUI"], swiftSettings: languageSettings),
  ]
)
