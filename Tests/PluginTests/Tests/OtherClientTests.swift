import Testing

extension PluginTests {
  /// Possible conflicts with another GraphQL client that generates code for the same target.
  struct OtherClient {
    @Test("Its documents: excluded by 'excludes' or by 'src'; otherwise they are errors")
    func documents() throws {
      let package = try ClientPackage("beside-apollo", .native)
      let config = "Sources/NotesApp/relay.config.json"
      try package.replace(#""excludes": ["Apollo/**"]"#, with: #""excludes": []"#, in: config)
      let build = try package.build()
      #expect(!build.succeeded && build.output.contains("Screens/NoteListQuery.graphql:1:7: error: There is already"), "\(build.output)")

      for document in ["Screens/NoteListQuery", "Screens/NoteRow_note", "Bridge/Bridge"] {
        try package.move("Sources/NotesApp/\(document).graphql", to: "Sources/NotesApp/Relay/\(document).graphql")
      }
      try package.replace(#""excludes": []"#, with: #""src": "Relay""#, in: config)
      try package.changes()
    }

    @Test("Its generated files: an excluded document has no output")
    func files() throws {
      let package = try ClientPackage("beside-apollo", .native)
      try package.write("query WidgetQuery @import(module: \"Design\") { notes { title } }\n", to: "Sources/NotesApp/WidgetQuery.graphql")
      try package.write("extension NotesAPI { struct WidgetQuery {} }\n", to: "Sources/NotesApp/WidgetQuery.graphql.swift")
      let config = "Sources/NotesApp/relay.config.json"
      try package.replace(#""excludes": ["Apollo/**"]"#, with: #""excludes": ["Apollo/**", "Widget*"]"#, in: config)
      let changes = try package.changes()
      #expect(!changes.output.contains("warning: "), "\(changes.output)")
      try package.replace(#", "Widget*""#, with: "", in: config)
      // The native build system does not look for documents again because a configuration has changed.
      try package.write(try #require(try package.read("Package.swift")) + "\n", to: "Package.swift")
      let build = try package.build()
      #expect(!build.succeeded && build.output.contains("the build generates a file of this name"), "\(build.output)")
    }

    @Test("Its documents in a module are not read by dependent modules")
    func moduleBelow() throws {
      let package = try ClientPackage("modules", .native)
      try package.write("fragment Story_story on Novel @import(module: \"Design\") { pages }\n", to: "Sources/Feed/Apollo/Story.graphql")
      try package.replace("{\n", with: "{\n  \"excludes\": [\"Apollo/**\"],\n", in: "relay.config.json")
      try package.changes()
      #expect(try package.run("App").output.contains("FeedQuery Story_story"))
    }

    @Test("Its names: a name without its module is an error that says so, at its position")
    func names() throws {
      let package = try ClientPackage("beside-apollo", .native)
      try package.write(
        """
        import Apollo
        import RelayRuntime

        func fetch(_ query: some GraphQLQuery) {}

        """, to: "Sources/NotesApp/Fetch.swift")
      let build = try package.build()
      #expect(
        !build.succeeded && build.output.contains("Fetch.swift:4:26: error: 'GraphQLQuery' is ambiguous for type lookup in this context"),
        "\(build.output)")
    }

    @Test("Its operations: outside its namespace, two operations of the same name clash; a different name fixes it")
    func operations() throws {
      let package = try ClientPackage("beside-apollo", .native)
      try package.write("struct DraftQuery {}\n", to: "Sources/NotesApp/Apollo/Generated/DraftQuery.graphql.swift")
      try package.write("query DraftQuery { notes { title } }\n", to: "Sources/NotesApp/Screens/Drafts.graphql")
      let build = try package.build()
      #expect(!build.succeeded && build.output.contains("'DraftQuery'"), "\(build.output)")
      try package.write("query DraftScreenQuery { notes { title } }\n", to: "Sources/NotesApp/Screens/Drafts.graphql")
      try package.changes()
    }
  }
}
