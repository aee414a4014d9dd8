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
    .target(name: "RelaySQLite", swiftSettings: languageSettings),
    .target(name: "RelayDurableStore", dependencies: ["RelayRuntime", "RelaySQLite"], swiftSettings: languageSettings),
    // The sample app of `Fixtures/TodoSample`, with the settings of new Xcode projects, and its tests.
    .target(name: "TodoServer", dependencies: ["RelayRuntime"]),
    .target(
      name: "TodoSample", dependencies: ["SwiftUI", "RelayRuntime", "RelayDurableStore", "TodoServer"],
      swiftSettings: [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")],
      plugins: ["RelayCodegenPlugin"]),
    .testTarget(name: "TodoSampleTests", dependencies: ["TodoSample", "SwiftUI", "RelayRuntime", "RelayDurableStore", "TodoServer"]),
  ]

  // The app of `Fixtures/PhotoFeed` with the same settings, its tests, and what uses it in a terminal. With the libraries on which it depends, it
  // takes a while to build; `Fixtures/PhotoFeed/run` asks for it.
  let newProject: [SwiftSetting] = [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]
  let onScreen: [Target.Dependency] = ["SwiftUI", "RelayRuntime", "RelayOutbox"]
  let app: [Target.Dependency] = ["PhotoFeed", "PhotoKit", "FeedFeature", "PhotoFeature"] + onScreen
  let photoFeed: [Target] =
    Context.environment["RELAY_PHOTO_FEED"] != "1"
    ? []
    : [
      .target(name: "RelayOutbox", dependencies: ["RelayRuntime", "RelaySQLite", "SwiftUI"], swiftSettings: languageSettings),
      .target(
        name: "PhotoKit", dependencies: onScreen, path: "PhotoFeed/Sources/PhotoKit", swiftSettings: newProject,
        plugins: ["RelayCodegenPlugin"]),
      .target(
        name: "FeedFeature", dependencies: ["PhotoKit"] + onScreen, path: "PhotoFeed/Sources/FeedFeature", swiftSettings: newProject,
        plugins: ["RelayCodegenPlugin"]),
      .target(
        name: "PhotoFeature", dependencies: ["PhotoKit"] + onScreen, path: "PhotoFeed/Sources/PhotoFeature", swiftSettings: newProject,
        plugins: ["RelayCodegenPlugin"]),
      .target(
        name: "PhotoFeed", dependencies: ["PhotoKit", "FeedFeature", "PhotoFeature", "RelayDurableStore"] + onScreen,
        path: "PhotoFeed/Sources/PhotoFeed", swiftSettings: newProject, plugins: ["RelayCodegenPlugin"]),
      .executableTarget(name: "PhotoFeedTour", dependencies: app, path: "PhotoFeed/Sources/PhotoFeedTour", swiftSettings: newProject),
      .testTarget(name: "PhotoFeedTests", dependencies: app, path: "PhotoFeed/Tests/PhotoFeedTests", swiftSettings: newProject),
    ]
#else
  // Apple's SwiftUI, in a hosting view: `Tests/RenderingTests/Apple`.
  let dependencies: [Package.Dependency] = [.package(name: "relay-swift", path: "../..")]
  let runtime: [Target.Dependency] = [.product(name: "RelayRuntime", package: "relay-swift")]
  let targets: [Target] = []
  let photoFeed: [Target] = []
#endif

let package = Package(
  name: "SwiftUIRendering",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: dependencies,
  targets: targets + photoFeed + [.testTarget(name: "RenderingTests", dependencies: runtime, swiftSettings: languageSettings)]
)
