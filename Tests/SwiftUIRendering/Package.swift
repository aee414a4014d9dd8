// swift-tools-version: 6.2
import PackageDescription

let languageSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

#if os(Linux)
  let dependencies: [Package.Dependency] = []
  let runtime: [Target.Dependency] = ["RelayRuntime", "SwiftUI"]
  // The runtime must be compiled with this SwiftUI, and target names must be unique in a build. So all targets belong to this package.
  let targets: [Target] = [
    // The part of SwiftUI that the runtime, the scenarios and the sample app use. It evaluates bodies like SwiftUI and draws text.
    .target(name: "SwiftUI", swiftSettings: languageSettings),
    .target(
      name: "RelayRuntime", dependencies: ["SwiftUI"], exclude: ["RelayRuntime.docc", "PrivacyInfo.xcprivacy"],
      swiftSettings: languageSettings),
    .target(name: "RelayCompilerCore", exclude: ["RelayCompilerCore.docc"], swiftSettings: languageSettings),
    .executableTarget(name: "relay-compiler-swift", dependencies: ["RelayCompilerCore"], swiftSettings: languageSettings),
    .plugin(
      name: "RelayCodegenPlugin", capability: .buildTool(), dependencies: ["relay-compiler-swift"], path: "Sources/RelayCodegenPlugin"),
    // The sample app of `Fixtures/TodoSample`, with the settings of new Xcode projects, and its tests.
    .target(name: "TodoServer", dependencies: ["RelayRuntime"]),
    .target(
      name: "TodoSample", dependencies: ["SwiftUI", "RelayRuntime", "TodoServer"],
      swiftSettings: [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")],
      plugins: ["RelayCodegenPlugin"]),
    .testTarget(name: "TodoSampleTests", dependencies: ["TodoSample", "SwiftUI", "RelayRuntime", "TodoServer"]),
  ]
#else
  // Apple's SwiftUI, in a hosting view: `Tests/RenderingTests/Apple`.
  let dependencies: [Package.Dependency] = [.package(name: "relay-swift", path: "../..")]
  let runtime: [Target.Dependency] = [.product(name: "RelayRuntime", package: "relay-swift")]
  let targets: [Target] = []
#endif

let package = Package(
  name: "SwiftUIRendering",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: dependencies,
  targets: targets + [.testTarget(name: "RenderingTests", dependencies: runtime, swiftSettings: languageSettings)]
)
