// swift-tools-version: 6.2
import PackageDescription

// A to-do app in SwiftUI, for iOS and macOS. Open this folder in Xcode, or build it with
//   xcodebuild build -scheme TodoSample -destination 'generic/platform=iOS Simulator' -skipPackagePluginValidation
// On Linux there is no SwiftUI: there, `swift build` checks the app's types against the SwiftUI of the rendering tests. The runtime must
// be compiled against it, too, so all targets belong to this package; target names must be unique in a build.
let languageSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
#if os(Linux)
  let appDependencies: [Target.Dependency] = ["SwiftUI", "RelayRuntime", "TodoServer"]
  let plugin = Target.PluginUsage.plugin(name: "RelayCodegenPlugin")
  let dependencies: [Package.Dependency] = []
  let targets: [Target] = [
    .target(name: "SwiftUI", path: "Linux/SwiftUI", swiftSettings: languageSettings),
    .target(
      name: "RelayRuntime", dependencies: ["SwiftUI"], path: "Linux/RelayRuntime", exclude: ["RelayRuntime.docc", "PrivacyInfo.xcprivacy"],
      swiftSettings: languageSettings),
    .target(name: "TodoServer", dependencies: ["RelayRuntime"], path: "Linux/TodoServer"),
    .target(name: "RelayCompilerCore", path: "Linux/RelayCompilerCore", swiftSettings: languageSettings),
    .executableTarget(
      name: "relay-compiler-swift", dependencies: ["RelayCompilerCore"], path: "Linux/relay-compiler-swift",
      swiftSettings: languageSettings),
    .plugin(
      name: "RelayCodegenPlugin", capability: .buildTool(), dependencies: ["relay-compiler-swift"], path: "Linux/RelayCodegenPlugin"),
  ]
#else
  let appDependencies: [Target.Dependency] = [
    .product(name: "RelayRuntime", package: "relay-swift"), .product(name: "TodoServer", package: "TodoApp"),
  ]
  let plugin = Target.PluginUsage.plugin(name: "RelayCodegenPlugin", package: "relay-swift")
  let dependencies: [Package.Dependency] = [
    .package(name: "relay-swift", path: "../.."), .package(name: "TodoApp", path: "../TodoApp"),
  ]
  let targets: [Target] = []
#endif

let package = Package(
  name: "TodoSample",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "TodoSample", targets: ["TodoSample"])],
  dependencies: dependencies,
  targets: targets + [
    .target(
      name: "TodoSample", dependencies: appDependencies,
      // The settings of new Xcode projects.
      swiftSettings: [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")],
      plugins: [plugin]),
    .testTarget(name: "TodoSampleTests", dependencies: [.target(name: "TodoSample")] + appDependencies),
  ]
)
