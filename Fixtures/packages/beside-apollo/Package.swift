// swift-tools-version: 6.2
import PackageDescription

// An app that moves from Apollo iOS screen by screen: the list has moved, the details have not, and each shows at once what the other
// changes. The guide "Beside Apollo iOS" explains it. `Apollo` and `ApolloAPI` stand for Apollo's modules: they have the public names and
// signatures that the app uses, and just enough behaviour; an app has the package of apollo-ios here.
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
