import Testing

extension PluginTests {
  /// The packages that guides explain: they build, run, and pass their own tests.
  struct Samples {
    @Test("Features that do not know each other", arguments: BuildSystem.tested)
    func features(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("features", buildSystem)
      let tests = try package.test()
      #expect(tests.succeeded && tests.output.contains("Test run with 4 tests"), "\(tests.output)")
      let run = try package.run("NewsApp")
      for line in ["Good morning, Ada", "Grace: At last!", "Rain (10)", "requests: HomeQuery"] {
        #expect(run.output.split(separator: "\n").contains(Substring(line)), "\(run.output)")
      }
    }

    @Test("Editing a feature's fragment regenerates the composing module, but no other feature")
    func editedFeature() throws {
      let package = try ClientPackage("features", .native)
      try package.changes()
      let changes = try package.changes {
        try package.replace("    text\n", with: "    text\n    again: text\n", in: "Sources/CommentsFeature/LatestComments_viewer.graphql")
      }
      #expect(changes.generated == ["LatestComments_viewer.graphql.swift", "HomeQuery.graphql.swift"])
      #expect(!changes.compiled.contains("FrontPage") && changes.compiled.contains("HomeQuery.graphql"), "\(changes.compiled)")
    }

    @Test(
      "A feature cannot read another feature's fields",
      arguments: [
        ("FrontPageFeature", "func peek(_ viewer: FrontPage_viewer.Data) -> Int { viewer.latestComments.count }", "latestComments"),
        ("NewsApp", "func peek(_ data: HomeQuery.Data) -> String { data.viewer.name }", "name"),
      ])
    func masking(_ module: String, _ function: String, _ field: String) throws {
      let package = try ClientPackage("features", .native)
      try package.write(function + "\n", to: "Sources/\(module)/Peek.swift")
      let build = try package.build()
      #expect(!build.succeeded && build.output.contains("has no member '\(field)'"), "\(build.output)")
    }

    @Test("Beside Apollo iOS", arguments: BuildSystem.tested)
    func besideApollo(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("beside-apollo", buildSystem)
      let tests = try package.test()
      #expect(tests.succeeded && tests.output.contains("Test run with 5 tests"), "\(tests.output)")
      let run = try package.run("NotesApp")
      for line in [
        "Apollo shows: Milk", "Apollo shows: Oat milk", "Relay shows: Oat milk !, Rye bread",
        "requests: NoteListQuery, NoteDetailsQuery, RenameNoteMutation",
      ] {
        #expect(run.output.split(separator: "\n").contains(Substring(line)), "\(run.output)")
      }
    }
  }
}
