#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayIndexStore
  @testable import relay

  /// Fields that no Swift code reads, by the index of a small build. Its generated code is a stand-in with the same types and properties, so that
  /// the runtime need not be built; Fixtures/LintApp has the real one.
  @Suite struct UnusedFieldTests {
    private static let files = [
      "relay.config.json": #"{"schema": "schema.graphql", "src": "src"}"#,
      "schema.graphql": """
      interface Node { id: ID! }
      type Query { me: User, node: Node }
      type User implements Node { id: ID!, name: String, age: Int, city: String, friend: User, kind: String }

      """,
      "src/Me.graphql": """
      query MeQuery {
        me {
          id
          name
          unread: name
          witness: age
          onlyElsewhere: city
          friend { name unreadToo: age }
          unreadObject: friend { name }
          aliased: friend { name @required(action: NONE) }
          # relay-lint-ignore unused-field: shown by the widget
          silent: name
        }
      }

      mutation MeMutation { __typename }
      """.replacing("\n\nmutation MeMutation { __typename }", with: "\n"),
      "src/Me.graphql.swift": """
      struct MeQuery {}
      extension MeQuery {
        struct Data {
          var me: User_me? { nil }
          struct User_me {
            var id: String { "" }
            var name: String? { nil }
            var unread: String? { nil }
            var witness: Int? { nil }
            var onlyElsewhere: String? { nil }
            var friend: User_friend? { nil }
            var unreadObject: User_unreadObject? { nil }
            var aliased: User_aliased? { nil }
            var silent: String? { nil }
            struct User_friend { var name: String? { nil }; var unreadToo: Int? { nil } }
            struct User_unreadObject { var name: String? { nil } }
            struct User_aliased { var name: String { "" } }
          }
          // Reads of generated code do not count.
          var generated: Any? { me?.unread }
        }
      }

      """,
      "src/App.swift": """
      protocol Aged { var witness: Int? { get } }
      extension MeQuery.Data.User_me: Aged {}
      func age(_ value: some Aged) -> Int? { value.witness }
      func text(_ data: MeQuery.Data) -> String? {
        #if os(Windows)
          print(data.me?.onlyElsewhere)
        #endif
        _ = data.me?.aliased
        let path: KeyPath<MeQuery.Data.User_me.User_friend, String?> = \\.name
        return data.me?.name ?? data.me?.friend?[keyPath: path]
      }

      """,
    ]

    private func build(_ change: (ProjectFolder) throws -> Void = { _ in }) async throws -> (ProjectFolder, ProcessRun) {
      let folder = try ProjectFolder(Self.files)
      try change(folder)
      let arguments = ["swiftc", "-c", "-module-name", "App", "-index-store-path", folder.path("index")]
      let sources = [folder.path("src/Me.graphql.swift"), folder.path("src/App.swift")]
      let run = try await ProcessRun.result(of: URL(filePath: "/usr/bin/env"), arguments + sources, in: folder.url)
      return (folder, run)
    }

    private func lint(_ folder: ProjectFolder) -> Run {
      Run("lint", "--config", folder.path("relay.config.json"), "--index-store", folder.path("index"), "--rule", "unused-field")
    }

    private func names(_ run: Run) -> [String] {
      run.output.split(separator: "\n").map { String($0.split(separator: "'")[1]) }
    }

    @Test func fieldsThatNothingReadsAreFound() async throws {
      let (folder, build) = try await build()
      try #require(build.status == 0, "\(build.output) \(build.errors)")
      let run = lint(folder)
      #expect(names(run) == ["unread", "unreadToo", "unreadObject"])
      #expect(run.status == .findings)
      #expect(run.output.hasPrefix("\(folder.path("src/Me.graphql")):5:5: warning: No Swift code reads 'unread'."))
    }

    @Test func sourcesThatAreNewerCountByTheirWords() async throws {
      let (folder, build) = try await build()
      try #require(build.status == 0)
      let app = folder.path("src/App.swift")
      try folder.write(
        try folder.text("src/App.swift") + "func more(_ data: MeQuery.Data) { print(data.me?.unread) }\n", to: "src/App.swift")
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: app)
      let run = lint(folder)
      #expect(names(run) == ["unreadToo", "unreadObject"])
      #expect(run.errors.contains("1 of the 1 Swift files of these files are newer than their build, '\(app)' among them"))
    }

    @Test func filesThatDidNotCompileCountByTheirWords() async throws {
      let (folder, build) = try await build { folder in
        try folder.write(
          try folder.text("src/App.swift") + "func more(_ data: MeQuery.Data) { let _: Int = data.me!.friend!.unreadToo.nothing }\n",
          to: "src/App.swift")
      }
      try #require(build.status != 0)
      #expect(!names(lint(folder)).contains("unreadToo"))
    }

    @Test func withoutAnIndexNothingIsGuessed() throws {
      let folder = try ProjectFolder(Self.files)
      let run = lint(folder)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("note: Unused fields were not looked for:"))
    }

    @Test func wordsUnderConditions() {
      let text = "a.b\n#if os(X)\n c.d(\"e\")\n#else\n f\n #if DEBUG\n g\n #endif\n h\n#endif\ni"
      for lineEnd in ["\n", "\r\n"] {
        #expect(SwiftWords.underConditions(in: text.replacing("\n", with: lineEnd)) == ["c", "d", "e", "f", "g", "h"])
      }
    }
  }
#endif
