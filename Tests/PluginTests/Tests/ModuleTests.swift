import Testing

extension PluginTests {
  /// GraphQL in several modules of a package.
  struct Module {
    @Test("A fragment of one module spread by a query of another", arguments: BuildSystem.tested)
    func fragmentOfAnotherModule(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      let run = try package.run("App")
      #expect(run.output.contains("FeedQuery Story_story"))

      // The query's text contains the other module's fragment.
      let changes = try package.changes { try package.replace("  title\n", with: "  title\n  body\n", in: "Sources/Feed/Story.graphql") }
      #expect(changes.generated == ["Story.graphql.swift", "FeedQuery.graphql.swift"])
    }

    /// With all of Swift's checks, and warnings as errors.
    @Test("A schema module shared by public, package and internal features", arguments: BuildSystem.tested)
    func sharedSchema(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("shared-schema", buildSystem)
      try package.changes()
      let run = try package.run("SharedSchema")
      for line in [
        "Rain NEWEST 1205 OLD by Ada | 1205 OLD | Rain", #"titles: ["Rain"] Ada"#, #"{"not":{"schema":"NEW"},"price":"0.05"}"#,
        #"{"by":{"name":"Ada"},"order":"NEWEST","result":"WON","schema":"OLD"}"#,
      ] { #expect(run.output.contains(line), "\(run.output)") }
    }

    /// SwiftData has a macro `Query`, Combine a `Subscription`, other packages a `Store`, a `JSON`, a `Fragment`.
    @Test("Modules with names from the runtime", arguments: BuildSystem.tested)
    func namesakes(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("namesakes", buildSystem)
      try package.changes()
      #expect(try package.run("Namesakes").output.contains(#"Namesakes: ["Buy milk"] ["Buy milk"]"#))
    }

    @Test("Tests that spread the fragments of an executable", arguments: BuildSystem.tested)
    func testable(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("testable", buildSystem)
      let run = try package.test()
      #expect(run.succeeded, "\(run.output)")
      #expect(run.output.contains("Test run with 1 test"), "\(run.output)")
    }

    @Test("Nothing changed: nothing generated, nothing compiled", arguments: BuildSystem.tested)
    func nothingChanged(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      let changes = try package.changes()
      #expect(changes.generated == [])
      #expect(changes.compiled == [])
    }

    @Test("A fragment that the other module no longer has", arguments: BuildSystem.tested)
    func fragmentRenamed(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      try package.replace("Story_story", with: "Story_card", in: "Sources/Feed/Story.graphql")
      try package.replace("Story_story", with: "Story_card", in: "Sources/Feed/StoryView.swift")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("Sources/App/FeedQuery.graphql:4:8: error: "), "\(build.output)")
    }

    @Test("A module without a configuration uses the schema of the module on which it depends", arguments: BuildSystem.tested)
    func schemaOfTheModuleBelow(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      let config = try #require(try package.read("relay.config.json"))
      try package.remove("relay.config.json")
      try package.write(
        config.replacing(#""schema/schema.graphql""#, with: #""../../schema/schema.graphql", "schemaExtensions": "client.graphql""#),
        to: "Sources/Feed/relay.config.json")
      try package.write("extend type Story { isRead: Boolean }\n", to: "Sources/Feed/client.graphql")
      try package.changes()
      #expect(try package.run("App").output.contains("FeedQuery Story_story"))
      // The schema is an input of both modules.
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n", in: "schema/schema.graphql")
      }
      #expect(changes.generated.contains("FeedQuery.graphql.swift"))
    }

    @Test("A module below that uses another server", arguments: BuildSystem.tested)
    func otherSchemaBelow(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      let schema = try #require(try package.read("schema/schema.graphql"))
      try package.remove("relay.config.json")
      try package.write(schema + "type Draft { text: String! }\n", to: "Sources/Feed/schema.graphql")
      try package.write("fragment Draft_draft on Draft { text }\n", to: "Sources/Feed/Draft.graphql")
      try package.write(schema, to: "Sources/App/schema.graphql")
      try package.changes()
    }
  }
}
