// swift-tools-version: 6.2
import PackageDescription

// An app that moves from Apollo iOS screen by screen: the list has moved, the details have not, and each immediately shows the changes of
// the other. The guide "Beside Apollo iOS" explains it. `Apollo` and `ApolloAPI` stand in for Apollo's modules: they have the public
// names and signatures that the app uses, with minimal behavior; a real app depends on the apollo-ios package instead.
let runtime = Target.Dependency.product(name: "RelayRuntime", package: "relay-swift")

let package = Package(
  name: "beside-apollo",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "relay-swift", path: "../../..")],
  targets: [
    .target(name: "ApolloAPI"),
    .target(name: "Apollo", dependencies: ["ApolloAPI"]),
    .executableTarget(
      name: "NotesApp", dependencies: ["Apollo", "ApolloAPI", runtime],
      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]),
    .testTarget(name: "NotesAppTests", dependencies: ["NotesApp", "Apollo", "ApolloAPI", runtime]),
  ]
)
