#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import relay

  /// Fragments that are not next to the Swift code that reads them, by the index of a small build.
  @Suite struct MustColocateTests {
    private static let files = [
      "relay.config.json": #"{"schema": "schema.graphql", "src": "src"}"#,
      "schema.graphql": "type Query { me: User }\ntype User { id: ID!, name: String }\n",
      "src/Me.graphql": "query MeQuery { me { ...Row_user ...Far_user ...Unread_user } }\n",
      "src/Rows/Row_user.graphql": "fragment Row_user on User { name }\n",
      "src/Rows/Row_user.graphql.swift": "struct Row_user {}\n",
      "src/Rows/Row.swift": "func row(_ user: Row_user, _ far: Far_user) {}\n",
      "src/Far/Far_user.graphql": "fragment Far_user on User { name }\n",
      "src/Far/Far_user.graphql.swift": "struct Far_user {}\n",
      "src/Far/Unread_user.graphql": "fragment Unread_user on User { name }\n",
      "src/Far/Unread_user.graphql.swift": "struct Unread_user {}\n",
    ]

    /// A folder may have another name for a command than for the build.
    @Test func fragmentsAreFoundThatAreFarFromTheirCode() async throws {
      let folder = try ProjectFolder(Self.files.reduce(into: [String: String]()) { $0["real/" + $1.key] = $1.value })
      let sources = Self.files.keys.filter { $0.hasSuffix(".swift") }.sorted().map { folder.path("real/" + $0) }
      let arguments = ["swiftc", "-c", "-parse-as-library", "-module-name", "App", "-index-store-path", folder.path("index")]
      let build = try await ProcessRun.result(of: URL(filePath: "/usr/bin/env"), arguments + sources, in: folder.url)
      try #require(build.status == 0, "\(build.output) \(build.errors)")
      try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
      for name in ["real", "link"] {
        let run = Run(
          "lint", "--config", folder.path("\(name)/relay.config.json"), "--index-store", folder.path("index"), "--rule", "must-colocate")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 1, "\(run.output)")
        let file = folder.path("\(name)/src/Far/Far_user.graphql")
        #expect(run.output.hasPrefix("\(file):1:10: warning: The fragment 'Far_user' is read in '"))
        #expect(run.output.contains("real/src/Rows' only. Move it next to the Swift code that reads it"))
      }
    }
  }
#endif
