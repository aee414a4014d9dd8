// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v15)],
  targets: [
    // They stand in for the package apollo-ios.
    .target(name: "ApolloAPI"),
    .target(name: "Apollo", dependencies: ["ApolloAPI"]),
    .executableTarget(
      name: "Notes", dependencies: ["Apollo", "ApolloAPI"],
      exclude: ["GraphQL", "Apollo/NoteListQuery.graphql", "Apollo/RenameNoteMutation.graphql"]),
    .testTarget(name: "NotesTests", dependencies: ["Notes", "Apollo", "ApolloAPI"]),
  ]
)
